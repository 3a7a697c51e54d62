import type { Id } from './component.ts'

/**
 * A new identifier: 20 characters of 5 random bits. Not `crypto.randomUUID`, which browsers give only to pages over
 * https, and many plants serve their console over plain http.
 */
export function makeId(): Id {
  if (next === pool.length) {
    crypto.getRandomValues(pool)
    next = 0
  }
  // One flat string: put together piece by piece it costs five times as much once it is a key of a map.
  for (let i = 0; i < idLength; i++) codes[i] = digits[(pool[next++] ?? 0) & 31] ?? 0
  return String.fromCharCode(...codes) as Id
}

const digits = new TextEncoder().encode('0123456789abcdefghijklmnopqrstuv')
const idLength = 20
const codes: number[] = Array.from({ length: idLength }, () => 0)
const pool = new Uint8Array(idLength * 256)
let next = pool.length
