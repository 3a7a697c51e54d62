import { type Drawing, makeComponent, newDrawing, ranksBetween } from '@mimic/engine/document'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { RawClient } from '../chaos/rawClient.ts'
import { call, signIn, sqlIn } from '../support/server/api.ts'
import { type Journey, startJourney } from '../support/browser/journey.ts'
import { sharedGatewayToken as gatewayToken } from '../support/shared/plants.ts'
import type { Tab } from '../support/browser/tab.ts'

const password = 'four green bottles'
const name = 'Lobby board'
const promisedMs = 5000
const power = { x: 400, y: 300 }
const lamp = { x: 800, y: 300 }
const inner = { x: 1200, y: 300 }

let journey: Journey
let gateway: RawClient
let drawing: string
let designer: Tab
let viewer: Tab
let packet = 0

beforeAll(async () => {
  journey = await startJourney()
  gateway = await RawClient.connect({
    url: journey.server.mqttUrl,
    username: 'yard',
    password: gatewayToken,
    clientId: 'yard',
  })
  const admin = await signIn(journey.server)
  const [a, b, c] = ranksBetween(null, null, 3)
  const box = { y: 260, width: 200, height: 80 }
  const components = [
    makeComponent({
      ...box,
      type: 'text',
      name: 'Power',
      x: power.x - 100,
      rank: a ?? 'a',
      props: { fontSize: 40 },
      bindings: [{ prop: 'text', tag: 'tunnel/lamp-001/power', via: { kind: 'value' } }],
    }),
    makeComponent({
      ...box,
      type: 'button',
      name: 'Lamp',
      x: lamp.x - 100,
      rank: b ?? 'b',
      action: { kind: 'switch', tag: 'tunnel/lamp-001/lamp', on: 1, off: 0 },
    }),
    makeComponent({
      ...box,
      type: 'rect',
      name: 'Next room',
      x: inner.x - 100,
      rank: c ?? 'c',
      action: { kind: 'drawing', drawing: 'elsewhere', open: 'current' },
    }),
  ]
  drawing = (
    await call(journey.server, 'drawing.create', {
      token: admin,
      body: { project: 'tunnel', name, drawing: { ...newDrawing(name), components } },
    })
  ).data.id
  designer = await journey.open()
  viewer = await journey.open()
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  gateway?.socket.terminate()
  await journey?.end()
})

const measure = (watts: number): void =>
  gateway.publish(
    'p/tunnel/d/lamp-001/up/values',
    JSON.stringify({ at: Date.now(), every: 2000, v: { power: watts, lamp: 1 } }),
    1,
    ++packet,
  )
const rests = async (tab: Tab, place: typeof power): Promise<void> => {
  const { x, y } = await tab.at(place)
  await tab.page.mouse.move(x, y)
}
let address = ''

it('makes a link with a password in the configuration centre', async () => {
  await designer.goto('/scada/center')
  await designer.signIn('admin', journey.server.adminPassword)
  await designer.press(`Share ${name}`)
  await designer.read(/No links yet\./)
  await designer.press('Create link', 'button', 'dialog')
  await designer.read(/Please enter the share password/)
  await designer.show('sharing-01-empty-password')
  await designer.fill('Share password', password, 'textbox', 'dialog')
  await designer.press('Create link', 'button', 'dialog')
  const admin = await signIn(journey.server)
  const readMark = async () =>
    (await call(journey.server, 'share.list', { token: admin, params: { id: drawing } })).data[0]?.id.slice(0, 8)
  await expect.poll(readMark, { timeout: 20_000 }).toBeDefined()
  const field = await designer.see('textbox', `Address of link ${await readMark()}`, 'dialog')
  address = await field.evaluate((input) => (input instanceof HTMLInputElement ? input.value : ''))
  expect(address).toMatch(/\/scada\/topo\/fullscreen\?share=[0-9a-f]{32}$/)
  await designer.show('sharing-02-link')
})

it('is opened elsewhere, without an account, by its password only', async () => {
  await viewer.page.goto(address, { waitUntil: 'domcontentloaded' })
  await viewer.see('heading', 'Shared drawing')
  expect(await viewer.page.title()).not.toContain(name)
  await viewer.show('sharing-03-password')
  await viewer.press('Open')
  await viewer.read(/Please enter the share password/)
  await viewer.fill('Share password', 'five green bottles')
  await viewer.page.keyboard.press('Enter')
  await viewer.read(/Wrong share password/)
  await viewer.show('sharing-04-wrong')
  measure(7)
  await viewer.fill('Share password', password)
  await viewer.page.keyboard.press('Enter')
  await viewer.see('application', `Running drawing ${name}`)
  // Other console pages are not accessible.
  expect(
    await viewer.page.evaluate(() => [sessionStorage.getItem('loginstate'), sessionStorage.getItem('token')]),
  ).toEqual([null, null])
})

it('shows values as they change, marks them when they stop, and commands nothing', async () => {
  measure(7)
  await rests(viewer, power)
  await viewer.read(/\b7 W/)
  measure(9)
  await viewer.read(/\b9 W/)
  await viewer.show('sharing-05-live')
  // Three missed intervals of the device.
  await viewer.read(/2 of 2 values stale/)
  await viewer.show('sharing-06-old')
  measure(11)
  await viewer.read(/^Live$/m)
  for (const place of [lamp, inner]) {
    const { x, y } = await viewer.at(place)
    await viewer.page.mouse.click(x, y)
    await viewer.read(/This page only shows one drawing/)
    await viewer.read(/This page only shows one drawing/, 'gone')
  }
  expect(viewer.page.url()).toBe(address)
  await viewer.show('sharing-07-refused')
})

