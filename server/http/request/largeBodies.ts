import type { Parsed, Problem } from '@mimic/engine/schema'
import { parse } from '@mimic/engine/schema'
import type * as z from 'zod'
import { importBodies } from '../../../contract/entity/routes.ts'
import { limits } from '../../../contract/limits.ts'
import { routes } from '../../../contract/routes.ts'
import type { CheckedDrawing } from '../../services/drawings/checkDrawing.ts'
import { checkDrawing } from '../../services/drawings/checkDrawing.ts'
import type { CheckedDefinition } from '../../services/drawings/libraryDefinition.ts'
import { checkDefinition } from '../../services/drawings/libraryDefinition.ts'
import type { SheetRow } from '../../services/entities/rowChunks.ts'
import { writeChunks } from '../../services/entities/rowChunks.ts'
import { readBody } from './json.ts'

/* Parses and validates large bodies in the worker pool, with the same checks in the same order as for small ones. */

const drawingBodies: Readonly<
  Record<
    'drawing.create' | 'drawing.save',
    z.ZodType<{ readonly name?: string; readonly drawing?: unknown }> | undefined
  >
> = {
  'drawing.create': routes['drawing.create'].body,
  'drawing.save': routes['drawing.save'].body,
}

export interface DrawingBody {
  /** Fields other than the drawing. */
  readonly rest: Readonly<Record<string, unknown>>
  readonly checked?: Parsed<CheckedDrawing>
}

/**
 * Parses the body of a route that saves a drawing. Throws the errors of `readBody`; returns validation problems of the
 * schema.
 */
export function readDrawingBody({
  route,
  bytes,
}: {
  readonly route: keyof typeof drawingBodies
  readonly bytes: Uint8Array
}): Parsed<DrawingBody> {
  const schema = drawingBodies[route]
  if (!schema) throw new Error(`${route} has no body`)
  const { problems, value } = parse(schema, readBody(bytes))
  if (problems) return { problems: limitProblems(problems) }
  const { drawing, ...rest } = value
  return { value: { rest, ...(drawing === undefined ? {} : { checked: checkDrawing({ drawing, name: rest.name }) }) } }
}

const libraryBodies: Readonly<
  Record<'library.create' | 'library.save', z.ZodType<{ readonly definition: unknown }> | undefined>
> = {
  'library.create': routes['library.create'].body,
  'library.save': routes['library.save'].body,
}

export interface LibraryBody {
  /** Fields other than the definition. */
  readonly rest: Readonly<Record<string, unknown>>
  readonly checked: Parsed<CheckedDefinition>
}

/**
 * Parses the body of a route that saves a library symbol. Throws the errors of `readBody`; returns validation problems
 * of the schema.
 */
export function readLibraryBody({
  route,
  bytes,
}: {
  readonly route: keyof typeof libraryBodies
  readonly bytes: Uint8Array
}): Parsed<LibraryBody> {
  const schema = libraryBodies[route]
  if (!schema) throw new Error(`${route} has no body`)
  const { problems, value } = parse(schema, readBody(bytes))
  if (problems) return { problems: limitProblems(problems) }
  const { definition, ...rest } = value
  return { value: { rest, checked: checkDefinition(definition) } }
}

/** A valid spreadsheet contains one object per row. */
const maxBrackets = 10 * limits.entity.importRows

export interface SheetBody {
  /** Fields other than the rows. */
  readonly rest: Readonly<Record<string, unknown>>
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** Parses the body of an import. Throws the errors of `readBody`; returns validation problems of the schema. */
export function readSheetBody({
  scope,
  bytes,
}: {
  readonly scope: keyof typeof importBodies
  readonly bytes: Uint8Array
}): Parsed<SheetBody> {
  const { problems, value } = parse<{ readonly rows: readonly SheetRow[] }>(
    importBodies[scope],
    readBody(bytes, maxBrackets),
  )
  if (problems) return { problems: limitProblems(problems) }
  const { rows, ...rest } = value
  return { value: { rest, chunks: writeChunks(rows) } }
}

/** Limits the reported problems, because a large body can have millions. */
export const limitProblems = (problems: readonly Problem[]): readonly Problem[] =>
  problems.slice(0, limits.http.problems)
