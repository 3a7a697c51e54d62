/** A path segment, starting at the end of the previous one. */
export type Segment =
  | { readonly kind: 'line'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'cubic'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly x: number
      readonly y: number
    }
  | {
      readonly kind: 'arc'
      readonly cx: number
      readonly cy: number
      readonly rx: number
      readonly ry: number
      /** Rotation of the ellipse, start angle and sweep in radians. */
      readonly rotation: number
      readonly from: number
      readonly sweep: number
      readonly x: number
      readonly y: number
    }

/** A part of a path that starts with a move. `x` and `y` are its start point. */
export interface Subpath {
  readonly x: number
  readonly y: number
  readonly segments: readonly Segment[]
  readonly isClosed: boolean
}

/** Parses a `d` attribute up to its first error, like browsers. The number of segments is limited. */
export function readPath(text: string, stepLimit = 100_000): Subpath[] {
  const reader = new PathReader(text, stepLimit)
  reader.read()
  return reader.subpaths
}

const argumentCounts: ReadonlyMap<string, number> = new Map(
  Object.entries({ M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }),
)
const commandPattern = /[\s,]*([MLHVCSQTAZ])/iy
const numberPattern = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy
const flagPattern = /[\s,]*([01])/y

class PathReader {
  readonly subpaths: { x: number; y: number; segments: Segment[]; isClosed: boolean }[] = []
  private readonly text: string
  private steps: number
  private at = 0
  private x = 0
  private y = 0
  /** Last control point, for smooth continuations. */
  private control: { readonly kind: 'C' | 'Q'; readonly x: number; readonly y: number } | undefined

  constructor(text: string, stepLimit: number) {
    this.text = text
    this.steps = stepLimit
  }

  read(): void {
    for (let letter = this.command(); letter !== undefined; letter = this.command()) {
      const name = letter.toUpperCase()
      const count = argumentCounts.get(name) ?? 0
      if (this.subpaths.length === 0 && name !== 'M') return
      let isFirst = true
      do {
        const list = this.numbers(name, count)
        if (!list || this.steps-- <= 0) {
          if (isFirst && name !== 'Z') return
          break
        }
        this.step(name === 'M' && !isFirst ? 'L' : name, letter !== name, list)
        isFirst = false
      } while (count > 0)
    }
  }

  private command(): string | undefined {
    commandPattern.lastIndex = this.at
    const letter = commandPattern.exec(this.text)?.[1]
    if (letter !== undefined) this.at = commandPattern.lastIndex
    return letter
  }

  private numbers(name: string, count: number): number[] | undefined {
    const list: number[] = []
    const start = this.at
    while (list.length < count) {
      const pattern = name === 'A' && (list.length === 3 || list.length === 4) ? flagPattern : numberPattern
      pattern.lastIndex = this.at
      const written = pattern.exec(this.text)?.[1]
      if (written === undefined || !Number.isFinite(Number(written))) {
        this.at = start
        return undefined
      }
      this.at = pattern.lastIndex
      list.push(Number(written))
    }
    return list
  }

  private step(name: string, isRelative: boolean, list: readonly number[]): void {
    const [ox, oy] = isRelative ? [this.x, this.y] : [0, 0]
    const [p = 0, q = 0, r = 0, s = 0, t = 0, u = 0, v = 0] = list
    switch (name) {
      case 'M':
        return this.move(ox + p, oy + q)
      case 'L':
        return this.line(ox + p, oy + q)
      case 'H':
        return this.line(ox + p, this.y)
      case 'V':
        return this.line(this.x, oy + p)
      case 'C':
        return this.cubic(ox + p, oy + q, ox + r, oy + s, ox + t, oy + u)
      case 'S': {
        const from = this.mirrorControl('C')
        return this.cubic(from.x, from.y, ox + p, oy + q, ox + r, oy + s)
      }
      case 'Q':
        return this.quadratic(ox + p, oy + q, ox + r, oy + s)
      case 'T': {
        const from = this.mirrorControl('Q')
        return this.quadratic(from.x, from.y, ox + p, oy + q)
      }
      case 'A':
        return this.arc(p, q, r, s !== 0, t !== 0, ox + u, oy + v)
      default:
        return this.close()
    }
  }

