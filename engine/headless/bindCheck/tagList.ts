import { isObject } from '../../document/props/props.ts'
import { parse, tagPattern } from '../../schema/index.ts'
import type { Parsed } from '../../schema/index.ts'
import * as z from 'zod'
import type { TagList } from './checkBindings.ts'

const tagSchema = z.string().regex(tagPattern, 'a tag must be project/device/point')
const kindSchema = z.enum(['number', 'text']).optional()
const entrySchema = z.union(
  [
    tagSchema,
    z.object({ tag: tagSchema, kind: kindSchema }),
    z.object({ project: z.string(), device: z.string(), point: z.string(), kind: kindSchema }),
  ],
  'must be a tag, or an object with tag, or with project, device and point',
)

/**
 * Reads a list of tags: text with one tag per line (# starts a comment), or JSON: an array of tags, of `{ tag, kind }`
 * or of `{ project, device, point, kind }` as returned by the server, or an object of values by tag as for `render
 * --at`.
 */
export function readTagList(text: string): Parsed<TagList> {
  const json = parseJson(text)
  if (json === undefined) return parseLines(text)
  if (isObject(json)) {
    const read = parse(z.record(tagSchema, z.unknown()), json)
    return read.problems
      ? read
      : { value: new Map(Object.entries(read.value).map(([tag, value]) => [tag, { kind: getKind(value) }])) }
  }
  const read = parse(z.array(entrySchema), json)
  if (read.problems) return read
  return {
    value: new Map(
      read.value.map((entry) => {
        if (typeof entry === 'string') return [entry, {}]
        return ['tag' in entry ? entry.tag : `${entry.project}/${entry.device}/${entry.point}`, { kind: entry.kind }]
      }),
    ),
  }
}

function parseLines(text: string): Parsed<TagList> {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim())
  const problems = lines.flatMap((line, i) =>
    line === '' || tagPattern.test(line)
      ? []
      : [{ path: String(i + 1), code: 'invalid_format', message: 'a tag must be project/device/point' }],
  )
  return problems.length > 0 ? { problems } : { value: new Map(lines.filter(Boolean).map((tag) => [tag, {}])) }
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function getKind(value: unknown): 'number' | 'text' | undefined {
  const plain = isObject(value) ? value['value'] : value
  return typeof plain === 'string'
    ? 'text'
    : typeof plain === 'number' || typeof plain === 'boolean'
      ? 'number'
      : undefined
}
