import { type Component, type Drawing, makeComponent, newDrawing, ranksBetween } from '@mimic/engine/document'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { call } from '../support/server/api.ts'
import { openDesigner, saveRevision, storedDrawing } from '../support/browser/designer.ts'
import { fingersOn, type Fingers } from '../support/browser/fingers.ts'
import { shareJourney, type Journey } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import type { Place, Tab } from '../support/browser/tab.ts'

const pollOptions = { timeout: 30_000, interval: 150 }
const lampTag = 'street/pole-001/lamp'
/** Tolerance in screen pixels: edges are antialiased, and gestures move in whole pixels. */
const near = 3

let journey: Journey
let admin: string

shareJourney({ plant: 'live' }, (started, token) => {
  journey = started
  admin = token
})

it('touch: one finger pans the view, two zoom around their centre, and neither operates components under them', async () => {
  const { tab, fingers } = await running('By fingers', [box(), pump()])
  const start = await boxOn(tab)
  const on = getCenter(start)

  await fingers.down(on)
  await fingers.move({ x: on.x + 120, y: on.y + 60 })
  await isAt(tab, { ...start, x: start.x + 120, y: start.y + 60 })
  await fingers.up()
  await tab.show('touching-01-moved')
  const moved = await atRest(tab)

  // The fingers spread around a point of the box, which must not move.
  const middle = getCenter(moved)
  await fingers.down({ x: middle.x - 50, y: middle.y })
  await fingers.down({ x: middle.x - 50, y: middle.y }, { x: middle.x + 50, y: middle.y })
  await fingers.move({ x: middle.x - 75, y: middle.y }, { x: middle.x + 75, y: middle.y })
  await tab.show('touching-02-pinched')
  const wide = await atRest(tab)
  // The first pixels distinguish a pinch from a tremble, so only the approximate zoom and centre are checked.
  expect(wide.width / moved.width).toBeGreaterThan(1.25)
  expect(wide.width / moved.width).toBeLessThan(1.55)
  expect(wide.height / moved.height).toBeCloseTo(wide.width / moved.width, 1)
  expectNear(getCenter(wide), middle, 8)

  // Moving both fingers pans without zooming.
  await fingers.move({ x: middle.x - 75, y: middle.y + 80 }, { x: middle.x + 75, y: middle.y + 80 })
  await isAt(tab, { ...wide, y: wide.y + 80 })
  await fingers.up()
  expectNear(await atRest(tab), { x: wide.x, y: wide.y + 80 })
  expect(await tab.isSeen('button', 'Send')).toBe(false)
})

it('continues with one finger after the system cancels a two-finger gesture', { tags: 'full' }, async () => {
  const { tab, fingers } = await running('Taken away', [box()])
  const start = await boxOn(tab)
  const on = getCenter(start)
  await fingers.down({ x: on.x - 40, y: on.y }, { x: on.x + 40, y: on.y })
  await fingers.cancel()
  await fingers.down(on)
  await fingers.move({ x: on.x - 90, y: on.y + 30 })
  await isAt(tab, { ...start, x: start.x - 90, y: start.y + 30 })
  await fingers.up()
})

it('touch: a tap presses a button, and a long press shows the prompt without operating anything', async () => {
  const { tab, fingers } = await running('Tapped', [box(), pump()])
  const button = await tab.at({ x: 1000, y: 300 })
  await fingers.down(button)
  await tab.read(/The pump of the hall/)
  await tab.show('touching-03-prompt')
  await fingers.up()
  // The prompt remains after the finger is lifted.
  await tab.read(/The pump of the hall/)
  expect(await tab.isSeen('button', 'Send')).toBe(false)

  await fingers.tap(await tab.at({ x: 800, y: 800 }))
  await tab.read(/The pump of the hall/, 'gone')
  await fingers.tap(button)
  await tab.see('button', 'Send')
  await tab.show('touching-04-asked')
})

it(
  'designs by fingers: a tap selects, a drag moves, two fingers move the picture and no component, one that rests opens the menu',
  { tags: 'full' },
  async () => {
    const { tab, fingers, id } = await designing('Finger work', [box(), pump()])
    const before = await boxOn(tab)
    const on = getCenter(before)
    await fingers.tap(on)
    await tab.see('tab', 'Bindings')
    await tab.show('touching-05-selected')

    // The gesture starts on the component, which the first finger already drags; the second finger reverts that.
    await fingers.down({ x: on.x - 40, y: on.y })
    await fingers.move({ x: on.x + 40, y: on.y })
    await fingers.down({ x: on.x + 40, y: on.y }, { x: on.x + 110, y: on.y })
    await fingers.move({ x: on.x + 40, y: on.y + 100 }, { x: on.x + 110, y: on.y + 100 })
    await expect.poll(async () => Math.round((await boxOn(tab)).y - before.y), pollOptions).toBeGreaterThan(60)
    await fingers.up()
    await tab.show('touching-06-two-fingers')
    expect(await tab.page.evaluate(() => document.body.innerText)).not.toMatch(/unsaved changes/)
    const shifted = await atRest(tab)

    const scale = shifted.width / 200
    const grab = getCenter(shifted)
    await fingers.down(grab)
    await fingers.move({ x: grab.x + 100 * scale, y: grab.y + 50 * scale })
    await fingers.up()
    await tab.read(/unsaved changes/)
    await saveRevision(tab, 2)
    // Edges snap to nearby edges.
    const [[x = 0, y = 0] = [], other] = await readPlaces(id)
    expectNear({ x: x * scale, y: y * scale }, { x: 300 * scale, y: 250 * scale }, 6)
    expect(other).toEqual([940, 270])

    await fingers.down({ x: grab.x + 100 * scale, y: grab.y + 50 * scale })
    await tab.see('menuitem', 'Create symbol…')
    await fingers.up()
    await tab.show('touching-07-menu')
    await tab.see('menuitem', 'Create symbol…')
    expect(await tab.isSeen('button', 'Box')).toBe(true)
    await tab.read(/saved · revision 2/)
  },
)

