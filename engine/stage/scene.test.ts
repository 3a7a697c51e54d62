import { expect, it, vi } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { DrawingDocument, makeComponent, newDrawing, type Component, type Props } from '../document/index.ts'
import { packColor, wordsPerPrimitive } from '../paint/brush/primitiveLayout.ts'
import { Scene } from './scene.ts'

// No glyphs are drawn here; only the canvas for them must exist.
vi.stubGlobal(
  'OffscreenCanvas',
  class {
    getContext() {
      return {}
    }
  },
)

const spin = { kind: 'rotate', periodMs: 1000, direction: 1 } as const
const noPictures = { chart: () => Promise.reject(new Error('no picture is asked for here')) }

/**
 * Returns a scene after its first frame. `work` returns the cost of the next frame: components painted and motion rows
 * changed.
 */
function shown(...components: readonly Component[]) {
  const wake = vi.fn<() => void>()
  const scene = new Scene(new DrawingDocument({ ...newDrawing(), components }), catalog, noPictures, true, wake)
  const paint = vi.spyOn(scene.painter, 'paint')
  const { motions } = scene.painter
  const work = () => {
    paint.mockClear()
    scene.repaint()
    const rows = motions.dirtyTo - motions.dirtyFrom
    motions.dirtyFrom = motions.dirtyTo = 0
    return [paint.mock.calls.length, rows]
  }
  return { scene, wake, paint, work }
}

it('starts and stops a motion by one row: nothing is painted again, and where all stands still no frame is asked for', () => {
  const fan = makeComponent({ type: 'rect', animation: spin })
  const { scene, wake, work } = shown(fan)
  expect([work(), scene.isMoving]).toEqual([[1, 1], true])
  const side = scene.getLiveHandle(fan.id)
  const setLive = (animated: boolean, quality: 0 | 3 = 0) => {
    wake.mockClear()
    side.set('animated', animated)
    side.show(quality)
    return [...work(), scene.isMoving, wake.mock.calls.length > 0]
  }
  // The first live value repaints the component once.
  expect(setLive(false)).toEqual([1, 1, false, true])
  expect(setLive(true)).toEqual([0, 1, true, true])
  expect(setLive(false)).toEqual([0, 1, false, true])
  // A stale value must be visible as such.
  expect(setLive(false, 3)).toEqual([1, 0, false, true])
  scene.override(fan.id, null, 0)
  expect([work(), scene.isMoving]).toEqual([[1, 1], true])
})

/** Returns the level-of-detail size of a flat component and the colour of its stand-in. */
function fromAfar(type: string, props: Props): readonly [number, number] {
  const { scene, work } = shown(makeComponent({ type, props, width: 400, height: 2 }))
  work()
  const { words, count } = scene.painter['brush']
  expect(count).toBeGreaterThan(1)
  return [new Float32Array(words.buffer)[12], words[(count - 1) * wordsPerPrimitive + 4]]
}

it('paints a line that is nearly level in all its parts as long as it can be seen', () => {
  const getSize = (type: string, props: Props) => fromAfar(type, props)[0]
  expect([
    getSize('line-arrow', { points: [0, 0, 1, 1] }),
    getSize('rect', { borderStyle: 'dashed', borderWidth: 1 }),
  ]).toEqual([400, 2])
})

it('paints how full a bar is as long as it can be seen, and then the colour of its state', () => {
  const bar = (props: Props) =>
    fromAfar('progress', { showValue: false, highLimit: 90, barColor: '#112233', alarmColor: '#d92d20', ...props })
  expect([
    bar({ value: 100 }),
    fromAfar('tank', { shape: 'rectangle', showValue: false, showScale: false })[0],
  ]).toEqual([[400, packColor('#d92d20')], 400])
  expect(bar({ highLimit: 100, value: 100 })).toEqual([400, packColor('#112233')])
})

it('starts and stops all that a group carries along, and nothing that is hidden', () => {
  const group = makeComponent({ type: 'group', width: 100, height: 100, animation: spin })
  const [left, right] = [
    makeComponent({ type: 'rect', parent: group.id }),
    makeComponent({ type: 'rect', parent: group.id, rank: 'a2' }),
  ]
  const { scene, work } = shown(group, left, right)
  scene.override(left.id, { visible: false }, 0)
  work()
  const setLive = (values: Readonly<Record<string, boolean | number>>) => {
    scene.override(group.id, values, 0)
    return [...work(), scene.isMoving]
  }
  expect(setLive({ animated: false })).toEqual([0, 1, false])
  expect(setLive({ animated: true })).toEqual([0, 1, true])
  expect(setLive({ animated: false, x: 40 })).toEqual([1, 1, false])
  scene.override(left.id, null, 0)
  expect([work()[0], scene.isMoving]).toEqual([1, false])
  expect(setLive({ animated: true, x: 40 })).toEqual([2, 1, true])
})

