/** Size limits of a drawing. Checked before anything is built, so that hostile files are rejected cheaply. */
export interface DrawingLimits {
  /** Maximum length of the JSON text in characters. */
  readonly textLength: number
  /** Maximum nesting depth of the JSON text. */
  readonly depth: number
  readonly components: number
  /** Maximum nesting depth of groups. */
  readonly nesting: number
}

export const drawingLimits: DrawingLimits = {
  textLength: 10 * 1024 * 1024,
  depth: 64,
  components: 100_000,
  nesting: 32,
}

/** Maximum coordinate and size in drawing px. Above it a GPU float is less precise than 1/16 px. */
export const coordinateLimit = 1e6

export const nameLength = 200

/** Maximum length of a background image in characters: about 1.4 MB of image data. */
export const backgroundLength = 2_000_000

/** Maximum number of reported problems. A faulty generator usually repeats the same error in every component. */
export const problemLimit = 100
