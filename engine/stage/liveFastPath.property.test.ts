import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { quality, TagTable } from '../bindings/index.ts'
import { CommandBus } from '../commands/index.ts'
import { catalog } from '../components/catalog.ts'
import { DrawingDocument, makeComponent, newDrawing, type Component, type Id, type Props } from '../document/index.ts'
import { toFace } from '../paint/atlas/glyphs.ts'
import { primitivesPerPage } from '../paint/gpu/primitivePages.ts'
import { packColor, wordsPerPrimitive } from '../paint/brush/primitiveLayout.ts'
import { Player } from '../running/player.ts'
import { Scene } from './scene.ts'
import { count } from '../../tests/support/counts.ts'

const runs = count({ daily: 60, full: 200 })

/** Canvas context whose glyphs are boxes with a width that depends on the character code. */
const pen = {
  measureText: (letter: string) => ({
    width: 10 + (letter.charCodeAt(0) % 16),
    actualBoundingBoxLeft: 0,
    actualBoundingBoxRight: 10 + (letter.charCodeAt(0) % 16),
    actualBoundingBoxAscent: 30,
    actualBoundingBoxDescent: 4,
  }),
  clearRect: () => undefined,
  fillText: () => undefined,
  getImageData: (_x: number, _y: number, width: number, height: number) => ({
    data: new Uint8ClampedArray(4 * width * height).fill(255),
  }),
}
vi.stubGlobal(
  'OffscreenCanvas',
  class {
    width = 100
    height = 100
    getContext() {
      return pen
    }
  },
)

const noPictures = { chart: () => Promise.reject(new Error('no picture is asked for here')) }
const colors = ['#ff0000', '#00ff00', '#0000ff80', 'linear(90,#ff0000,#0000ff)'] as const
const states = colors.map((value, at) => ({ min: at, max: at, value }))

/**
 * Creates lamps with a colour tag each, some rotated by another tag and some in a group, and text readings with various
 * alignments.
 */
function lamps() {
  const group = makeComponent({ type: 'group', rank: 'a0', width: 100, height: 100 })
  const lamp = (_: unknown, at: number) =>
    makeComponent({
      type: 'rect',
      rank: `b0${at}`,
      parent: at < 3 ? group.id : null,
      x: 20 * at,
      bindings: [
        { prop: 'backgroundColor', tag: getTag(at), via: { kind: 'states', states } },
        ...(at % 3 === 2 ? [{ prop: 'angleDeg', tag: 'p/d/angle', via: { kind: 'value' } } as const] : []),
      ],
    })
  const reading = (props: Props, at: number) =>
    makeComponent({
      type: 'text',
      rank: `c00${at}`,
      x: 7 * at,
      y: 50,
      width: 60,
      height: 20,
      props: { fontSize: 12, ...props },
      bindings: [
        {
          prop: 'text',
          tag: getTag(lampCount + at),
          via: { kind: 'value', scale: 4567.8, decimals: 1, unit: at === 1 ? 'kWh' : undefined },
        },
      ],
    })
  return [group, ...Array.from({ length: lampCount }, lamp), ...readings.map(reading)]
}

const readings: readonly Props[] = [{}, { align: 'center' }, { wrap: true }, { backgroundColor: '#ffffff' }]
const lampCount = 6
const getTag = (lamp: number): string => `p/d/lamp${lamp}`

