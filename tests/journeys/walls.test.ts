import { type Drawing, makeComponent, newDrawing } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { call } from '../support/api.ts'
import { type Journey, shareJourney } from '../support/journey.ts'
import { openSignedIn } from '../support/pages.ts'

let journey: Journey
let admin: string
shareJourney({}, (begun, token) => {
  journey = begun
  admin = token
})

const promisedMs = 5000

it('changes a run page over to a newer revision on the same canvas, at the place where somebody looks, and waits for open boxes', async () => {
  const { id } = (await call(journey.server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Wall', drawing: drawingOf('Wall') } })).data
  let revision = 1
  const save = async (name: string): Promise<void> => {
    await call(journey.server, 'drawing.save', { token: admin, params: { id }, headers: { 'if-match': `"${revision}"` }, body: { drawing: drawingOf(name) } })
    revision++
  }
  const tab = await journey.open()
  await openSignedIn(tab, `/scada/topo/fullscreen?id=${id}`, { password: journey.server.adminPassword })
  const canvas = await tab.see('application', 'Running drawing Wall')
  const pump = async () => (await (await tab.page.waitForSelector('[aria-label*="Pump"]'))?.boundingBox())?.width ?? NaN
  const whole = await pump()
  await tab.page.keyboard.press('+')
  await expect.poll(pump, { timeout: 20_000 }).toBeCloseTo(whole * 1.25, 0)

  const from = performance.now()
  await save('Wall, second')
  await tab.see('application', 'Running drawing Wall, second')
  expect(performance.now() - from).toBeLessThan(promisedMs)
  expect(await canvas.evaluate((element) => element.isConnected)).toBe(true)
  await expect.poll(pump, { timeout: 20_000 }).toBeCloseTo(whole * 1.25, 0)

  await tab.page.keyboard.press('?')
  await tab.see('dialog', 'Keys of a running drawing')
  await save('Wall, third')
  await tab.read(/A newer version of this drawing was saved/)
  await tab.show('walls-01-newer')
  expect(await tab.isSeen('application', 'Running drawing Wall, second')).toBe(true)
  await tab.press('Show the new version')
  await tab.see('application', 'Running drawing Wall, third')
})

it('shows a drawing on a wall by a display of its own, without an account or its token in the address, until it is revoked', async () => {
  const { id } = (await call(journey.server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Lobby wall', drawing: drawingOf('Lobby wall') } })).data
  const tab = await journey.open()
  await openSignedIn(tab, '/system/displays', { password: journey.server.adminPassword })
  await tab.press('New display')
  await tab.fill('Name', 'Lobby screen', 'textbox', 'dialog')
  await tab.choose('Drawings', 'Lobby wall', 'dialog')
  await tab.show('walls-02-new-display')
  await tab.press('Make display', 'button', 'dialog')
  const field = await tab.see('textbox', 'Address of Lobby wall', 'dialog')
  const address = await field.evaluate((input) => (input instanceof HTMLTextAreaElement ? input.value : ''))
  await tab.show('walls-03-address')
  await tab.press('I have kept it', 'button', 'dialog')

  const wall = await journey.open()
  await wall.page.goto(address, { waitUntil: 'domcontentloaded' })
  await wall.see('application', 'Running drawing Lobby wall')
  expect(wall.page.url()).not.toContain('display_')
  await wall.page.reload({ waitUntil: 'domcontentloaded' })
  await wall.see('application', 'Running drawing Lobby wall')
  expect([await wall.isSeen('button', 'Menu'), await wall.isSeen('button', 'Show all')]).toEqual([false, false])
  await wall.show('walls-04-wall')

  await tab.front()
  await tab.press('Revoke Lobby screen')
  await tab.press('Revoke', 'button', 'dialog')
  await tab.read(/Display revoked/)
  const from = performance.now()
  await wall.front()
  await wall.read(/This display was revoked/)
  expect(performance.now() - from).toBeLessThan(promisedMs)
  expect(await wall.isSeen('textbox', 'Account')).toBe(false)
  await wall.show('walls-05-revoked')
  expect(wall.page.url()).toContain(id)
})

function drawingOf(name: string): Drawing {
  const start = newDrawing(name)
  return {
    ...start, layer: { ...start.layer, dragZoom: true },
    components: [makeComponent({ type: 'button', name: 'Pump', x: 600, y: 400, width: 200, height: 80, action: { kind: 'switch', tag: 'street/pump/on', on: 1, off: 0 } })],
  }
}
