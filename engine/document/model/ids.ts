import type { Id } from './component.ts'

/** Keys that access an object's prototype. Rejected as keys and ids everywhere. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const idPattern = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Returns true for a valid id. In a separate file, so that callers that only check ids do not load the drawing schemas.
 */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' && idPattern.test(value) && !forbiddenKeys.has(value)
}
