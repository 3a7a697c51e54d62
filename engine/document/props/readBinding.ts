import { parse, tagPattern } from '../../schema/index.ts'
import { isObject, isSameJson } from '../values/plainJson.ts'
import { deepFreeze } from '../model/record.ts'
import { bindingSchema, knownBindingSchema } from '../model/schemas.ts'
import type { Binding, Via } from '../model/component.ts'
import type { Parsed } from '../../schema/index.ts'

/**
 * Reads a binding. Equal vias become one shared frozen object, so that they are validated, stored and compiled once.
 * Most bindings use a recent via and need no schema validation, which is only needed for others and for error messages.
 */
export function readBinding(item: unknown, path: string, i: number): Parsed<Binding> {
  const plain = isObject(item) ? plainBinding(item) : undefined
  if (plain) return { value: plain }
  const key = isObject(item) && isObject(item['via']) ? JSON.stringify(item['via']) : undefined
  const cached = key === undefined ? undefined : sharedVias.get(key)
  if (cached) {
    const read = parse(knownBindingSchema, item, `${path}.${i}`)
    if (read.problems) return read
    remember(cached)
    return { value: { ...read.value, via: cached } }
  }
  const read = parse(bindingSchema, item, `${path}.${i}`)
  if (read.problems || key === undefined) return read
  if (sharedVias.size >= sharedLimit) sharedVias.clear()
  const via = deepFreeze(read.value.via)
  sharedVias.set(key, via)
  remember(via)
  return { value: { ...read.value, via } }
}

const sharedVias = new Map<string, Via>()
const sharedLimit = 2000

/** Recently read vias, frozen. A drawing has few, and most differ in their kind. */
const recentVias: Via[] = []
const recentLimit = 8

function remember(via: Via): void {
  if (recentVias.length < recentLimit) recentVias.push(via)
  else {
    recentVias.copyWithin(1, 0)
    recentVias[0] = via
  }
}

function plainBinding(item: Record<string, unknown>): Binding | undefined {
  const { prop, tag, via } = item
  if (typeof prop !== 'string' || prop === '' || prop.length > 64 || typeof tag !== 'string' || !tagPattern.test(tag))
    return undefined
  for (const key in item) if (key !== 'prop' && key !== 'tag' && key !== 'via') return undefined
  for (const cached of recentVias) if (isSameJson(via, cached)) return Object.freeze({ prop, tag, via: cached })
  return undefined
}
