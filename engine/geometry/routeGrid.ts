import { expandBox } from './box.ts'
import { getDirection, insideLength } from './route.ts'
import type { Box, Point } from './box.ts'
import type { RouteEnd } from './route.ts'

interface Grid {
  readonly from: RouteEnd
  readonly to: RouteEnd
  /** First and last possible bend. */
  readonly start: Point
  readonly end: Point
  readonly own: readonly Box[]
  readonly obstacles: readonly Box[]
  readonly gap: number
}

/**
 * Returns the cheapest path from start to end on a grid of lines along, beside and between the boxes. Prefers few
 * bends, then a short path at a distance from the boxes. The box edges are part of the grid, so every reachable point
 * is reached and a box is crossed only if there is no other path.
 */
export function searchGrid(grid: Grid): Point[] {
  const { start, end, from, to } = grid
  const boxes = [...grid.own, ...grid.obstacles]
  const xs = linesAlong(grid, boxes, 'x')
  const ys = linesAlong(grid, boxes, 'y')
  const bend = (last(xs) - first(xs) + last(ys) - first(ys)) / 2 + 1
  const width = xs.length
  const costs = new Float64Array(width * ys.length * 4).fill(Infinity)
  const before = new Int32Array(costs.length).fill(-1)
  const open = new Heap()
  const steps = new StepCosts(xs, ys, boxes, grid)
  const ahead = (column: number, row: number): number =>
    Math.abs((xs[column] ?? 0) - end.x) + Math.abs((ys[row] ?? 0) - end.y)
  const out = from.side && getDirection(from.side)
  const [startColumn, startRow, endColumn, endRow] = [
    xs.indexOf(start.x),
    ys.indexOf(start.y),
    xs.indexOf(end.x),
    ys.indexOf(end.y),
  ]
  for (const [direction, { x, y }] of directions.entries()) {
    if (out && (out.x !== x || out.y !== y)) continue
    const state = (startRow * width + startColumn) * 4 + direction
    costs[state] = 0
    open.push(state, ahead(startColumn, startRow))
  }
  const arrival = to.side && getDirection(to.side)
  let best = -1
  let bestCost = Infinity
  for (let state = open.pop(); state >= 0 && open.minKey < bestCost; state = open.pop()) {
    const direction = state & 3
    const node = state >> 2
    const [column, row] = [node % width, Math.floor(node / width)]
    const cost = costs[state] ?? Infinity
    if (open.minKey > cost + ahead(column, row) + 1e-9) continue
    const heading = directions[direction] ?? nowhere
    if (column === endColumn && row === endRow) {
      // The last segment must arrive opposite to the direction of the other end.
      const turns = !arrival
        ? 0
        : heading.x === -arrival.x && heading.y === -arrival.y
          ? 0
          : heading.x === arrival.x && heading.y === arrival.y
            ? 4
            : 1
      if (cost + turns * bend < bestCost) [best, bestCost] = [state, cost + turns * bend]
      continue
    }
    for (const [next, { x, y }] of directions.entries()) {
      const [nextColumn, nextRow] = [column + x, row + y]
      if (
        (heading.x === -x && heading.y === -y) ||
        nextColumn < 0 ||
        nextRow < 0 ||
        nextColumn >= width ||
        nextRow >= ys.length
      )
        continue
      const target = (nextRow * width + nextColumn) * 4 + next
      const total = cost + steps.between(column, row, nextColumn, nextRow) + (next === direction ? 0 : bend)
      if (total >= (costs[target] ?? Infinity)) continue
      costs[target] = total
      before[target] = state
      open.push(target, total + ahead(nextColumn, nextRow))
    }
  }
  const path: Point[] = []
  for (let state = best; state >= 0; state = before[state] ?? -1)
    path.push({ x: xs[(state >> 2) % width] ?? 0, y: ys[Math.floor((state >> 2) / width)] ?? 0 })
  return path.reverse()
}

const directions: readonly Point[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
]
const nowhere: Point = { x: 0, y: 0 }
/** Crossing a box costs more than any detour; running close to a box costs slightly more than at a distance. */
const throughCost = 1e6
const nearCost = 1
/** Tie-breaker: prefers bends midway between the two ends. */
const asideCost = 1e-4

/** Costs of the grid's steps, computed on first use. */
class StepCosts {
  readonly #xs: readonly number[]
  readonly #ys: readonly number[]
  readonly #boxes: readonly Box[]
  readonly #around: readonly Box[]
  readonly #middle: Point
  readonly #level: Float64Array
  readonly #upright: Float64Array

