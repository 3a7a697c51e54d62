import { type Drawing, makeComponent, makeId, newDrawing } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { formatPageToken } from '../../contract/displays.ts'
import { displayPath, sharedPath } from '../../console/kit/drawing/drawingPaths.ts'
import { addAccount, call, testPassword, readAuditLog } from '../support/server/api.ts'
import { type Journey, shareJourney } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'

let journey: Journey
let admin: string
shareJourney({ plant: 'live' }, (started, token) => {
  journey = started
  admin = token
})

const promisedMs = 5000
const lamp = 'street/pole-001/lamp'
const pumpId = makeId()

it(
  'updates a run page to a newer revision on the same canvas and view position, after open dialogs are closed',
  { tags: 'full' },
  async () => {
    const { id } = (
      await call(journey.server, 'drawing.create', {
        token: admin,
        body: { project: 'street', name: 'Wall', drawing: createDrawing('Wall') },
      })
    ).data
    let revision = 1
    const save = async (name: string): Promise<void> => {
      await call(journey.server, 'drawing.save', {
        token: admin,
        params: { id },
        headers: { 'if-match': `"${revision}"` },
        body: { drawing: createDrawing(name) },
      })
      revision++
    }
    const tab = await journey.open()
    await openSignedIn(tab, `/scada/topo/fullscreen?id=${id}`, { password: journey.server.adminPassword })
    const canvas = await tab.see('application', 'Running drawing Wall')
    const pump = async () =>
      (await (await tab.page.waitForSelector('[aria-label*="Pump"]'))?.boundingBox())?.width ?? NaN
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
    await tab.see('dialog', 'Keyboard shortcuts')
    await save('Wall, third')
    await tab.read(/A newer revision of this drawing was saved/)
    await tab.show('walls-01-newer')
    expect(await tab.isSeen('application', 'Running drawing Wall, second')).toBe(true)
    await tab.press('Show new revision')
    await tab.see('application', 'Running drawing Wall, third')
  },
)

