import { randomBytes } from 'node:crypto'

let lastMs = 0
let sequence = 0

/**
 * Creates a row id: a UUID version 7, which starts with the time. Ids sort by creation, which keeps index entries of
 * new rows together.
 */
export function newId(now = Date.now()): string {
  sequence = now > lastMs ? 0 : sequence + 1
  if (sequence > 0xfff) {
    lastMs++
    sequence = 0
  } else lastMs = Math.max(now, lastMs)
  const time = lastMs.toString(16).padStart(12, '0')
  const random = randomBytes(8)
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