it('designs by pen as by mouse, and a palm beside the pen does nothing', { tags: 'full' }, async () => {
  const { tab, fingers, id } = await designing('Pen work', [box(), pump()])
  const before = await boxOn(tab)
  const scale = before.width / 200
  const on = getCenter(before)
  const palm = { x: on.x + 260 * scale, y: on.y + 330 * scale }
  await fingers.pen('down', on)
  await fingers.pen('move', { x: on.x + 20 * scale, y: on.y + 10 * scale })
  await fingers.down(palm)
  await fingers.move({ x: palm.x + 6, y: palm.y + 4 })
  await fingers.pen('move', { x: on.x + 60 * scale, y: on.y + 80 * scale })
  await fingers.move({ x: palm.x + 26, y: palm.y + 24 })
  await fingers.pen('move', { x: on.x + 100 * scale, y: on.y + 150 * scale })
  await tab.show('touching-08-pen')
  await fingers.pen('up', { x: on.x + 100 * scale, y: on.y + 150 * scale })
  await fingers.up()
  await tab.read(/unsaved changes/)
  expectNear(await atRest(tab), { x: before.x + 100 * scale, y: before.y + 150 * scale })
  await saveRevision(tab, 2)
  expect(await readPlaces(id)).toEqual([
    [300, 350],
    [940, 270],
  ])
})

/** A box in a unique colour. */
function box(): Component {
  return makeComponent({
    type: 'rect',
    name: 'Box',
    x: 200,
    y: 200,
    width: 200,
    height: 150,
    props: { backgroundColor: '#c800c8ff', borderWidth: 0 },
  })
}

function pump(): Component {
  const switches: Component['action'] = { kind: 'switch', tag: lampTag, on: 1, off: 0 }
  return makeComponent({
    type: 'button',
    name: 'Pump',
    x: 940,
    y: 270,
    width: 120,
    height: 60,
    action: switches,
    extras: { prompt: 'The pump of the hall' },
  })
}

async function running(
  name: string,
  components: readonly Component[],
): Promise<{ readonly tab: Tab; readonly fingers: Fingers }> {
  const id = await stored(name, components)
  const tab = await journey.open()
  await openSignedIn(tab, `/scada/topo/fullscreen?id=${id}`, { password: journey.server.adminPassword })
  await tab.see('application', `Running drawing ${name}`)
  await atRest(tab)
  return { tab, fingers: await fingersOn(tab.page) }
}

async function designing(
  name: string,
  components: readonly Component[],
): Promise<{ readonly tab: Tab; readonly fingers: Fingers; readonly id: string }> {
  const id = await stored(name, components)
  const tab = await openDesigner(journey, id)
  await tab.see('button', 'Box')
  await atRest(tab)
  return { tab, fingers: await fingersOn(tab.page), id }
}

async function stored(name: string, components: readonly Component[]): Promise<string> {
  const ranks = ranksBetween(null, null, components.length)
  const drawing: Drawing = {
    ...newDrawing(name),
    components: components.map((component, index) => ({ ...component, rank: ranks[index] ?? component.rank })),
  }
  const created = await call(journey.server, 'drawing.create', {
    token: admin,
    body: { project: 'street', name, drawing },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}

async function readPlaces(id: string): Promise<readonly (readonly number[])[]> {
  const { components } = await storedDrawing(journey.server, admin, id)
  return components.map(({ x, y }) => [x, y])
}

interface Box extends Place {
  readonly width: number
  readonly height: number
}

const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 }

/** Returns the box's current screen position. */
async function boxOn(tab: Tab): Promise<Box> {
  // Only the canvas: the designer shows the same colour elsewhere.
  const canvas = (await (await tab.see('application', '')).boundingBox()) ?? nowhere
  const { data, width, height } = PNG.sync.read(
    Buffer.from(await tab.page.screenshot({ clip: canvas, captureBeyondViewport: false })),
  )
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (data[at] !== 0xc8 || data[at + 1] !== 0 || data[at + 2] !== 0xc8) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0
    ? nowhere
    : { x: canvas.x + left, y: canvas.y + top, width: right + 1 - left, height: bottom + 1 - top }
}

/** Returns the box's position after inertial movement has ended. */
async function atRest(tab: Tab): Promise<Box> {
  let last = nowhere
  await expect
    .poll(async () => {
      const [before, now] = [last, await boxOn(tab)]
      last = now
      return now.width > 0 && JSON.stringify(now) === JSON.stringify(before)
    }, pollOptions)
    .toBe(true)
  return last
}

async function isAt(tab: Tab, expected: Box): Promise<void> {
  await expect
    .poll(async () => {
      const now = await boxOn(tab)
      return Math.max(
        Math.abs(now.x - expected.x),
        Math.abs(now.y - expected.y),
        Math.abs(now.width - expected.width),
        Math.abs(now.height - expected.height),
      )
    }, pollOptions)
    .toBeLessThanOrEqual(near)
}

function expectNear(is: Place, expected: Place, atMost = near): void {
  expect(
    Math.hypot(is.x - expected.x, is.y - expected.y),
    `${is.x}, ${is.y} is not near ${expected.x}, ${expected.y}`,
  ).toBeLessThanOrEqual(atMost)
}

const getCenter = ({ x, y, width, height }: Box): Place => ({ x: x + width / 2, y: y + height / 2 })