it('is zoomed by keys and made whole again by a button', async () => {
  const button = await viewer.page.waitForSelector('[role="button"][aria-label*="Lamp"]')
  const width = async () => (await button?.boundingBox())?.width
  const whole = (await width()) ?? NaN
  await viewer.page.keyboard.press('+')
  await expect.poll(width, { timeout: 20_000 }).toBeCloseTo(whole * 1.25, 0)
  await viewer.press('Show all')
  await expect.poll(width, { timeout: 20_000 }).toBeCloseTo(whole, 0)
})

it('follows the drawing when it is saved', async () => {
  const admin = await signIn(journey.server)
  const { drawing: before } = (await call(journey.server, 'drawing.read', { token: admin, params: { id: drawing } }))
    .data
  await call(journey.server, 'drawing.save', {
    token: admin,
    params: { id: drawing },
    headers: { 'if-match': '"1"' },
    body: { drawing: { ...before, name: 'Lobby board, new' } },
  })
  await viewer.see('application', 'Running drawing Lobby board, new')
})

it('hides the drawing within five seconds after the link is revoked', async () => {
  await designer.front()
  const [link = ''] = /[0-9a-f]{8}/.exec(address) ?? []
  await designer.press(`Revoke link ${link}`)
  const from = performance.now()
  await designer.press('Revoke')
  await designer.read(/No links yet\./)
  await viewer.front()
  await viewer.read(/The drawing is no longer shown/)
  expect(performance.now() - from).toBeLessThan(promisedMs)
  expect(await viewer.isSeen('application', 'Running drawing Lobby board, new')).toBe(false)
  await viewer.show('sharing-08-revoked')
  await viewer.goto('/scada/center')
  await viewer.see('textbox', 'Account')
})

it.each(['by twelve hours', 'by five minutes without network', 'by a change of the link'] as const)(
  'shows live values again by itself after its visit has ended %s',
  { tags: 'full' },
  async (end) => {
    const admin = await signIn(journey.server)
    const created = await call(journey.server, 'share.create', {
      token: admin,
      params: { id: drawing },
      body: { password: null, expiresAt: null },
    })
    const share = created.data.id
    const tab = await journey.open()
    await tab.goto(`/scada/topo/fullscreen?share=${share}`)
    await tab.see('application', 'Running drawing Lobby board, new')
    await rests(tab, power)
    measure(21)
    await tab.read(/\b21 W/)

    if (end === 'by a change of the link') {
      await call(journey.server, 'share.change', { token: admin, params: { id: drawing, share }, body: { password } })
      await tab.fill('Share password', password)
      await tab.page.keyboard.press('Enter')
      await tab.see('application', 'Running drawing Lobby board, new')
    } else {
      const isOffline = end === 'by five minutes without network'
      await tab.page.setOfflineMode(isOffline)
      if (isOffline) await tab.read(/No live values\./)
      // Expires the share session, so the page must open the link again. The started server has no clock that a test
      // could advance; setClock.test.ts lets the time of a visit pass.
      const reopened = tab.page.waitForRequest((request) => request.url().endsWith('/api/shared/open'))
      await sqlIn(journey.server, 'update share_session set expires_at = now() where share = $1', [share])
      await tab.page.setOfflineMode(false)
      await reopened
    }
    await tab.read(/No live values\./, 'gone')
    measure(22)
    await rests(tab, inner)
    await rests(tab, power)
    await tab.read(/\b22 W/)
    await call(journey.server, 'share.revoke', { token: admin, params: { id: drawing, share } })
  },
)

it(
  'opens another drawing from a component with a password only once the server has found that right, by keyboard too',
  { tags: 'full' },
  async () => {
    const admin = await signIn(journey.server)
    const [rank = 'a'] = ranksBetween(null, null, 1)
    const make = async (title: string, components: Drawing['components']) =>
      (
        await call(journey.server, 'drawing.create', {
          token: admin,
          body: { project: 'street', name: title, drawing: { ...newDrawing(title), components } },
        })
      ).data.id
    const room = await make('Switch room', [])
    const door = makeComponent({
      type: 'rect',
      name: 'Door',
      x: 700,
      y: 400,
      width: 200,
      height: 100,
      rank,
      extras: { isPasswordAsked: true },
      action: { kind: 'drawing', drawing: room, open: 'window' },
    })
    const id = await make('Hall', [door])
    await call(journey.server, 'drawing.setComponentPassword', {
      token: admin,
      params: { id },
      body: { component: door.id, password: 'open sesame' },
    })
    const tab = await journey.open()
    await tab.goto(`/scada/topo/fullscreen?id=${id}`)
    await tab.signIn('admin', journey.server.adminPassword)
    await tab.see('application', 'Running drawing Hall')
    // From the accessibility tree; it is not drawn.
    const entry = await tab.page.waitForSelector('[role=button][aria-label="Open the drawing of Door"]')
    await entry?.focus()
    await tab.page.keyboard.press('Enter')
    await tab.fill('Component password', 'sesame', 'textbox', 'dialog')
    await tab.page.keyboard.press('Enter')
    await tab.read(/Wrong component password/)
    await tab.show('sharing-09-component-password')
    await tab.fill('Component password', 'open sesame', 'textbox', 'dialog')
    const opened = await journey.opened(tab, () => tab.page.keyboard.press('Enter'))
    await opened.see('application', 'Running drawing Switch room')
    await opened.page.close()
    await tab.page.close()
  },
)
