import type { Parsed } from '@mimic/engine/schema'
import { importBodies } from '../../../contract/entity/routes.ts'
import type { Route } from '../../../contract/routes.ts'
import { DrawingInBody } from '../../services/drawings/drawingInBody.ts'
import { DefinitionInBody } from '../../services/drawings/libraryDefinition.ts'
import { RowChunks } from '../../services/entities/rowChunks.ts'
import { largeBytes, type Workers } from '../../workerPool/index.ts'
import { readBody } from './json.ts'

/** A body that the worker pool has parsed and validated with the schema of the route. */
export class CheckedBody {
  readonly parsed: Parsed<unknown>

  constructor(parsed: Parsed<unknown>) {
    this.parsed = parsed
  }
}

/** Kind of large body that a route accepts; undefined for routes whose bodies are parsed on the event loop. */
export type LargeBody =
  | { readonly kind: 'drawing'; readonly route: 'drawing.create' | 'drawing.save' }
  | { readonly kind: 'library'; readonly route: 'library.create' | 'library.save' }
  | { readonly kind: 'sheet'; readonly scope: 'project' | 'none' }

declare module 'fastify' {
  interface FastifyContextConfig {
    large?: LargeBody | undefined
  }
}

export function getLargeBody(id: string, { body }: Route): LargeBody | undefined {
  if (id === 'drawing.create' || id === 'drawing.save') return { kind: 'drawing', route: id }
  if (id === 'library.create' || id === 'library.save') return { kind: 'library', route: id }
  if (body === importBodies.project) return { kind: 'sheet', scope: 'project' }
  return body === importBodies.none ? { kind: 'sheet', scope: 'none' } : undefined
}

/**
 * Parses a request body: large drawings, library symbols and spreadsheets in the worker pool, others immediately. Do not use `body`
 * afterwards; its memory may be transferred.
 */
export async function readRequestBody(body: Buffer, large: LargeBody | undefined, workers: Workers): Promise<unknown> {
  if (!large || body.length < largeBytes) return readBody(body)
  const bytes = copyBytes(body)
  if (large.kind === 'drawing') {
    const { problems, value } = await workers.run('readDrawingBody', { route: large.route, bytes }, bytes.length, [
      bytes.buffer,
    ])
    if (problems) return new CheckedBody({ problems })
    return new CheckedBody({
      value: { ...value.rest, ...(value.checked ? { drawing: new DrawingInBody(value.checked) } : {}) },
    })
  }
  if (large.kind === 'library') {
    const { problems, value } = await workers.run('readLibraryBody', { route: large.route, bytes }, bytes.length, [
      bytes.buffer,
    ])
    return new CheckedBody(
      problems ? { problems } : { value: { ...value.rest, definition: new DefinitionInBody(value.checked) } },
    )
  }
  const { problems, value } = await workers.run('readSheetBody', { scope: large.scope, bytes }, bytes.length, [
    bytes.buffer,
  ])
  return new CheckedBody(problems ? { problems } : { value: { ...value.rest, rows: new RowChunks(value.chunks) } })
}

/** Copies the bytes unless they have their own buffer, so that it can be transferred to a worker. */
function copyBytes(body: Buffer): Uint8Array<ArrayBuffer> {
  return body.buffer instanceof ArrayBuffer && body.byteLength === body.buffer.byteLength
    ? new Uint8Array(body.buffer)
    : new Uint8Array(body)
}
