import { isObject } from '../document/props.ts'

/** Reading of plain data that anybody may have written: own keys only, the kind asked for or nothing. */
export type Raw = Readonly<Record<string, unknown>>

export function rawOf(value: unknown): Raw | undefined {
  return isObject(value) ? value : undefined
}

export function own(raw: Raw | undefined, key: string): unknown {
  return raw && Object.hasOwn(raw, key) ? raw[key] : undefined
}

export function part(raw: Raw | undefined, key: string): Raw | undefined {
  return rawOf(own(raw, key))
}

export function listOf(raw: Raw | undefined, key: string): readonly unknown[] {
  const value = own(raw, key)
  return Array.isArray(value) ? value : []
}

/** Text, or a number written out; what is neither is nothing. */
export function textOf(raw: Raw | undefined, key: string): string {
  const value = own(raw, key)
  return typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** A finite number, also where a file writes it as text, as forms do. Nothing below zero is nothing: JSON has no such zero to write. */
export function numberOf(raw: Raw | undefined, key: string): number | undefined {
  return asNumber(own(raw, key))
}

export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string' || value.length > 40 || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number + 0 : undefined
}

export function flagOf(raw: Raw | undefined, key: string): boolean | undefined {
  const value = own(raw, key)
  return typeof value === 'boolean' ? value : undefined
}

/** The objects of a list, with their places in it; only so many of them. */
export function rawsOf(raw: Raw | undefined, key: string, most = 100): readonly Raw[] {
  return listOf(raw, key).slice(0, most).filter(isObject)
}
