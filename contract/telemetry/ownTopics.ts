import { limits } from '../limits.ts'
import { parseTopic } from './topics.ts'

/** Placeholder level of a custom topic, replaced by the serial number of the device. */
export const devicePlace = '{device}'

/**
 * Returns true for a valid custom topic: up to 32 levels, exactly one of them the device placeholder, no other braces,
 * no wildcards, no `$`, and no overlap with the built-in topics.
 */
export function isOwnTopic(name: string): boolean {
  const levels = name.split('/')
  if (levels.length > limits.telemetry.topicLevels || levels.length < 2 || /[+#$\p{Cc}]/u.test(name)) return false
  if (levels.filter((level) => level === devicePlace).length !== 1) return false
  if (levels.some((level) => level !== devicePlace && /[{}]/.test(level))) return false
  const [root = ''] = levels
  return root === devicePlace ? roots.every((each) => parseTopic(topicFor(name, each)) === null) : !roots.includes(root)
}

/** Returns the custom topic of one device. */
export const topicFor = (name: string, device: string): string => name.split('/').map((level) => (level === devicePlace ? device : level)).join('/')

/** Returns the topic filter that matches the custom topic of all devices. */
export const filterOf = (name: string): string => topicFor(name, '+')

/** Returns all candidate custom topics for a topic name, each with the device at its placeholder. */
export function deviceIn(topic: string): readonly { readonly name: string; readonly device: string }[] {
  const levels = topic.split('/')
  if (levels.length > limits.telemetry.topicLevels) return []
  return levels.flatMap((device, at) => (device === '' ? [] : [{ name: levels.with(at, devicePlace).join('/'), device }]))
}

/** First levels of the built-in topics. */
const roots = ['p', 'mimic']
