import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** Keys that can change the prototype of an object when copied carelessly. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses an untrusted JSON body. A scan before parsing rejects excessive depth, forbidden keys and duplicate keys, and
 * reports the position. A byte order mark is ignored; an empty body returns undefined. `maxBrackets` limits the number
 * of objects and arrays, because millions of empty ones are a small text but need a gigabyte after parsing. Throws
 * `input.json`.
 */
export function readBody(bytes: Uint8Array, maxBrackets = Infinity): unknown {
  const text = decode(bytes)
  if (text.trim() === '') return undefined
  scan(text, maxBrackets)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const place = /position (\d+)/.exec(cause instanceof Error ? cause.message : '')?.[1] ?? String(text.length)
    return rejectBody('syntax', `invalid JSON at character ${place}`)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return rejectBody('encoding', 'not UTF-8')
  }
}

/** Keys of an open object so far; null for an array. */
type OpenScope = Set<string> | null

function scan(text: string, maxBrackets: number): void {
  const open: OpenScope[] = []
  let brackets = 0
  let isKeyNext = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        // "
        const end = stringEnd(text, at)
        const keys = open.at(-1)
        if (isKeyNext && keys) addKey(keys, text.slice(at, end + 1), at)
        isKeyNext = false
        at = end
        break
      }
      case 0x7b: // {
      case 0x5b: {
        // [
        const isObject = text.charCodeAt(at) === 0x7b
        open.push(isObject ? new Set() : null)
        if (open.length > limits.http.jsonDepth)
          rejectBody('depth', `more than ${limits.http.jsonDepth} brackets are open at character ${at}`)
        if (++brackets > maxBrackets)
          rejectBody('size', `more than ${maxBrackets} objects and lists at character ${at}`)
        isKeyNext = isObject
        break
      }
      case 0x7d: // }
      case 0x5d: // ]
        open.pop()
        isKeyNext = false
        break
      case 0x2c: // ,
        isKeyNext = open.at(-1) instanceof Set
        break
    }
  }
}

/** Index of the quote that closes the string starting at `from`; the last index if there is none. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length - 1
}

function addKey(keys: Set<string>, quoted: string, at: number): void {
  const key = unquote(quoted)
  if (forbidden.has(key)) rejectBody('key', `the key at character ${at} is not allowed`)
  if (keys.has(key)) rejectBody('duplicate', `duplicate key at character ${at}`)
  keys.add(key)
}

function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted // invalid JSON; the parser reports it
  }
}

function rejectBody(code: string, message: string): never {
  throw new ApiError('input.json', { problems: [{ path: '', code, message }] })
}
