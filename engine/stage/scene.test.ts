import { expect, it, vi } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { DrawingDocument, makeComponent, newDrawing, type Component } from '../document/index.ts'
import { Scene } from './scene.ts'

// No letter is drawn here: the canvas that letters are drawn on need only be there.
vi.stubGlobal('OffscreenCanvas', class { getContext() { return {} } })

const spin = { kind: 'rotate', periodMs: 1000, direction: 1 } as const
const noPictures = { chart: () => Promise.reject(new Error('no picture is asked for here')) }

/** A drawing's scene as after its first frame; `work` answers what the next frame cost: components painted, rows of motion sent. */
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
  return { scene, wake, work }
}

it('starts and stops a motion by one row: nothing is painted again, and where all stands still no frame is asked for', () => {
  const fan = makeComponent({ type: 'rect', animation: spin })
  const { scene, wake, work } = shown(fan)
  expect([work(), scene.isMoving]).toEqual([[1, 1], true])
  const side = scene.liveSide(fan.id)
  const say = (animated: boolean, quality: 0 | 3 = 0) => {
    wake.mockClear()
    side.set('animated', animated)
    side.show(quality)
    return [...work(), scene.isMoving, wake.mock.calls.length > 0]
  }
  // What is bound now was not before: painted once.
  expect(say(false)).toEqual([1, 1, false, true])
  expect(say(true)).toEqual([0, 1, true, true])
  expect(say(false)).toEqual([0, 1, false, true])
  // An old value is to be seen as such.
  expect(say(false, 3)).toEqual([1, 0, false, true])
  scene.override(fan.id, null, 0)
  expect([work(), scene.isMoving]).toEqual([[1, 1], true])
})

it('starts and stops all that a group carries along, and nothing that is hidden', () => {
  const group = makeComponent({ type: 'group', width: 100, height: 100, animation: spin })
  const [left, right] = [makeComponent({ type: 'rect', parent: group.id }), makeComponent({ type: 'rect', parent: group.id, rank: 'a2' })]
  const { scene, work } = shown(group, left, right)
  scene.override(left.id, { visible: false }, 0)
  work()
  const say = (values: Readonly<Record<string, boolean | number>>) => {
    scene.override(group.id, values, 0)
    return [...work(), scene.isMoving]
  }
  expect(say({ animated: false })).toEqual([0, 1, false])
  expect(say({ animated: true })).toEqual([0, 1, true])
  expect(say({ animated: false, x: 40 })).toEqual([1, 1, false])
  scene.override(left.id, null, 0)
  expect([work()[0], scene.isMoving]).toEqual([1, false])
  expect(say({ animated: true, x: 40 })).toEqual([2, 1, true])
})

it('knows where a motion has brought what is seen, and that a stopped one has not', () => {
  const slider = makeComponent({ type: 'rect', x: 10, y: 0, animation: { kind: 'slide', periodMs: 1000, dx: 200, dy: 0 } })
  const { scene, work } = shown(slider, makeComponent({ type: 'rect', rank: 'a2' }))
  work()
  const seen = () => [scene.playingNow.map(({ id }) => id), Math.round(scene.frameSeen(slider, 3_600_500).x)]
  expect(seen()).toEqual([[slider.id], 210])
  scene.override(slider.id, { animated: false }, 0)
  work()
  expect(seen()).toEqual([[], 10])
})

it('does not take what flows for standing still when its motion stops', () => {
  const pipe = makeComponent({ type: 'pipe', props: { flow: 'forward' }, animation: spin })
  const { scene, work } = shown(pipe)
  work()
  for (const animated of [false, true, false]) scene.override(pipe.id, { animated }, 0)
  work()
  expect(scene.isMoving).toBe(true)
})

it('paints whole for a picture what elements of the page cover, until the last of several is taken', () => {
  const video = makeComponent({ type: 'video', width: 200, height: 100 })
  const { scene, work } = shown(video, makeComponent({ type: 'rect' }))
  const whole = catalog.get('video')
  /** Of each component painted, whether as its type draws it. */
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
