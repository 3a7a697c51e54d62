import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { drawingVersion, ownComponents, readDrawing, readDrawingToShow, writeDrawing } from '@mimic/engine/document'
import type { Parsed, Problem } from '@mimic/engine/schema'
import { limits } from '../../../contract/limits.ts'
import type { SavedDrawing } from '../../../contract/routes.ts'
import { findBrokenExpressions } from './brokenExpressions.ts'
import { hashOf } from './hash.ts'

/* Pure functions over whole drawings. For large drawings they run in the worker pool, so their results are texts and numbers and no drawing. */

/** A checked drawing as it is stored. */
export interface CheckedDrawing {
  readonly name: string
  /** The text that the engine writes. */
  readonly body: string
  readonly hash: string
  readonly components: number
  readonly width: number
  readonly height: number
  readonly warnings: SavedDrawing['warnings']
}

/** A stored drawing as it is answered. */
export interface ShownDrawing {
  /** JSON text of the drawing, in memory of its own. */
  readonly drawing: Uint8Array<ArrayBuffer>
  /** The stored text, only of a drawing that a newer program saved. */
  readonly text?: string
}

const maxComponents = { components: limits.drawing.components }

/** Checks a drawing, given as JSON text or as what it was parsed to. `name` replaces the name in the drawing. */
export function checkDrawing({ drawing: input, name }: { readonly drawing: unknown; readonly name?: string | undefined }): Parsed<CheckedDrawing> {
  const read = readDrawing(input, catalog, maxComponents)
  if (read.problems) return { problems: read.problems.map(inBody) }
  const drawing = name === undefined ? read.value.drawing : { ...read.value.drawing, name }
  const body = writeDrawing(drawing)
  const { width, height } = drawing.layer
  const warnings = [...read.value.warnings, ...findBrokenExpressions(read.value.drawing)].slice(0, limits.drawing.warnings)
  return { value: { name: drawing.name, body, hash: hashOf(body), components: drawing.components.length, width, height, warnings } }
}

/** Reads a stored drawing, as far as this program knows it: a newer program may have saved it. */
export function readStored(body: string): Parsed<{ readonly drawing: Drawing; readonly newer: number | null }> {
  const read = readDrawingToShow(body, catalog, maxComponents)
  return read.problems ? { problems: read.problems.map(inBody) } : read
}

/** A stored drawing as it is answered: members of instances are left out, as in a file, because the reader creates them again. */
export function showDrawing(body: string): Parsed<ShownDrawing> {
  const read = readStored(body)
  if (read.problems) return read
  const { drawing, newer } = read.value
  // What this program reads of a newer drawing is incomplete. The client gets the file itself and reads it with its own version.
  if (newer !== null) return { value: { drawing: encode(JSON.parse(body.replace(/^\uFEFF/, ''))), text: body } }
  return { value: { drawing: encode({ ...drawing, components: ownComponents(drawing) }) } }
}

const encode = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value))

/** Whether a newer program saved this text. */
export const isNewerDrawing = (body: string): boolean => !body.startsWith(ownStart) && (readDrawing(body, catalog).problems?.some(({ code }) => code === 'drawing.newer') ?? false)

/** The first characters of every text that this version writes. */
export const ownStart = `{"version":${drawingVersion},`

/** The reader's places are inside the drawing; a request's problems name their place in the body. */
const inBody = (problem: Problem): Problem => ({ ...problem, path: problem.path ? `drawing.${problem.path}` : 'drawing' })
