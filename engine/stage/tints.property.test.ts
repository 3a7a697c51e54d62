import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { quality, TagTable } from '../bindings/index.ts'
import { CommandBus } from '../commands/index.ts'
import { catalog } from '../components/catalog.ts'
import { DrawingDocument, makeComponent, newDrawing, type Component, type Id } from '../document/index.ts'
import { packColor, wordsPerPrimitive } from '../paint/record.ts'
import { Player } from '../running/player.ts'
import { Scene } from './scene.ts'

// No letter is drawn here: the canvas that letters are drawn on need only be there.
vi.stubGlobal('OffscreenCanvas', class { getContext() { return {} } })

const noPictures = { chart: () => Promise.reject(new Error('no picture is asked for here')) }
const colors = ['#ff0000', '#00ff00', '#0000ff80', 'linear(90,#ff0000,#0000ff)'] as const
const states = colors.map((value, at) => ({ min: at, max: at, value }))

/** Lamps with a colour of their own tag each, some turned by a tag too, some in a group. */
function lamps() {
  const group = makeComponent({ type: 'group', rank: 'a', width: 100, height: 100 })
  const lamp = (_: unknown, at: number) => makeComponent({
    type: 'rect', rank: `b${at}`, parent: at < 3 ? group.id : null, x: 20 * at,
    bindings: [
      { prop: 'backgroundColor', tag: tagOf(at), via: { kind: 'states', states } },
      ...(at % 3 === 2 ? [{ prop: 'angleDeg', tag: 'p/d/angle', via: { kind: 'value' } } as const] : []),
    ],
  })
  return [group, ...Array.from({ length: lampCount }, lamp)]
}

const lampCount = 6
const tagOf = (lamp: number): string => `p/d/lamp${lamp}`

/** A drawing that runs; without `isStraight` each colour goes through its component. */
function running(components: readonly Component[], isStraight: boolean) {
  const tags = new TagTable()
  const document = new DrawingDocument({ ...newDrawing(), components })
  const scene = new Scene(document, catalog, noPictures, true, () => undefined)
  const tint = vi.fn<(row: number, color: string) => boolean>((row, color) => isStraight && scene.tint(row, color))
  const player = new Player(components, tags, catalog, (id) => scene.liveSide(id), undefined, tint)
  const [group, ...lampsOf] = components.map(({ id }) => id)
  return {
    scene, tags, tint, group, lamps: lampsOf, bus: new CommandBus(document, catalog),
    frame: () => {
      player.play()
      scene.repaint()
      scene.painter.pages.settle()
      scene.painter.marks.settle()
    },
    /** What is seen of each lamp, and what is said of it. */
    seen: () => lampsOf.map((id) => ({
      records: scene.runsOf([id]).map(({ page, start, count }) => page.words.slice(start * wordsPerPrimitive, (start + count) * wordsPerPrimitive)),
      live: scene.liveOf(id),
    })),
  }
}

type Running = ReturnType<typeof running>

const lamp = fc.nat({ max: lampCount - 1 })
/** One of the first three most of the time. */
const mostly = <T>(...choices: readonly T[]) => fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...choices.slice(0, 3)) }, fc.constantFrom(...choices.slice(3)))
const step: fc.Arbitrary<(world: Running) => void> = fc.oneof(
  { weight: 16, arbitrary: fc.tuple(lamp, mostly(0, 1, 2, 3, 4), mostly(quality.good, quality.good, quality.good, quality.stale)).map(([at, value, mark]) => ({ tags, frame }: Running) => {
    tags.write(tags.indexOf(tagOf(at)), value, mark, 1)
    frame()
  }) },
  fc.nat({ max: 90 }).map((angle) => ({ tags }: Running) => tags.write(tags.indexOf('p/d/angle'), angle, quality.good, 1)),
  lamp.map((at) => ({ bus, lamps: ids }: Running) => void bus.run('move', { ids: [ids[at]], dx: 5, dy: 0 })),
  lamp.map((at) => ({ bus, lamps: ids }: Running) => void bus.run('order', { ids: [ids[at]], to: 'front' })),
  lamp.map((at) => ({ bus, lamps: ids }: Running) => void bus.run('delete', { ids: [ids[at]] })),
  lamp.map((at) => ({ bus, lamps: ids }: Running) => {
    if (bus.run('delete', { ids: [ids[at]] }).ok) bus.history.undo()
  }),
  lamp.map((at) => ({ scene, lamps: ids }: Running) => scene.override(ids[at], { backgroundColor: '#abcdef', opacity: 0.5 }, 0)),
  fc.constant(({ bus }: Running) => void bus.history.undo()),
  fc.boolean().map((visible) => ({ scene, group }: Running) => scene.override(group, { visible }, 0)),
  fc.constant(({ frame }: Running) => frame()),
)

it('paints and says what it would without the straight way, whatever happens between the colours', () => {
  let straight = 0
  fc.assert(fc.property(fc.array(step, { minLength: 60, maxLength: 100 }), (steps) => {
    const components = lamps()
    const worlds = [running(components, true), running(components, false)]
    for (const world of worlds) {
      for (const take of steps) take(world)
      world.frame()
    }
    const [live, plain] = worlds
    straight += live.tint.mock.results.filter(({ value }) => value === true).length
    expect(live.seen()).toEqual(plain.seen())
  }), { numRuns: 200 })
  expect(straight).toBeGreaterThan(500)
})

it('tells who listens of a colour that went straight', () => {
  const { scene, tags, frame, tint, lamps: [first] } = running(lamps(), true)
  const told: Id[] = []
  frame()
  scene.onLive((id) => told.push(id))
  const say = (value: number) => {
    told.length = 0
    tags.write(tags.indexOf(tagOf(0)), value, quality.good, 1)
    frame()
    return told
  }
  for (const value of [0, 1, 2]) expect(say(value)).toEqual([first])
  expect(tint).toHaveLastReturnedWith(true)
  expect(scene.liveOf(first)?.values).toEqual({ backgroundColor: colors[2] })
})

it('finds a lamp again whose record got another place, and one that came back as another', () => {
  const { bus, scene, tags, frame, tint, seen, lamps: ids } = running(lamps(), true)
  const say = (value: number) => {
    tags.write(tags.indexOf(tagOf(4)), value, quality.good, 1)
    frame()
    return seen()[4].records.map((words) => words[4])
  }
  for (const value of [0, 1, 0]) say(value)
  expect(tint).toHaveLastReturnedWith(true)
  bus.run('order', { ids: [ids[3]], to: 'front' })
  frame()
  expect(say(1)).toEqual([packColor(colors[1])])
  expect(say(0)).toEqual([packColor(colors[0])])
  bus.run('delete', { ids: [ids[4]] })
  bus.history.undo()
  expect(say(1)).toEqual([packColor(colors[1])])
  expect(scene.liveOf(ids[4])?.values).toEqual({ backgroundColor: colors[1] })
})