  constructor(xs: readonly number[], ys: readonly number[], boxes: readonly Box[], { start, end, gap }: Grid) {
    this.#xs = xs
    this.#ys = ys
    this.#boxes = boxes
    // A second, closer margin costs extra, so a route through a narrow passage stays in its middle.
    this.#around = [gap, gap / 4].flatMap((by) => boxes.map((box) => expandBox(box, by)))
    this.#middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
    this.#level = new Float64Array(xs.length * ys.length).fill(-1)
    this.#upright = new Float64Array(xs.length * ys.length).fill(-1)
  }

  between(column: number, row: number, nextColumn: number, nextRow: number): number {
    const list = row === nextRow ? this.#level : this.#upright
    const at = Math.min(row, nextRow) * this.#xs.length + Math.min(column, nextColumn)
    const cached = list[at] ?? -1
    if (cached >= 0) return cached
    const cost = this.#computeCost(
      { x: this.#xs[column] ?? 0, y: this.#ys[row] ?? 0 },
      { x: this.#xs[nextColumn] ?? 0, y: this.#ys[nextRow] ?? 0 },
    )
    list[at] = cost
    return cost
  }

  #computeCost(a: Point, b: Point): number {
    const length = Math.abs(b.x - a.x) + Math.abs(b.y - a.y)
    const isMiddle = a.x === b.x ? a.x === this.#middle.x : a.y === this.#middle.y
    let cost = length * (isMiddle ? 1 : 1 + asideCost)
    for (const box of this.#boxes) {
      const inside = insideLength(a, b, box)
      if (inside > 0) cost += throughCost + inside * throughCost
    }
    for (const box of this.#around) cost += insideLength(a, b, box) * nearCost
    return cost
  }
}

/**
 * Coordinates at which a route may run: the ends, along and around all boxes, midway, and midway through narrow
 * passages.
 */
function linesAlong({ start, end, gap }: Grid, boxes: readonly Box[], axis: 'x' | 'y'): number[] {
  const size = axis === 'x' ? 'width' : 'height'
  const lines = [start[axis], end[axis], (start[axis] + end[axis]) / 2]
  const edges = boxes.flatMap((box) => [box[axis], box[axis] + box[size]]).sort((a, b) => a - b)
  for (const box of boxes) lines.push(box[axis] - gap, box[axis] + box[size] + gap)
  for (const [i, edge] of edges.entries()) {
    lines.push(edge)
    const before = edges[i - 1]
    if (before !== undefined && edge - before > 1 && edge - before < 2 * gap) lines.push((before + edge) / 2)
  }
  return lines.sort((a, b) => a - b).filter((line, i) => i === 0 || line !== lines[i - 1])
}

/** Priority queue of states by minimum total cost; equal costs in insertion order. */
class Heap {
  readonly #states: number[] = []
  readonly #keys: number[] = []
  readonly #order: number[] = []
  #count = 0
  /** Key of the last popped state. */
  minKey = -Infinity

  push(state: number, key: number): void {
    let at = this.#states.length
    const order = this.#count++
    for (; at > 0;) {
      const parent = (at - 1) >> 1
      if ((this.#keys[parent] ?? 0) <= key) break
      this.#place(at, this.#states[parent] ?? 0, this.#keys[parent] ?? 0, this.#order[parent] ?? 0)
      at = parent
    }
    this.#place(at, state, key, order)
  }

  /** Removes and returns the state with the smallest key, or -1 if the heap is empty. */
  pop(): number {
    const [state] = this.#states
    if (state === undefined) return -1
    this.minKey = this.#keys[0] ?? Infinity
    const [end, key, order] = [this.#states.pop() ?? 0, this.#keys.pop() ?? 0, this.#order.pop() ?? 0]
    const length = this.#states.length
    if (length === 0) return state
    let at = 0
    for (let child = 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && this.#isBefore(child + 1, this.#keys[child] ?? 0, this.#order[child] ?? 0)) child++
      if (!this.#isBefore(child, key, order)) break
      this.#place(at, this.#states[child] ?? 0, this.#keys[child] ?? 0, this.#order[child] ?? 0)
      at = child
    }
    this.#place(at, end, key, order)
    return state
  }

  #isBefore(at: number, key: number, order: number): boolean {
    const own = this.#keys[at] ?? 0
    return own < key || (own === key && (this.#order[at] ?? 0) < order)
  }

  #place(at: number, state: number, key: number, order: number): void {
    this.#states[at] = state
    this.#keys[at] = key
    this.#order[at] = order
  }
}

const first = (values: readonly number[]): number => values[0] ?? 0
const last = (values: readonly number[]): number => values.at(-1) ?? 0