it('shows a drawing on a wall display without an account, with no token in the URL, until it is revoked', async () => {
  const { id } = (
    await call(journey.server, 'drawing.create', {
      token: admin,
      body: { project: 'street', name: 'Lobby wall', drawing: createDrawing('Lobby wall') },
    })
  ).data
  const tab = await journey.open()
  await openSignedIn(tab, '/system/displays', { password: journey.server.adminPassword })
  await tab.press('New display')
  await tab.fill('Name', 'Lobby screen', 'textbox', 'dialog')
  await tab.choose('Drawings', 'Lobby wall', 'dialog')
  await tab.show('walls-02-new-display')
  await tab.press('Create display', 'button', 'dialog')
  const field = await tab.see('textbox', 'Address of Lobby wall', 'dialog')
  const address = await field.evaluate((input) => (input instanceof HTMLTextAreaElement ? input.value : ''))
  await tab.show('walls-03-address')
  await tab.press('I have saved it', 'button', 'dialog')

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

it('operates a drawing at a display only while a super administrator allows it', { tags: 'full' }, async () => {
  const { id } = (
    await call(journey.server, 'drawing.create', {
      token: admin,
      body: { project: 'street', name: 'Yard wall', drawing: createDrawing('Yard wall', lamp) },
    })
  ).data
  const {
    data: { token },
  } = await call(journey.server, 'display.create', { token: admin, body: { name: 'Yard screen', drawings: [id] } })
  const tab = await journey.open()
  await openSignedIn(tab, '/system/displays', { password: journey.server.adminPassword })
  const wall = await journey.open()
  await wall.page.goto(`${journey.server.httpUrl}${displayPath(id, token)}`, { waitUntil: 'domcontentloaded' })
  await wall.see('application', 'Running drawing Yard wall')
  const pressPump = async (): Promise<boolean> => {
    const { x, y } = await wall.at({ x: 700, y: 440 })
    await wall.page.mouse.click(x, y)
    return wall.isSeen('button', 'Send')
  }
  expect(await pressPump()).toBe(false)
  await wall.show('walls-06-off-duty')

  await tab.front()
  await tab.press('Yard screen may operate', 'switch')
  await tab.show('walls-07-allow')
  await tab.press('Allow operation', 'button', 'dialog')
  await tab.read(/Operation allowed/)
  await tab.show('walls-08-displays')
  await wall.front()
  await expect.poll(pressPump, { timeout: promisedMs, interval: 500 }).toBe(true)
  await wall.show('walls-09-asked')
  await wall.press('Send')
  await wall.read(/Done: the device executed the command/)
  expect((await readAuditLog(journey.server, admin, `tag/${lamp}`))[0]).toMatchObject({
    action: 'command',
    user: 'Display: Yard screen',
  })
  await wall.read(/Done: the device executed the command/, 'gone')

  await pressPump()
  await wall.see('button', 'Send')
  await tab.front()
  await tab.press('Yard screen may operate', 'switch')
  await tab.read(/Operation disabled/)
  const sent = await call(journey.server, 'share.send', {
    body: { token: formatPageToken(token, id, '0123456789abcdef'), tag: lamp, value: 1, component: pumpId },
    headers: { 'idempotency-key': 'after-the-switch' },
  })
  expect(sent.bad.error).toBe('access.denied')
  await wall.front()
  await expect.poll(() => wall.isSeen('button', 'Send'), { timeout: promisedMs }).toBe(false)
  expect(await pressPump()).toBe(false)
})

it(
  'takes a drawing off the screens within five seconds when it is deleted or becomes private',
  { tags: 'full' },
  async () => {
    const make = async (name: string): Promise<string> =>
      (
        await call(journey.server, 'drawing.create', {
          token: admin,
          body: { project: 'street', name, drawing: createDrawing(name) },
        })
      ).data.id
    const [hidden, removed] = [await make('Hidden wall'), await make('Deleted wall')]
    const {
      data: { id: share },
    } = await call(journey.server, 'share.create', {
      token: admin,
      params: { id: removed },
      body: { password: null, expiresAt: null },
    })
    const operator = await addAccount(journey.server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    const [run, kiosk, link] = [await journey.open(), await journey.open(), await journey.open()]
    await openSignedIn(run, `/scada/topo/fullscreen?id=${removed}`, { password: journey.server.adminPassword })
    await openSignedIn(kiosk, `/scada/topo/fullscreen?id=${hidden}&kiosk`, {
      name: operator.name,
      password: testPassword,
    })
    await link.page.goto(`${journey.server.httpUrl}${sharedPath(share)}`, { waitUntil: 'domcontentloaded' })
    await run.see('application', 'Running drawing Deleted wall')
    await kiosk.see('application', 'Running drawing Hidden wall')
    await link.see('application', 'Running drawing Deleted wall')

    const ended = /The drawing was deleted, or you no longer have permission to view it/
    await call(journey.server, 'drawing.describe', { token: admin, params: { id: hidden }, body: { isPublic: false } })
    let from = performance.now()
    await kiosk.front()
    await kiosk.read(ended)
    expect(performance.now() - from).toBeLessThan(promisedMs)
    expect([
      await kiosk.isSeen('link', 'Back to the list'),
      await kiosk.isSeen('application', 'Running drawing Hidden wall'),
    ]).toEqual([false, false])
    await kiosk.show('walls-10-private')

    await run.front()
    await call(journey.server, 'drawing.remove', { token: admin, params: { id: removed } })
    from = performance.now()
    await run.read(ended)
    await link.front()
    await link.read(/The drawing is no longer shown/)
    expect(performance.now() - from).toBeLessThan(promisedMs)
    await link.show('walls-11-link-over')
    await run.front()
    await run.show('walls-12-deleted')
    await run.press('Back to the list', 'link')
    await run.see('button', 'New drawing')
  },
)

function createDrawing(name: string, tag = 'street/pump/on'): Drawing {
  const start = newDrawing(name)
  return {
    ...start,
    layer: { ...start.layer, dragZoom: true },
    components: [
      makeComponent({
        id: pumpId,
        type: 'button',
        name: 'Pump',
        x: 600,
        y: 400,
        width: 200,
        height: 80,
        action: { kind: 'switch', tag, on: 1, off: 0 },
      }),
    ],
  }
}
