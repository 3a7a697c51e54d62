import type { QueuedMessage } from './queue.ts'

/** Returns the value of a placeholder; null for an unknown name. */
export function getVariable({ id, message }: QueuedMessage, name: string): unknown {
  if (Object.hasOwn(message.values, name)) return message.values[name] ?? null
  switch (name) {
    case 'topic':
      return message.topic
    case 'payload':
      return message.payload
    case 'project':
      return message.project
    case 'device':
    case 'serialNumber':
      return message.device ?? null
    case 'at':
      return message.at
    case 'time':
      return new Date(message.at)
    case 'messageId':
      return id
    default:
      return null
  }
}

/** Text of a value: times as ISO 8601, objects as JSON, nothing as an empty text. */
export function formatVariable(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return JSON.stringify(value) ?? ''
}
