import { limits } from '../limits.ts'
import { parseTopic } from './topics.ts'

/** The level of an installation's own topic that stands for the device: its serial number. */
export const devicePlace = '{device}'

/**
 * Whether a text may be an installation's own topic: up to 32 levels, exactly one of them the device's place and no other braces; no
 * wildcard, no `$`, and nothing that could be one of the house's own topics.
 */
export function isOwnTopic(name: string): boolean {
  const levels = name.split('/')
  if (levels.length > limits.telemetry.topicLevels || levels.length < 2 || /[+#$\p{Cc}]/u.test(name)) return false
  if (levels.filter((level) => level === devicePlace).length !== 1) return false
  if (levels.some((level) => level !== devicePlace && /[{}]/.test(level))) return false
  const [root = ''] = levels
  return root === devicePlace ? roots.every((each) => parseTopic(topicFor(name, each)) === null) : !roots.includes(root)
}

/** The topic of one device. */
export const topicFor = (name: string, device: string): string => name.split('/').map((level) => (level === devicePlace ? device : level)).join('/')

/** The filter that takes in that topic of every device. */
export const filterOf = (name: string): string => topicFor(name, '+')

/** Each way in which a topic of that name could be an own one: the own topic, and the device that would stand in it. */
export function deviceIn(topic: string): readonly { readonly name: string; readonly device: string }[] {
  const levels = topic.split('/')
  if (levels.length > limits.telemetry.topicLevels) return []
  return levels.flatMap((device, at) => (device === '' ? [] : [{ name: levels.with(at, devicePlace).join('/'), device }]))
}

/** What the house's own topics begin with. */
const roots = ['p', 'mimic']
