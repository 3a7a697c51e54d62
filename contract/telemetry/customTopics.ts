import { limits } from '../limits.ts'
import { parseTopic } from './topics.ts'

/** Placeholder level of a custom topic, replaced by the serial number of the device. */
export const devicePlaceholder = '{device}'

/**
 * Returns true for a valid custom topic: up to 32 levels, exactly one of them the device placeholder, no other braces,
 * no wildcards, no `$`, and no overlap with the built-in topics.
 */
export function isCustomTopic(name: string): boolean {
  const levels = name.split('/')
  if (levels.length > limits.telemetry.topicLevels || levels.length < 2 || /[+#$\p{Cc}]/u.test(name)) return false
  if (levels.filter((level) => level === devicePlaceholder).length !== 1) return false
  if (levels.some((level) => level !== devicePlaceholder && /[{}]/.test(level))) return false
  const [root = ''] = levels
  return root === devicePlaceholder
    ? roots.every((each) => parseTopic(formatCustomTopic(name, each)) === null)
    : !roots.includes(root)
}

/** Returns the custom topic of one device. */
export const formatCustomTopic = (name: string, device: string): string =>
  name
    .split('/')
    .map((level) => (level === devicePlaceholder ? device : level))
    .join('/')

/** Returns the topic filter that matches the custom topic of all devices. */
export const getCustomFilter = (name: string): string => formatCustomTopic(name, '+')

/** Returns all candidate custom topics for a topic name, each with the device at its placeholder. */
export function findTopicCandidates(topic: string): readonly { readonly name: string; readonly device: string }[] {
  const levels = topic.split('/')
  if (levels.length > limits.telemetry.topicLevels) return []
  return levels.flatMap((device, at) =>
    device === '' ? [] : [{ name: levels.with(at, devicePlaceholder).join('/'), device }],
  )
}

/** First levels of the built-in topics. */
const roots = ['p', 'mimic']
