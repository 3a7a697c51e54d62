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
  let id = ''
  for (const end = next + idLength; next < end; next++) id += digits[(pool[next] ?? 0) & 31]
  return id as Id
}

const digits = '0123456789abcdefghijklmnopqrstuv'
const idLength = 20
const pool = new Uint8Array(idLength * 256)
let next = pool.length
