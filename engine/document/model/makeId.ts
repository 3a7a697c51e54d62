import type { Id } from './component.ts'

/**
 * Returns a new random id: 20 characters with 5 bits each. `crypto.randomUUID` is not used because browsers provide it
 * over HTTPS only, and many installations use plain HTTP.
 */
export function makeId(): Id {
  if (next === pool.length) {
    crypto.getRandomValues(pool)
    next = 0
  }
  // Create a flat string: concatenated strings are five times slower as map keys.
  for (let i = 0; i < idLength; i++) codes[i] = digits[(pool[next++] ?? 0) & 31] ?? 0
  return String.fromCharCode(...codes) as Id
}

const digits = new TextEncoder().encode('0123456789abcdefghijklmnopqrstuv')
const idLength = 20
const codes: number[] = Array.from({ length: idLength }, () => 0)
const pool = new Uint8Array(idLength * 256)
let next = pool.length