/** Creates a running drawing. Without `isStraight`, all values take the regular path. */
function running(components: readonly Component[], isStraight: boolean) {
  const tags = new TagTable()
  const document = new DrawingDocument({ ...newDrawing(), components })
  const scene = new Scene(document, catalog, noPictures, true, () => undefined)
  // Draw all characters first, because the atlas depends on the order of drawing.
  for (const letter of '0123456789.-\u00a0kWh by hand…')
    scene.atlas.glyph(letter.charCodeAt(0), toFace(undefined, undefined, undefined))
  const straight = vi.fn<(row: number, value: string) => boolean>(
    (row, value) => isStraight && scene.showFast(row, value),
  )
  const player = new Player(components, tags, catalog, (id) => scene.getLiveHandle(id), undefined, straight)
  const [group, ...lampIds] = components.map(({ id }) => id)
  return {
    scene,
    tags,
    straight,
    group,
    lamps: lampIds,
    bus: new CommandBus(document, catalog),
    frame: () => {
      player.play()
      scene.repaint()
      scene.painter.pages.settle()
      scene.painter.marks.settle()
    },
    /** Returns the records and live values of each lamp. */
    seen: () =>
      lampIds.map((id) => ({
        records: scene
          .getRuns([id])
          .map(({ page, start, count: size }) =>
            page.words.slice(start * wordsPerPrimitive, (start + size) * wordsPerPrimitive),
          ),
        live: scene.getLive(id),
      })),
  }
}

type Running = ReturnType<typeof running>

const lamp = fc.nat({ max: lampCount + 3 })
/** Chooses one of the first three values most of the time. */
const mostly = <T>(...choices: readonly T[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...choices.slice(0, 3)) }, fc.constantFrom(...choices.slice(3)))
const step: fc.Arbitrary<(world: Running) => void> = fc.oneof(
  {
    weight: 16,
    arbitrary: fc
      .tuple(lamp, mostly(0, 1, 2, 3, 4), mostly(quality.good, quality.good, quality.good, quality.stale))
      .map(([at, value, mark]) => ({ tags, frame }: Running) => {
        tags.write(tags.indexOf(getTag(at)), value, mark, 1)
        frame()
      }),
  },
  fc.nat({ max: 90 }).map(
    (angle) =>
      ({ tags }: Running) =>
        tags.write(tags.indexOf('p/d/angle'), angle, quality.good, 1),
  ),
  lamp.map(
    (at) =>
      ({ bus, lamps: ids }: Running) =>
        void bus.run('move', { ids: [ids[at]], dx: 5, dy: 0 }),
  ),
  lamp.map(
    (at) =>
      ({ bus, lamps: ids }: Running) =>
        void bus.run('reorder', { ids: [ids[at]], to: 'front' }),
  ),
  lamp.map(
    (at) =>
      ({ bus, lamps: ids }: Running) =>
        void bus.run('delete', { ids: [ids[at]] }),
  ),
  lamp.map((at) => ({ bus, lamps: ids }: Running) => {
    if (bus.run('delete', { ids: [ids[at]] }).ok) bus.history.undo()
  }),
  lamp.map(
    (at) =>
      ({ scene, lamps: ids }: Running) =>
        scene.override(ids[at], at < lampCount ? { backgroundColor: '#abcdef', opacity: 0.5 } : { text: 'by hand' }, 0),
  ),
  fc.constant(({ bus }: Running) => void bus.history.undo()),
  fc.boolean().map(
    (visible) =>
      ({ scene, group }: Running) =>
        scene.override(group, { visible }, 0),
  ),
  fc.constant(({ frame }: Running) => frame()),
)

it('paints and reports the same as without the fast path, whatever happens between colour changes', () => {
  let straight = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 100 }), (steps) => {
      const components = lamps()
      const worlds = [running(components, true), running(components, false)]
      for (const world of worlds) {
        for (const take of steps) take(world)
        world.frame()
      }
      const [live, plain] = worlds
      straight += live.straight.mock.results.filter(({ value }) => value === true).length
      expect(live.seen()).toEqual(plain.seen())
    }),
    { numRuns: runs },
  )
  expect(straight).toBeGreaterThan(2.5 * runs)
}, 60_000)

it('notifies listeners of a colour change on the fast path', () => {
  const {
    scene,
    tags,
    frame,
    straight,
    lamps: [first],
  } = running(lamps(), true)
  const liveIds: Id[] = []
  frame()
  scene.onLive((id) => liveIds.push(id))
  const setValue = (value: number) => {
    liveIds.length = 0
    tags.write(tags.indexOf(getTag(0)), value, quality.good, 1)
    frame()
    return liveIds
  }
  for (const value of [0, 1, 2]) expect(setValue(value)).toEqual([first])
  expect(straight).toHaveLastReturnedWith(true)
  expect(scene.getLive(first)?.values).toEqual({ backgroundColor: colors[2] })
})

