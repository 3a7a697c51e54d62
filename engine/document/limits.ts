/** How large a drawing may be. Checked before anything is built, so that a hostile file costs little. */
export interface DrawingLimits {
  /** Characters of JSON text. */
  readonly textLength: number
  /** Brackets open at once in JSON text. */
  readonly depth: number
  readonly components: number
  /** Groups within groups. */
  readonly nesting: number
}

export const drawingLimits: DrawingLimits = { textLength: 10 * 1024 * 1024, depth: 64, components: 100_000, nesting: 32 }

/** Largest coordinate or size in drawing pixels: beyond it a float on the GPU no longer holds a sixteenth of a pixel. */
export const coordinateLimit = 1e6

export const nameLength = 200

/** Characters of a sheet's picture: about 1.4 MB of a picture file. */
export const backgroundLength = 2_000_000

/** A reader stops collecting here: a broken generator breaks every component alike. */
export const problemLimit = 100