  private move(x: number, y: number): void {
    this.subpaths.push({ x, y, segments: [], isClosed: false })
    this.moveTo(x, y)
  }

  private line(x: number, y: number): void {
    this.addSegment({ kind: 'line', x, y })
    this.moveTo(x, y)
  }

  private cubic(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.addSegment({ kind: 'cubic', x1, y1, x2, y2, x, y })
    this.moveTo(x, y, { kind: 'C', x: x2, y: y2 })
  }

  private quadratic(px: number, py: number, x: number, y: number): void {
    const third = (end: number, control: number) => end + (2 / 3) * (control - end)
    this.addSegment({
      kind: 'cubic',
      x1: third(this.x, px),
      y1: third(this.y, py),
      x2: third(x, px),
      y2: third(y, py),
      x,
      y,
    })
    this.moveTo(x, y, { kind: 'Q', x: px, y: py })
  }

  /** Converts from endpoint to centre parameters as in the appendix of the SVG specification. */
  private arc(
    radiusX: number,
    radiusY: number,
    rotationDeg: number,
    isLarge: boolean,
    isSweep: boolean,
    x: number,
    y: number,
  ): void {
    let [rx, ry] = [Math.abs(radiusX), Math.abs(radiusY)]
    if (rx === 0 || ry === 0 || (x === this.x && y === this.y)) return this.line(x, y)
    const rotation = (rotationDeg * Math.PI) / 180
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
    const [dx, dy] = [(this.x - x) / 2, (this.y - y) / 2]
    const [px, py] = [cos * dx + sin * dy, -sin * dx + cos * dy]
    const excess = (px / rx) ** 2 + (py / ry) ** 2
    if (excess > 1) [rx, ry] = [rx * Math.sqrt(excess), ry * Math.sqrt(excess)]
    const spread = (rx * py) ** 2 + (ry * px) ** 2
    const factor = (isLarge === isSweep ? -1 : 1) * Math.sqrt(Math.max(0, ((rx * ry) ** 2 - spread) / spread))
    const [qx, qy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx]
    const from = Math.atan2((py - qy) / ry, (px - qx) / rx)
    const to = Math.atan2((-py - qy) / ry, (-px - qx) / rx)
    let sweep = to - from
    if (isSweep && sweep < 0) sweep += 2 * Math.PI
    if (!isSweep && sweep > 0) sweep -= 2 * Math.PI
    if (!Number.isFinite(sweep)) return this.line(x, y)
    const [cx, cy] = [cos * qx - sin * qy + (this.x + x) / 2, sin * qx + cos * qy + (this.y + y) / 2]
    this.addSegment({ kind: 'arc', cx, cy, rx, ry, rotation, from, sweep, x, y })
    this.moveTo(x, y)
  }

  private close(): void {
    const subpath = this.subpaths.at(-1)
    if (!subpath) return
    subpath.isClosed = true
    this.moveTo(subpath.x, subpath.y)
  }

  private addSegment(segment: Segment): void {
    const last = this.subpaths.at(-1)
    if (last && !last.isClosed) last.segments.push(segment)
    else this.subpaths.push({ x: this.x, y: this.y, segments: [segment], isClosed: false })
  }

  private moveTo(x: number, y: number, control?: PathReader['control']): void {
    this.x = x
    this.y = y
    this.control = control
  }

  private mirrorControl(kind: 'C' | 'Q'): { readonly x: number; readonly y: number } {
    const { control } = this
    return control?.kind === kind ? { x: 2 * this.x - control.x, y: 2 * this.y - control.y } : { x: this.x, y: this.y }
  }
}
