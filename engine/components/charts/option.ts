/** An ECharts option as plain data, without functions. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject
/** An object in an ECharts option. */
export interface JsonObject {
  readonly [name: string]: Json
}

/**
 * Merges a drawing's chart code into a generated option after sanitizing it, because drawings come from untrusted
 * sources. Objects are merged. `series` is merged by index; a single object applies to all series. Other arrays
 * replace.
 */
export function withCode(option: JsonObject, code: Readonly<Record<string, unknown>>): JsonObject {
  const allowed = sanitize(code, '', 0)
  if (!isObject(allowed)) return option
  const { series, ...rest } = allowed
  const merged = merge(option, rest)
  return series === undefined ? merged : { ...merged, series: mergeSeries(option['series'], series) }
}

/** Keys that are removed: they affect content outside the canvas or replace the whole option. */
const forbiddenKeys = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'link',
  'sublink',
  'target',
  'subtarget',
  'renderMode',
  'extraCssText',
  'className',
  'appendTo',
  'appendToBody',
  'toolbox',
  'graphic',
  'media',
  'timeline',
  'baseOption',
  'options',
  'animation',
  'decal',
  'renderItem',
  'map',
  'geo',
  'progressive',
  'brush',
])
/** Maximum values of numbers that control loops or blurs. Larger values could block the page. */
const bounds: Readonly<Record<string, number>> = {
  splitNumber: 100,
  shadowBlur: 60,
  symbolSize: 200,
  fontSize: 200,
  symbolRepeat: 1,
}
const maxDepth = 16

function sanitize(value: unknown, name: string, depth: number): Json {
  if (depth > maxDepth) return undefined
  if (typeof value === 'number') return name in bounds ? Math.min(value, bounds[name] ?? value) : value
  if (typeof value === 'string') return isHarmful(value) ? undefined : value
  if (typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map((entry: unknown) => sanitize(entry, name, depth + 1) ?? null)
  if (typeof value !== 'object') return undefined
  const allowed = Object.entries(value)
    .filter(([key]) => !forbiddenKeys.has(key))
    .map(([key, inner]) => [key, sanitize(inner, key, depth + 1)] as const)
  return Object.fromEntries(allowed.filter(([, inner]) => inner !== undefined))
}

/** True for scripts and external images, which would taint the canvas of the chart. */
function isHarmful(text: string): boolean {
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]/gu, '').toLowerCase()
  return /^(?:javascript|vbscript|data):/.test(plain) || plain.startsWith('image://') || plain.includes('url(')
}

function merge(under: Json, over: Json): JsonObject {
  const base = isObject(under) ? under : {}
  if (!isObject(over)) return base
  const merged: Record<string, Json> = { ...base }
  for (const [name, value] of Object.entries(over))
    merged[name] = isObject(value) && isObject(base[name]) ? merge(base[name], value) : value
  return merged
}

function mergeSeries(own: Json, over: Json): Json {
  const list = isList(own) ? own : []
  if (!isList(over)) return list.map((one) => merge(one, over))
  const merged = Array.from({ length: Math.max(list.length, Math.min(over.length, 50)) }, (_, index) =>
    merge(list[index], over[index]),
  )
  return merged.filter((one) => typeof one['type'] === 'string')
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
