import { identity, multiply, rotation, scaling, translation } from '../matrix.ts'
import type { Box, Point } from '../../geometry/index.ts'
import type { Matrix } from '../matrix.ts'
import { readLength } from './lengths.ts'

/** Parses a `transform` attribute to a matrix; invalid functions are ignored. */
export function readTransform(text: string | undefined): Matrix {
  if (text === undefined || text === '' || text.length > 10_000) return identity
  let matrix = identity
  for (const [, name = '', inside = ''] of text.matchAll(/\b([a-z]+)\s*\(([^()]*)\)/gi)) {
    const step = parseStep(name.toLowerCase(), numbersIn(inside))
    if (step) matrix = multiply(matrix, step)
  }
  return matrix.every(Number.isFinite) ? matrix : identity
}

/** Parses a `transform-origin` in a box: lengths, percentages and side names in either order. Undefined if invalid. */
export function originIn(text: string, box: Box): Point | undefined {
  const [first = '', second = 'center'] = text.trim().toLowerCase().split(/\s+/)
  const isTurned = /^(?:top|bottom)$/.test(first) || /^(?:left|right)$/.test(second)
  const [across, down] = isTurned ? [second, first] : [first, second]
  const along = (word: string, startWord: string, endWord: string, length: number): number | undefined =>
    word === startWord ? 0 : word === endWord ? length : word === 'center' ? length / 2 : readLength(word, length)
  const [x, y] = [along(across, 'left', 'right', box.width), along(down, 'top', 'bottom', box.height)]
  return x === undefined || y === undefined ? undefined : { x: box.x + x, y: box.y + y }
}

/** All numbers in a text, with any separators. */
export function numbersIn(text: string): number[] {
  return (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number)
}

function parseStep(name: string, list: readonly number[]): Matrix | undefined {
  const [p, q, r, s, t, u] = list
  switch (name) {
    case 'matrix':
      return p === undefined ||
        q === undefined ||
        r === undefined ||
        s === undefined ||
        t === undefined ||
        u === undefined
        ? undefined
        : [p, q, r, s, t, u]
    case 'translate':
      return translation(p ?? 0, q ?? 0)
    case 'scale':
      return scaling(p ?? 1, q ?? p ?? 1)
    case 'rotate':
      return multiply(multiply(translation(q ?? 0, r ?? 0), rotation(p ?? 0)), translation(-(q ?? 0), -(r ?? 0)))
    case 'skewx':
      return [1, 0, Math.tan(((p ?? 0) * Math.PI) / 180), 1, 0, 0]
    case 'skewy':
      return [1, Math.tan(((p ?? 0) * Math.PI) / 180), 0, 1, 0, 0]
    default:
      return undefined
  }
}
