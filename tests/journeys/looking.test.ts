import { type Component, type Drawing, makeComponent, newDrawing, ranksBetween } from '@mimic/engine/document'
import type { ElementHandle } from 'puppeteer'
import { expect, it } from 'vitest'
import { call } from '../support/server/api.ts'
import { shareJourney, type Journey } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import type { Tab } from '../support/browser/tab.ts'

const pollOptions = { timeout: 30_000, interval: 150 }
const step = 1.25
const panPx = 60

let journey: Journey
let admin: string

shareJourney({ plant: 'live' }, (started, token) => {
  journey = started
  admin = token
})

it('is zoomed, moved and made whole again by keys and by buttons', async () => {
  const tab = await running('Looked at', true)
  const whole = await readPlace(tab)
  await press(tab, '+')
  await isAt(tab, { width: whole.width * step })
  await press(tab, '-')
  await isAt(tab, whole)
  await press(tab, 'ArrowRight')
  await isAt(tab, { ...whole, x: whole.x - panPx })
  await press(tab, 'ArrowUp')
  await expect.poll(async () => (await readPlace(tab)).y, pollOptions).toBeGreaterThan(whole.y + panPx / 2)
  // A chosen view is kept when the window is resized, and "fit" is kept as well.
  await tab.page.setViewport({ width: 1100, height: 700 })
  await tab.page.waitForFunction(() => document.querySelector('canvas[role="application"]')?.clientWidth === 1100)
  await expect.poll(async () => (await readPlace(tab)).width, pollOptions).toBeCloseTo(whole.width, 0)
  await press(tab, '0')
  await expect.poll(async () => (await readPlace(tab)).width, pollOptions).toBeLessThan(whole.width * 0.95)
  const smaller = await readPlace(tab)
  await tab.page.setViewport({ width: 1300, height: 800 })
  await expect.poll(async () => (await readPlace(tab)).width, pollOptions).toBeGreaterThan(smaller.width * 1.05)
  await tab.page.setViewport({ width: 1100, height: 700 })
  await isAt(tab, smaller)
  await tab.press('Zoom in')
  await isAt(tab, { width: smaller.width * step })
  await tab.show('looking-01-buttons')
  // The pressed button has the keyboard focus and needs no arrow keys.
  const nearer = await readPlace(tab)
  await press(tab, 'ArrowLeft')
  await isAt(tab, { ...nearer, x: nearer.x + panPx })
  await tab.press('Zoom out')
  await tab.press('Show all')
  await isAt(tab, smaller)
})

it('leaves their keys to components, fields and boxes, and lists its own', { tags: 'full' }, async () => {
  const tab = await running('With a field', true)
  await press(tab, '?')
  await tab.see('dialog', 'Keyboard shortcuts')
  await tab.read(/Pan/)
  await tab.show('looking-02-keys')
  await tab.page.keyboard.press('Escape')
  await expect.poll(() => tab.isSeen('dialog', ''), pollOptions).toBe(false)

  const whole = await readPlace(tab)
  await (await findLamp(tab)).focus()
  await press(tab, 'ArrowRight')
  await expect
    .poll(() => tab.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), pollOptions)
    .toMatch(/Setpoint/)
  await isAt(tab, whole)
  await press(tab, 'Shift', 'ArrowRight')
  await isAt(tab, { ...whole, x: whole.x - panPx })
  await press(tab, '+')
  await isAt(tab, { width: whole.width * step })
  const nearer = await readPlace(tab)

  await press(tab, 'Enter')
  const field = await tab.see('spinbutton', '')
  await field.focus()
  await tab.page.keyboard.type('-10+')
  await press(tab, 'ArrowLeft')
  await tab.show('looking-03-field')
  expect(await field.evaluate((input) => input instanceof HTMLInputElement && input.value)).toContain('10')
  await isAt(tab, nearer)
})

it('stays as it is where the drawing is not to be moved', { tags: 'full' }, async () => {
  const tab = await running('Fixed', false)
  const whole = await readPlace(tab)
  for (const key of ['+', '-', 'ArrowLeft', '0'] as const) await press(tab, key)
  await press(tab, '?')
  await tab.see('dialog', 'Keyboard shortcuts')
  await tab.read(/Full screen/)
  await tab.read(/Pan/, 'gone')
  expect(await tab.isSeen('button', 'Zoom in')).toBe(false)
  await isAt(tab, whole)
})

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

async function press(
  tab: Tab,
  ...keys: readonly ('+' | '-' | '0' | '?' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'Enter' | 'Shift')[]
): Promise<void> {
  const last = keys.at(-1)
  for (const modifier of keys.slice(0, -1)) await tab.page.keyboard.down(modifier)
  if (last) await tab.page.keyboard.press(last)
  for (const modifier of keys.slice(0, -1)) await tab.page.keyboard.up(modifier)
}

/** Its accessible name contains the current value. */
const findLamp = async (tab: Tab): Promise<ElementHandle> =>
  (await tab.page.waitForSelector('[role="button"][aria-label*="Lamp"]')) ?? Promise.reject(new Error('no lamp'))

/** Returns the screen position of the lamp's button. The elements of the accessibility tree follow the picture. */
async function readPlace(tab: Tab): Promise<Place> {
  return (await (await findLamp(tab)).boundingBox()) ?? { x: NaN, y: NaN, width: NaN }
}

/** Vertical positions are ignored, because open alarms may add a line to the page at any time. */
async function isAt(tab: Tab, expected: Partial<Place>): Promise<void> {
  await expect
    .poll(async () => {
      const now = await readPlace(tab)
      return Math.max(...(['x', 'width'] as const).map((side) => Math.abs(now[side] - (expected[side] ?? now[side]))))
    }, pollOptions)
    .toBeLessThan(1)
}

async function running(name: string, dragZoom: boolean): Promise<Tab> {
  const [a = '', b = ''] = ranksBetween(null, null, 2)
  const components: Component[] = [
    makeComponent({
      type: 'button',
      name: 'Lamp',
      rank: a,
      x: 400,
      y: 400,
      width: 200,
      height: 80,
      action: { kind: 'switch', tag: 'street/pole-001/lamp', on: 1, off: 0 },
    }),
    makeComponent({
      type: 'value-input',
      name: 'Setpoint',
      rank: b,
      x: 900,
      y: 400,
      width: 200,
      height: 80,
      bindings: [{ prop: 'value', tag: 'street/pole-001/dimming', via: { kind: 'value' } }],
    }),
  ]
  const empty = newDrawing(name)
  const drawing: Drawing = { ...empty, layer: { ...empty.layer, dragZoom }, components }
  const created = await call(journey.server, 'drawing.create', {
    token: admin,
    body: { project: 'street', name, drawing },
  })
  if (created.status !== 200) throw new Error(created.text)
  const tab = await journey.open()
  await openSignedIn(tab, `/scada/topo/fullscreen?id=${created.data.id}`, { password: journey.server.adminPassword })
  await tab.see('application', `Running drawing ${name}`)
  await findLamp(tab)
  return tab
}
