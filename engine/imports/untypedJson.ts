import { isObject } from '../document/props/props.ts'

/** Accessors for untrusted data: only own keys, and only values of the requested type. */
export type Raw = Readonly<Record<string, unknown>>

/** Returns the value as an object, or undefined if it is not an object. */
export function toRaw(value: unknown): Raw | undefined {
  return isObject(value) ? value : undefined
}

/** Returns the value of an own key of untrusted data, or undefined. */
export function getOwn(raw: Raw | undefined, key: string): unknown {
  return raw && Object.hasOwn(raw, key) ? raw[key] : undefined
}

/** Returns the object at a key, or undefined if the value is not an object. */
export function getObject(raw: Raw | undefined, key: string): Raw | undefined {
  return toRaw(getOwn(raw, key))
}

/** Returns the array at a key; empty if the value is not an array. */
export function getList(raw: Raw | undefined, key: string): readonly unknown[] {
  const value = getOwn(raw, key)
  return Array.isArray(value) ? value : []
}

/** A text, or a number as text; '' for anything else. */
export function getText(raw: Raw | undefined, key: string): string {
  const value = getOwn(raw, key)
  return typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** A finite number, also from a text or boolean. -0 becomes 0. */
export function getNumber(raw: Raw | undefined, key: string): number | undefined {
  return asNumber(getOwn(raw, key))
}

/**
 * Converts a finite number, boolean or numeric text of up to 40 characters to a number; otherwise undefined. -0 becomes
 * 0.
 */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string' || value.length > 40 || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number + 0 : undefined
}

/** Returns the boolean at a key, or undefined if the value is not a boolean. */
export function getFlag(raw: Raw | undefined, key: string): boolean | undefined {
  const value = getOwn(raw, key)
  return typeof value === 'boolean' ? value : undefined
}

/** The objects in a list, from its first `most` entries. */
export function getObjects(raw: Raw | undefined, key: string, maxCount = 100): readonly Raw[] {
  return getList(raw, key).slice(0, maxCount).filter(isObject)
}
