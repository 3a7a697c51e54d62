import type { Id } from './component.ts'

/**
 * Returns the id of an instance's member. Deterministic, so that attachments, selections and versions remain valid. A
 * 100-bit hash in the alphabet of `makeId`; joined ids would be ambiguous and too long for nested instances.
 */
export function memberId(instance: Id, template: Id): Id {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = 0xb7e15162
  let d = 0xdeadbeef
  for (const text of [instance, '/', template]) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      a = b ^ Math.imul(a ^ code, 597399067)
      b = c ^ Math.imul(b ^ code, 2869860233)
      c = d ^ Math.imul(c ^ code, 951274213)
      d = a ^ Math.imul(d ^ code, 2716044179)
    }
  }
  return (encodeFive(mixBits(a ^ c)) +
    encodeFive(mixBits(b ^ d)) +
    encodeFive(mixBits(c ^ Math.imul(b, 668265263))) +
    encodeFive(mixBits(d ^ Math.imul(a, 374761393)))) as Id
}

function mixBits(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

function encodeFive(word: number): string {
  return (
    digits.charAt(word & 31) +
    digits.charAt((word >>> 5) & 31) +
    digits.charAt((word >>> 10) & 31) +
    digits.charAt((word >>> 15) & 31) +
    digits.charAt((word >>> 20) & 31)
  )
}

const digits = '0123456789abcdefghijklmnopqrstuv'
