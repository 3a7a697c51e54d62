import type { Id } from './component.ts'

/** Keys that reach an object's prototype, refused as keys and as identifiers wherever they stand. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const idPattern = /^[A-Za-z0-9_-]{1,64}$/

/** By itself in this file: whoever checks an id and no drawing (every page of the console does) shall not load the schemas of all of it. */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' && idPattern.test(value) && !forbiddenKeys.has(value)
}
