import { parseArgs } from 'node:util'
import { compileMapping, readMapping } from '../../contract/mapping/index.ts'
import { decodeFrame, encodeFrame, FrameCache } from '../../contract/telemetry/index.ts'

/*
 * Points per second that one core reads with a payload mapping from nested JSON of 20 points, and its cost as a
 * multiple of Mimic's own frame with the same 20 values: `npx tsx bench/mapping/mapping.ts [--json]`. Rounds of both
 * take turns, so that a slow moment slows both.
 */

const pointCount = 20
const roundMs = 300
const rounds = 9
const at = Date.UTC(2026, 4, 4, 8, 15, 30)
const zone = 'Asia/Shanghai'

interface Contestant {
  readonly name: string
  /** Reads one message of `pointCount` points. */
  readonly read: () => number
  readonly perSecond: number[]
}

const encoder = new TextEncoder()
const quantities = ['voltage', 'current', 'power', 'energy', 'temperature']
const groups = ['a', 'b', 'c', 'd']
const names = groups.flatMap((group) =>
  quantities.map((quantity) => ({ group, quantity, point: `${quantity}_${group}` })),
)

const contestants = [
  createFrameReader(),
  createMapper('nested', false),
  createMapper('nested, ISO time, factor', true),
  createRowReader(),
]
measure(contestants)
report(contestants)

function createFrameReader(): Contestant {
  const cache = new FrameCache(() => at)
  const points = names.map(({ point }) => point)
  const bytes = encodeFrame({ at, points, values: points.map((_, index) => 200 + index * 1.25) }, 'json')
  return {
    name: 'own frame',
    perSecond: [],
    read: () => {
      const frame = decodeFrame(bytes, cache)
      return frame.problem === undefined ? frame.points.length : 0
    },
  }
}

/** `{"time": …, "line": {"a": {"voltage": …}, …}}` */
function createMapper(name: string, isConverted: boolean): Contestant {
  const line = Object.fromEntries(
    groups.map((group, row) => [
      group,
      Object.fromEntries(quantities.map((quantity, column) => [quantity, 200 + row * 6.25 + column * 1.25])),
    ]),
  )
  const time = isConverted ? '2026-05-04T16:15:30' : at
  return createReader(
    name,
    'meter/7/values',
    { time, line },
    {
      version: 1,
      topics: [{ id: 'values', topic: 'meter/{device}/values', format: 'json', time: { path: 'time' } }],
      points: names.map(({ group, quantity, point }) => ({
        point,
        type: 'decimal',
        sources: [{ topic: 'values', path: `line.${group}.${quantity}` }],
        ...(isConverted ? { conversion: { factor: 0.1, offset: 1 } } : {}),
      })),
    },
  )
}

/** `{"values": [{"id": "a.voltage", "v": …, "q": true}, …]}` */
function createRowReader(): Contestant {
  const values = names.map(({ group, quantity }, index) => ({ id: `${group}.${quantity}`, v: 200 + index, q: true }))
  return createReader(
    'rows with quality',
    'gateway/7',
    { timestamp: at, values },
    {
      version: 1,
      topics: [{ id: 'values', topic: 'gateway/{device}', format: 'json', time: { path: 'timestamp' } }],
      points: names.map(({ group, quantity, point }) => {
        const row = `values[?id=="${group}.${quantity}"]`
        return {
          point,
          type: 'decimal',
          sources: [{ topic: 'values', path: `${row}.v` }],
          quality: { path: `${row}.q`, good: [true] },
        }
      }),
    },
  )
}

function createReader(name: string, topic: string, message: object, mapping: unknown): Contestant {
  const read = readMapping(mapping)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const mapper = compileMapping(read.mapping, { zone })
  const bytes = encoder.encode(JSON.stringify(message))
  return { name, perSecond: [], read: () => mapper.read(topic, bytes, at).frames[0]?.points.length ?? 0 }
}

function measure(all: readonly Contestant[]): void {
  for (const { name, read } of all)
    if (read() !== pointCount) throw new Error(`${name} does not read ${pointCount} points`)
  for (let round = 0; round <= rounds; round++) {
    for (const { read, perSecond } of all) {
      let points = 0
      const before = process.cpuUsage()
      const end = performance.now() + roundMs
      while (performance.now() < end) for (let index = 0; index < 500; index++) points += read()
      const { user, system } = process.cpuUsage(before)
      // The first round warms up. CPU time, because other work on the machine counts in elapsed time.
      if (round > 0) perSecond.push(points / ((user + system) / 1e6))
    }
  }
}

function report(all: readonly Contestant[]): void {
  const own = median(all[0]?.perSecond ?? [])
  const rows = all.map(({ name, perSecond }) => ({
    name,
    pointsPerSecond: Math.round(median(perSecond)),
    cost: Number((own / median(perSecond)).toFixed(2)),
  }))
  const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  if (options.json) process.stdout.write(`${JSON.stringify(rows)}\n`)
  else
    for (const { name, pointsPerSecond, cost } of rows)
      process.stdout.write(`${name.padEnd(28)} ${String(pointsPerSecond).padStart(10)} points/s  ${cost} × own frame\n`)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
