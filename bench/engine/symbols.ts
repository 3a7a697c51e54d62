import { CommandBus } from '../../engine/commands/index.ts'
import { catalog } from '../../engine/components/catalog.ts'
import {
  defaultLayer,
  DrawingDocument,
  makeComponent,
  newDrawing,
  readDrawing,
  writeDrawing,
} from '../../engine/document/index.ts'
import type { Id } from '../../engine/document/index.ts'

/**
 * Compares 1,000 instances of a ten-member symbol with 1,000 plain groups of the same members: file size, open time,
 * heap, moving all at once, and changing the symbol. Runs without a browser in a separate process: `npm run bench`
 * starts it with --json; manually use npx tsx --expose-gc bench/engine/symbols.ts
 */
const count = 1000
const membersEach = 10
const rounds = 9

interface Figures {
  readonly bytes: number
  readonly openMs: number
  readonly heapBytes: number
  readonly moveMs: number
}

const instances = withInstances()
const plain = detached(instances)
const [ofInstances, ofGroups] = measurePair([instances, plain])
if (process.argv.includes('--json'))
  process.stdout.write(JSON.stringify({ count, instances: ofInstances, groups: ofGroups }))
else printFigures()

function printFigures(): void {
  const rows = [
    ['text, kB', ofInstances.bytes / 1e3, ofGroups.bytes / 1e3],
    ['open, ms', ofInstances.openMs, ofGroups.openMs],
    ['heap, MB', ofInstances.heapBytes / 1e6, ofGroups.heapBytes / 1e6],
    ['move all, ms', ofInstances.moveMs, ofGroups.moveMs],
  ] as const
  for (const [name, own, groups] of rows)
    process.stdout.write(
      `${name.padEnd(14)} instances ${own.toFixed(1).padStart(8)}   plain groups ${groups.toFixed(1).padStart(8)}\n`,
    )
  for (const [name, ms] of Object.entries(updateFigures(instances)))
    process.stdout.write(`${name.padEnd(24)} ${ms.toFixed(1)} ms\n`)
}

function withInstances(): string {
  const document = new DrawingDocument({
    ...newDrawing('Pumps'),
    layer: { ...defaultLayer, backColor: '#ffffff', width: 4000, height: 3000 },
  })
  const bus = new CommandBus(document, catalog)
  const ids: Id[] = []
  for (let i = 0; i < membersEach; i++) {
    const created = bus.run('add', {
      type: i % 2 ? 'text' : 'rect',
      x: (i % 5) * 20,
      y: Math.floor(i / 5) * 20,
      width: 18,
      height: 18,
      ...(i % 2 && { props: { text: 'Pump' } }),
    })
    if (!created.ok || !created.created?.[0]) throw new Error(JSON.stringify(created))
    ids.push(created.created[0])
  }
  bus.run('set-props', {
    ids: ids.filter((_, i) => i % 2 === 0),
    bindings: [
      {
        prop: 'backgroundColor',
        tag: 'works/pump-1/speed',
        via: { kind: 'states', states: [{ min: 0, max: 1, value: '#00ff00' }] },
      },
    ],
  })
  const created = bus.run('make-symbol', {
    ids,
    name: 'Pump',
    params: [
      { name: 'pump', kind: 'tag', default: 'works/pump-1' },
      { name: 'label', kind: 'text', default: 'Pump' },
    ],
  })
  const symbol = document.symbols[0]
  if (!created.ok || !symbol) throw new Error(JSON.stringify(created))
  bus.run('update-symbol', {
    symbol: symbol.id,
    components: symbol.components.map((one) => (one.type === 'text' ? { ...one, props: { text: '{label}' } } : one)),
  })
  for (let i = 1; i < count; i++)
    bus.run('add-instance', {
      symbol: symbol.id,
      x: (i % 40) * 100,
      y: Math.floor(i / 40) * 50,
      params: { pump: `works/pump-${i + 1}`, label: `P${i}` },
    })
  return writeDrawing(document.toDrawing())
}

/** Returns the same drawing without symbol links. */
function detached(text: string): string {
  const { document, bus } = opened(text)
  bus.run('detach', { ids: document.children(null).map(({ id }) => id) })
  const drawing = document.toDrawing()
  return writeDrawing({
    ...drawing,
    symbols: [],
    components: drawing.components.map((component) => makeComponent(component)),
  })
}

function opened(text: string): { readonly document: DrawingDocument; readonly bus: CommandBus } {
  const read = readDrawing(text, catalog)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const document = new DrawingDocument(read.value.drawing)
  return { document, bus: new CommandBus(document, catalog) }
}

/** Alternates between both texts, so that a temporarily slow machine affects them equally. */
function measurePair(texts: readonly [string, string]): readonly [Figures, Figures] {
  const both = ([first, second]: typeof texts, measure: (text: string) => number): readonly [number, number] => {
    const pairs = Array.from({ length: rounds }, () => [measure(first), measure(second)] as const)
    return [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))]
  }
  const open = both(texts, (text) => timed(() => opened(text)))
  const move = both(texts, (text) => {
    const { document, bus } = opened(text)
    const ids = document.children(null).map(({ id }) => id)
    bus.run('move', { ids, dx: 1, dy: 1 })
    return timed(() => bus.run('move', { ids, dx: 1, dy: 1 }))
  })
  const of = (at: 0 | 1): Figures => ({
    bytes: texts[at].length,
    openMs: open[at],
    heapBytes: measureHeap(texts[at]),
    moveMs: move[at],
  })
  return [of(0), of(1)]
}

function measureHeap(text: string): number {
  collect()
  const before = process.memoryUsage().heapUsed
  const retained = opened(text)
  collect()
  const bytes = process.memoryUsage().heapUsed - before
  if (retained.document.components.size === 0) throw new Error('the drawing is empty')
  return bytes
}

function updateFigures(text: string): Record<string, number> {
  const { document, bus } = opened(text)
  const [symbol] = document.symbols
  if (!symbol) throw new Error('the symbol is not there')
  const changes = Array.from({ length: rounds }, (_, round) =>
    timed(() => {
      const result = bus.run('update-symbol', {
        symbol: symbol.id,
        components: symbol.components.map((one) => ({ ...one, x: one.x + round + 1 })),
      })
      if (!result.ok) throw new Error(JSON.stringify(result))
    }),
  )
  const undone = Array.from({ length: rounds }, () => timed(() => bus.history.undo()))
  const ids = document.children(null).map(({ id }) => id)
  const params = Array.from({ length: rounds }, (_, round) =>
    timed(() => bus.run('set-params', { ids, params: { label: `R${round}` } })),
  )
  return { 'update-symbol': median(changes), 'its undo': median(undone), 'set-params on all': median(params) }
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

function collect(): void {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
}
