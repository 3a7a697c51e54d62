import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { drawingVersion, getOwnComponents, readDrawing, readDrawingToShow, writeDrawing } from '@mimic/engine/document'
import type { Parsed, Problem } from '@mimic/engine/schema'
import { limits } from '../../../contract/limits.ts'
import type { SavedDrawing } from '../../../contract/routes.ts'
import { findBrokenExpressions } from './brokenExpressions.ts'
import { hashText } from './hash.ts'

/* Pure functions over whole drawings. For large drawings they run in the worker pool, so their results are texts and numbers and no drawing. */

/** A validated drawing as stored. */
export interface CheckedDrawing {
  readonly name: string
  /** Text written by the engine. */
  readonly body: string
  readonly hash: string
  readonly components: number
  readonly width: number
  readonly height: number
  readonly warnings: SavedDrawing['warnings']
}

/** A stored drawing as returned to clients. */
export interface ViewDrawing {
  /** JSON text of the drawing in its own buffer, so that a worker can transfer it. */
  readonly drawing: Uint8Array<ArrayBuffer>
  /** The stored text, only for a drawing saved by a newer version. */
  readonly text?: string
}

const maxComponents = { components: limits.drawing.components }

/** Validates a drawing given as JSON text or as a parsed value. `name` replaces the name in the drawing. */
export function checkDrawing({
  drawing: input,
  name,
}: {
  readonly drawing: unknown
  readonly name?: string | undefined
}): Parsed<CheckedDrawing> {
  const read = readDrawing(input, catalog, maxComponents)
  if (read.problems) return { problems: read.problems.map(prefixPath) }
  const drawing = name === undefined ? read.value.drawing : { ...read.value.drawing, name }
  const body = writeDrawing(drawing)
  const { width, height } = drawing.layer
  const warnings = [...read.value.warnings, ...findBrokenExpressions(read.value.drawing)].slice(
    0,
    limits.drawing.warnings,
  )
  return {
    value: {
      name: drawing.name,
      body,
      hash: hashText(body),
      components: drawing.components.length,
      width,
      height,
      warnings,
    },
  }
}

/** Reads a stored drawing as far as this version understands it. */
export function readStored(body: string): Parsed<{ readonly drawing: Drawing; readonly newer: number | null }> {
  const read = readDrawingToShow(body, catalog, maxComponents)
  return read.problems ? { problems: read.problems.map(prefixPath) } : read
}

/** Prepares a stored drawing for a response. Members of symbol instances are omitted; the reader creates them again. */
export function prepareView(body: string): Parsed<ViewDrawing> {
  const read = readStored(body)
  if (read.problems) return read
  const { drawing, newer } = read.value
  // Return a drawing of a newer version exactly as stored; this version's interpretation is incomplete.
  if (newer !== null) return { value: { drawing: encode(JSON.parse(body.replace(/^\uFEFF/, ''))), text: body } }
  return { value: { drawing: encode({ ...drawing, components: getOwnComponents(drawing) }) } }
}

const encode = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value))

/** Returns true if a newer version saved this text. */
export const isNewerDrawing = (body: string): boolean =>
  !body.startsWith(currentVersionPrefix) &&
  (readDrawing(body, catalog).problems?.some(({ code }) => code === 'drawing.newer') ?? false)

/** Prefix of every text written by this version. */
export const currentVersionPrefix = `{"version":${drawingVersion},`

/** Prefixes the path of a problem, so that it refers to the request body. */
const prefixPath = (problem: Problem): Problem => ({
  ...problem,
  path: problem.path ? `drawing.${problem.path}` : 'drawing',
})