it('finds a lamp again after its record moved or was recreated', () => {
  const { bus, scene, tags, frame, straight, seen, lamps: ids } = running(lamps(), true)
  const setValue = (value: number) => {
    tags.write(tags.indexOf(getTag(4)), value, quality.good, 1)
    frame()
    return seen()[4].records.map((words) => words[4])
  }
  for (const value of [0, 1, 0]) setValue(value)
  expect(straight).toHaveLastReturnedWith(true)
  expect(bus.run('reorder', { ids: [ids[3]], to: 'front' }).ok).toBe(true)
  frame()
  expect(setValue(1)).toEqual([packColor(colors[1])])
  expect(setValue(0)).toEqual([packColor(colors[0])])
  bus.run('delete', { ids: [ids[4]] })
  bus.history.undo()
  expect(setValue(1)).toEqual([packColor(colors[1])])
  expect(scene.getLive(ids[4])?.values).toEqual({ backgroundColor: colors[1] })
})

it('keeps the straight way of lamps on other pages when a reading outgrows its run', () => {
  const bound = (type: string, tag: string, prop: string, via: Component['bindings'][number]['via']) =>
    makeComponent({ type, rank: tag, bindings: [{ prop, tag, via }] })
  const [near, far] = ['a', 'd'].map((tag) => bound('rect', tag, 'backgroundColor', { kind: 'states', states }))
  const reading = bound('text', 'c', 'text', { kind: 'value', decimals: 0 })
  const others = Array.from({ length: primitivesPerPage }, (_, at) =>
    makeComponent({ type: 'rect', rank: `b${String(at).padStart(4, '0')}` }),
  )
  const { scene, tags, frame, straight } = running([near, ...others, reading, far], true)
  /** Returns whether the value took the fast path. */
  const setValue = (tag: string, value: number) => {
    straight.mockClear()
    tags.write(tags.indexOf(tag), value, quality.good, 1)
    frame()
    return straight.mock.results.map(({ value: isStraight }) => isStraight)
  }
  for (const value of [0, 1, 2]) for (const tag of ['a', 'd', 'c']) setValue(tag, value)
  expect([setValue('a', 0), setValue('d', 0)]).toEqual([[true], [true]])
  const [{ page: first }, { page, start }] = scene.getRuns([near.id, far.id])
  setValue('c', 1e12)
  const [nearRun, farRun] = scene.getRuns([near.id, far.id])
  expect([nearRun.page === first, farRun.page === page, first === page, farRun.start > start]).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect([setValue('a', 1), setValue('d', 1), setValue('d', 2)]).toEqual([[true], [false], [true]])
  const getColor = (run: typeof nearRun) => run.page.words[run.start * wordsPerPrimitive + 4]
  expect([getColor(nearRun), getColor(farRun)]).toEqual([packColor(colors[1]), packColor(colors[2])])
})

it('writes new texts of a reading in place, longer or shorter, and reports them', () => {
  const { scene, tags, frame, straight, seen, lamps: ids } = running(lamps(), true)
  const plain = running(lamps(), false)
  for (const value of [1, 2, 3, 100, 0, 1e6, NaN, 4]) {
    for (const world of [{ tags, frame }, plain]) {
      world.tags.write(
        world.tags.indexOf(getTag(lampCount)),
        value,
        Number.isNaN(value) ? quality.bad : quality.good,
        1,
      )
      world.frame()
    }
    const read = (list: ReturnType<typeof seen>) => list[lampCount].records
    expect(read(seen())).toEqual(read(plain.seen()))
  }
  expect(straight.mock.results.filter(({ value }) => value === true).length).toBeGreaterThan(3)
  expect(scene.getLive(ids[lampCount])?.values).toEqual({ text: '18271.2' })
})
