import { mappingLimits } from '../limits.ts'

/**
 * A topic with placeholders. `{device}` stands for the device's key, any other `{name}` for a value that commands can
 * use. A placeholder is one level or a part of one (`shelly-{device}`); `{name+}` spans one or more levels. `+` and `#`
 * are MQTT's wildcards.
 */
export interface TopicPattern {
  readonly source: string
  /** The MQTT topic filter to subscribe to. It can match more topics than the pattern. */
  readonly filter: string
  readonly placeholders: readonly string[]
  /** Number of levels without placeholder or wildcard: the larger, the more specific. */
  readonly literals: number
  /** Returns the values of the placeholders, or null if the topic does not match. */
  readonly match: (topic: string) => ReadonlyMap<string, string> | null
}

const placeholder = /\{([a-zA-Z][a-zA-Z0-9_]{0,30})(\+?)\}/g

/** Parses a topic pattern; returns null if it is invalid. */
export function parseTopicPattern(source: string): TopicPattern | null {
  const levels = source.split('/')
  if (
    source === '' ||
    source.length > mappingLimits.topicLength ||
    levels.length > mappingLimits.topicLevels ||
    /[\0\uFFFD]/.test(source)
  )
    return null
  const names: string[] = []
  let openCount = 0
  let filter: string[] | null = []
  let finished: string[] | null = null
  let literals = 0
  const expressions: string[] = []
  for (const [index, level] of levels.entries()) {
    const found = [...level.matchAll(placeholder)]
    const rest = level.replace(placeholder, '')
    if (/[{}]/.test(rest) || found.length > 1) return null
    if (level === '#') {
      if (index !== levels.length - 1) return null
      filter?.push('#')
      expressions.push('#')
      continue
    }
    if (level !== '+' && /[+#]/.test(rest)) return null
    const [first] = found
    if (first === undefined) {
      if (level !== '+') literals++
      filter?.push(level)
      expressions.push(level === '+' ? '[^/]*' : escapeText(level))
      continue
    }
    const [whole, name = '', open] = first
    if (names.includes(name)) return null
    if (open === '+' && rest !== '') return null
    names.push(name)
    const before = level.slice(0, first.index)
    const after = level.slice(first.index + whole.length)
    expressions.push(`${escapeText(before)}(${open === '+' ? '.+' : '[^/]+'})${escapeText(after)}`)
    if (open === '+') {
      openCount++
      filter?.push('#')
      finished ??= filter
      filter = null
    } else filter?.push('+')
  }
  if (openCount > 1) return null
  const body =
    expressions.at(-1) === '#'
      ? `${expressions.slice(0, -1).join('/')}${expressions.length > 1 ? '(?:/.*)?' : '.*'}`
      : expressions.join('/')
  const expression = new RegExp(`^${body}$`, 'su')
  const startsOpen = /^[+#{]/.test(source)
  return {
    source,
    filter: (finished ?? filter ?? []).join('/'),
    placeholders: names,
    literals,
    match: (topic) => {
      if (startsOpen && topic.startsWith('$')) return null
      const match = expression.exec(topic)
      return match === null ? null : new Map(names.map((name, index) => [name, match[index + 1] ?? '']))
    },
  }
}

const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, (sign) => `\\${sign}`)

/**
 * Replaces the placeholders of a topic. Returns null if a placeholder has no value, or if a value is empty or contains
 * a wildcard, a NUL or (except for `{name+}`) a `/`: such a value would address another topic.
 */
export function fillTopic(source: string, values: ReadonlyMap<string, string>): string | null {
  let isComplete = true
  const topic = source.replace(placeholder, (_, name: string, open: string) => {
    const value = values.get(name)
    if (value === undefined || value === '' || /[+#\0]/.test(value) || (open === '' && value.includes('/'))) {
      isComplete = false
      return ''
    }
    return value
  })
  return isComplete && new TextEncoder().encode(topic).length <= 65_535 ? topic : null
}

/** Names of the placeholders in a text. */
export const findPlaceholders = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)
