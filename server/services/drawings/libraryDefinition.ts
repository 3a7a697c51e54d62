import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { getDefinedSymbol, getOwnComponents, readDrawing, symbolDefinition, writeDrawing } from '@mimic/engine/document'
import type { Parsed, Problem } from '@mimic/engine/schema'
import { limits } from '../../../contract/limits.ts'
import { hashText } from './hash.ts'

/* Pure functions over symbol definitions of the library. For large definitions they run in the worker pool, so their results are texts and numbers. */

/** A validated symbol definition as stored: the symbol and its dependencies only. */
export interface CheckedDefinition {
  readonly body: string
  readonly hash: string
  readonly components: number
  readonly params: number
  readonly width: number
  readonly height: number
}

/**
 * Result of validating a large request's definition in the worker pool. Replaces the definition in the body. Clients
 * cannot forge it, because parsing JSON never creates an instance of this class.
 */
export class DefinitionInBody {
  readonly checked: Parsed<CheckedDefinition>

  constructor(checked: Parsed<CheckedDefinition>) {
    this.checked = checked
  }
}

/** Validates a definition given as JSON text or as a parsed value. */
export function checkDefinition(definition: unknown): Parsed<CheckedDefinition> {
  const read = readDefinition(definition)
  if (read.problems) return { problems: read.problems }
  const symbol = getDefinedSymbol(read.value)
  if (!symbol)
    return {
      problems: [
        {
          path: 'definition',
          code: 'drawing.unknownSymbol',
          message: 'must contain exactly one instance of a symbol that it defines',
        },
      ],
    }
  const body = writeDrawing(symbolDefinition(symbol, read.value.symbols ?? []))
  return {
    value: {
      body,
      hash: hashText(body),
      components: read.value.components.length - 1,
      params: symbol.params.length,
      width: symbol.width,
      height: symbol.height,
    },
  }
}

/** Returns the JSON text of a stored definition for a response. Members of symbol instances are omitted. */
export function prepareDefinition(body: string): Parsed<Uint8Array<ArrayBuffer>> {
  const read = readDefinition(body)
  if (read.problems) return { problems: read.problems }
  const definition = { ...read.value, components: getOwnComponents(read.value) }
  return { value: new TextEncoder().encode(JSON.stringify(definition)) }
}

/** Returns the drawing of a stored definition's thumbnail as text. */
export function prepareDefinitionThumbnail(body: string): Parsed<string> {
  const read = readDefinition(body)
  return read.problems ? { problems: read.problems } : { value: writeDrawing(addMargin(read.value)) }
}

function readDefinition(definition: unknown): Parsed<Drawing> {
  const read = readDrawing(definition, catalog, { components: limits.library.components })
  return read.problems ? { problems: read.problems.map(prefixPath) } : { value: read.value.drawing }
}

const marginShare = 0.05

/** Adds a margin and removes the background, so that lines along the edge are not clipped in the preview. */
function addMargin({ layer, components, ...rest }: Drawing): Drawing {
  const margin = Math.max(layer.width, layer.height) * marginShare
  return {
    ...rest,
    layer: { ...layer, backColor: '#00000000', width: layer.width + 2 * margin, height: layer.height + 2 * margin },
    components: components.map((component) => ({ ...component, x: component.x + margin, y: component.y + margin })),
  }
}

const prefixPath = (problem: Problem): Problem => ({
  ...problem,
  path: problem.path ? `definition.${problem.path}` : 'definition',
})
