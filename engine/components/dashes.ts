import type { Brush } from '../paint/brush/brush.ts'
import { choice, text } from '../schema/index.ts'
import { colorAt, getArea } from './gradients.ts'
import { strokeCurve } from './strokes.ts'

/** End of a line. `auto` is round for lines with bends and flat for straight ones. */
export type LineEnd = 'auto' | 'butt' | 'round' | 'square'

/** Ends and dash pattern of a line. */
export const strokeFields = {
  lineEnds: choice(
    { en: 'Line ends', zh: '线端样式' },
    {
      default: 'auto',
      options: [
        { value: 'auto', words: { en: 'Automatic', zh: '自动' } },
        { value: 'butt', words: { en: 'Flat', zh: '平头' } },
        { value: 'round', words: { en: 'Round', zh: '圆头' } },
        { value: 'square', words: { en: 'Square', zh: '方头' } },
      ],
    },
  ),
  dashes: text(
    { en: 'Dash pattern', zh: '虚线样式' },
    {
      format: 'line',
      maxLength: 200,
      group: 'style',
      isCode: true,
      hint: {
        en: 'Lengths of dashes and gaps in px, for example 15 5 3 5. Replaces the line style.',
        zh: '线段与间隔的长度（像素），例如 15 5 3 5；填写后代替线型。',
      },
    },
  ),
}

/** Values of `strokeFields`; absent for lines without these fields. */
export interface StrokeProps {
  readonly lineEnds?: LineEnd
  readonly dashes?: string
}

/**
 * Parses a dash pattern: lengths in px, alternately of dashes and gaps. An odd number of lengths is repeated once.
 * Undefined if the text is empty or not a pattern.
 */
export function readDashes(pattern: string | undefined): readonly number[] | undefined {
  if (pattern === undefined || pattern === '') return undefined
  const lengths = pattern
    .trim()
    .split(/[\s,;]+/)
    .map(Number)
  const sum = lengths.reduce((all, length) => all + length, 0)
  if (lengths.length > maxLengths || !lengths.every((length) => length >= 0) || !(sum > 0.05)) return undefined
  return lengths.length % 2 === 0 ? lengths : [...lengths, ...lengths]
}

const maxLengths = 40
/** Maximum number of dashes of a line; longer lines are drawn solid. */
const maxDashes = 2000

/**
 * Cuts a path of flat x, y pairs into its dashes. A gap of length 0 joins two dashes; a dash of length 0 is a dot.
 * Undefined if the path has too many dashes.
 */
export function cutDashes(
  path: readonly number[],
  pattern: readonly number[],
): readonly (readonly number[])[] | undefined {
  const total = getLength(path)
  const period = pattern.reduce((sum, length) => sum + length, 0)
  if ((total / period) * (pattern.length / 2) > maxDashes) return undefined
  const parts: number[][] = []
  let current: number[] | null = null
  let step = -1
  let left = 0
  let isDash = false
  const turn = (x: number, y: number, dx: number, dy: number): void => {
    while (left <= 1e-9) {
      step = (step + 1) % pattern.length
      left = pattern[step]
      const wasDash = isDash
      isDash = step % 2 === 0
      if (wasDash && left > 0) current = null
      if (!isDash || current) continue
      current = [x, y]
      // A dot needs a direction for its ends.
      if (left <= 1e-9) current.push(x + dx * dotPx, y + dy * dotPx)
      parts.push(current)
    }
  }
  for (let at = 0; at + 3 < path.length; at += 2) {
    const [x1, y1, x2, y2] = [path[at], path[at + 1], path[at + 2], path[at + 3]]
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length === 0) continue
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
    let done = 0
    while (done < length) {
      turn(x1 + dx * done, y1 + dy * done, dx, dy)
      const reach = Math.min(left, length - done)
      done += reach
      left -= reach
      if (isDash) parts.at(-1)?.push(x1 + dx * done, y1 + dy * done)
    }
  }
  return parts.filter((part) => part.length >= 4)
}

const dotPx = 0.01

/** Style of a stroked path. `width` is in px. */
export interface StrokeStyle {
  readonly ink: string
  readonly width: number
  readonly ends: LineEnd
}

/** Draws a path as dashes with the given ends. Returns false if it has too many dashes; nothing is drawn then. */
export function strokeDashes(
  brush: Brush,
  path: readonly number[],
  pattern: readonly number[],
  style: StrokeStyle,
): boolean {
  const parts = cutDashes(path, pattern)
  if (!parts) return false
  const whole = style.ink.endsWith(')') ? getArea(path, unit, style.width) : undefined
  for (const part of parts) {
    const middle = Math.floor(part.length / 4) * 2
    const ink = whole ? colorAt(style.ink, whole, part[middle], part[middle + 1]) : style.ink
    strokeEnds(brush, part, { ...style, ink, ends: style.ends === 'auto' ? 'butt' : style.ends })
  }
  return true
}

/** Draws a solid path with the given ends. */
export function strokeEnds(brush: Brush, course: readonly number[], { ink, width, ends }: StrokeStyle): void {
  const path = withoutRepeats(course)
  if (path.length < 4) return
  const drawn = ends === 'square' ? lengthen(path, width / 2) : path
  if (drawn.length === 4) {
    const [x1, y1, x2, y2] = drawn
    return brush.line(x1, y1, x2, y2, { stroke: ink, width, cap: ends === 'round' ? 'round' : 'butt' })
  }
  strokeCurve(brush, drawn, ink, { width, cap: 'butt' })
  if (ends !== 'round') return
  for (const at of [0, path.length - 2])
    brush.ellipse(path[at] - width / 2, path[at + 1] - width / 2, width, width, { fill: ink })
}

/** Leaves out points in the place of their predecessor, which have no direction. */
function withoutRepeats(course: readonly number[]): readonly number[] {
  const path: number[] = []
  for (let at = 0; at + 1 < course.length; at += 2) {
    const [x, y] = [course[at], course[at + 1]]
    if (path.length === 0 || Math.hypot(x - path[path.length - 2], y - path[path.length - 1]) > 1e-6) path.push(x, y)
  }
  return path
}

/** Extends both ends of a path in their directions. */
function lengthen(path: readonly number[], by: number): readonly number[] {
  const last = path.length - 2
  const extended = [...path]
  const extend = (at: number, before: number): void => {
    const [dx, dy] = [path[at] - path[before], path[at + 1] - path[before + 1]]
    const length = Math.hypot(dx, dy) || 1
    extended[at] += (dx / length) * by
    extended[at + 1] += (dy / length) * by
  }
  extend(0, 2)
  extend(last, last - 2)
  return extended
}

function getLength(path: readonly number[]): number {
  let length = 0
  for (let at = 0; at + 3 < path.length; at += 2)
    length += Math.hypot(path[at + 2] - path[at], path[at + 3] - path[at + 1])
  return length
}

const unit = { width: 1, height: 1 }