it('returns the animated position of a component, and the original one after the animation stops', () => {
  const slider = makeComponent({
    type: 'rect',
    x: 10,
    y: 0,
    animation: { kind: 'slide', periodMs: 1000, dx: 200, dy: 0 },
  })
  const { scene, work } = shown(slider, makeComponent({ type: 'rect', rank: 'a2' }))
  work()
  const seen = () => [
    scene.liveTransforms.playingNow.map(({ id }) => id),
    Math.round(scene.liveTransforms.getAnimatedFrame(slider, 3_600_500).x),
  ]
  expect(seen()).toEqual([[slider.id], 210])
  scene.override(slider.id, { animated: false }, 0)
  work()
  expect(seen()).toEqual([[], 10])
})

it('keeps a flowing component moving after its animation stops', () => {
  const pipe = makeComponent({ type: 'pipe', props: { flow: 'forward' }, animation: spin })
  const { scene, work } = shown(pipe)
  work()
  for (const animated of [false, true, false]) scene.override(pipe.id, { animated }, 0)
  work()
  expect(scene.isMoving).toBe(true)
})

it('changes the speed of an animation in one row, without a jump of its position, and 0 stops it', () => {
  const slider = makeComponent({
    type: 'rect',
    x: 0,
    y: 0,
    animation: { kind: 'slide', periodMs: 1000, dx: 200, dy: 0 },
  })
  const { scene, work } = shown(slider)
  const side = scene.getLiveHandle(slider.id)
  const at = (nowMs: number) => Math.round(scene.liveTransforms.getAnimatedFrame(slider, nowMs).x)
  const setLive = (animationSpeed: number, nowMs: number) => {
    scene.painter.motions.nowMs = nowMs
    side.set('animationSpeed', animationSpeed)
    side.show(0)
    return [...work(), scene.isMoving]
  }
  work()
  setLive(1, 1000)
  expect(at(1250)).toBe(100)
  expect(setLive(2, 1250)).toEqual([0, 1, true])
  expect([at(1250), at(1375), at(1500)]).toEqual([100, 200, 100])
  expect(setLive(0.5, 1375)).toEqual([0, 1, true])
  expect([at(1375), at(1875)]).toEqual([200, 100])
  expect(setLive(0, 1875)).toEqual([0, 1, false])
  expect(at(1875)).toBe(0)
})

it("applies the quality of a group's tags to its members and reports it", () => {
  const outer = makeComponent({ type: 'group', width: 100, height: 100 })
  const inner = makeComponent({ type: 'group', parent: outer.id, width: 100, height: 100 })
  const [member, other] = [
    makeComponent({ type: 'rect', parent: inner.id }),
    makeComponent({ type: 'rect', rank: 'a2' }),
  ]
  const { scene, paint, work } = shown(outer, inner, member, other)
  const liveIds = new Set<string>()
  scene.onLive((id) => liveIds.add(id))
  work()
  const seen = () => paint.mock.calls.map(([, component, , , , quality]) => [component.id, quality])
  const side = scene.getLiveHandle(outer.id)
  side.set('angleDeg', 45)
  side.show(3)
  expect([liveIds.has(member.id), liveIds.has(outer.id), liveIds.has(other.id)]).toEqual([true, true, false])
  expect([work()[0], seen()]).toEqual([1, [[member.id, 3]]])
  expect([
    scene.getLive(member.id)?.quality,
    scene.getLive(inner.id)?.quality,
    scene.getLive(outer.id)?.quality,
    scene.getLive(other.id),
  ]).toEqual([3, undefined, 3, null])
  scene.override(member.id, { backgroundColor: '#ff0000' }, 1)
  work()
  expect(seen()).toEqual([[member.id, 3]])
  side.show(0)
  work()
  expect([seen(), scene.getLive(outer.id)?.quality]).toEqual([[[member.id, 1]], 0])
  // A change of quality must repaint even if the animation stays the same.
  const fan = scene.getLiveHandle(inner.id)
  fan.set('animated', true)
  fan.show(0)
  work()
  fan.show(2)
  work()
  expect(seen()).toEqual([[member.id, 2]])
  scene.override(inner.id, null, 0)
  work()
  expect(seen()).toEqual([[member.id, 1]])
})

it('paints components covered by page elements completely for a screenshot, until the last request ends', () => {
  const video = makeComponent({ type: 'video', rank: 'a', width: 200, height: 100 })
  const { scene, work } = shown(video, makeComponent({ type: 'rect', rank: 'b' }))
  const whole = catalog.get('video')
  /** Returns for each painted component whether its own type was used. */
  const painted = () => {
    work()
    return vi.mocked(scene.painter).paint.mock.calls.map(([, , , type]) => type === whole)
  }
  expect(painted()).toEqual([true, false])
  scene.setCovered(video.id, true)
  expect(painted()).toEqual([false])
  const [first, second] = [scene.uncover(), scene.uncover()]
  expect(painted()).toEqual([true])
  first()
  expect(painted()).toEqual([])
  second()
  expect(painted()).toEqual([false])
})
