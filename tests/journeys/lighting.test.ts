import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { callEntity, call, signIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { navigateInside, signInWith } from '../support/browser/pages.ts'
import { adminPassword as password } from '../support/server/server.ts'
import type { Tab } from '../support/browser/tab.ts'

let journey: Journey

beforeAll(async () => {
  journey = await startJourney({ plant: 'live' })
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('an alarm is turned into a work order, and the order is processed from the list to its end', async () => {
  const tab = await signedIn()
  await navigateInside(tab.page, '/alarms')
  await tab.press('Pole 005 is on but draws only 0.6 W; at least 2 W expected')
  await tab.press('Create work order', 'button', 'dialog')
  await tab.fill('Content', 'Pole 005 is dark', 'textbox', 'dialog')
  await tab.show('lighting-01-order')
  await pressLast(tab, 'Create work order')
  // The alarm remains open with its new state.
  await tab.read(/Unacknowledged → Acknowledged/)
  // The link opens the lamp in its list; closing it also removes it from the URL.
  await tab.show('lighting-01-source')
  await tab.press('Pole: Pole 005', 'link', 'dialog')
  await tab.see('dialog', 'Pole 005')
  await tab.read(/Live values|Now/)
  await tab.show('lighting-01-lamp')
  expect(new URL(tab.page.url()).pathname).toBe('/instdet3')
  await tab.page.keyboard.press('Escape')
  await expect.poll(() => new URL(tab.page.url()).search).toBe('')

  const token = await signIn(journey.server, 'admin', password)
  const {
    data: {
      rows: [order],
    },
  } = await callEntity<{ rows: readonly (Row & { readonly number: string })[] }>(journey.server, 'workOrder', 'list', {
    token,
    query: { project: 'street', search: 'Pole 005 is dark' },
  })
  const number = order?.number ?? ''
  await navigateInside(tab.page, '/stcsworkorderob')
  await tab.press(number)
  await tab.press('Dispatch', 'button', 'dialog')
  await tab.fill('Handler', 'Wang', 'textbox', 'dialog')
  await pressLast(tab, 'Dispatch')
  await tab.read(/To be dispatched → Dispatched/)
  await tab.press('Complete processing', 'button', 'dialog')
  await tab.fill('Remark', 'Driver replaced', 'textbox', 'dialog')
  await pressLast(tab, 'Complete processing')
  await tab.read(/Dispatched → Processed/)
  await tab.press('Accept and end', 'button', 'dialog')
  await pressLast(tab, 'Accept and end')
  await tab.read(/Processed → Ended/)
  await tab.show('lighting-02-ended')
  // A finished order is read-only.
  expect([await tab.isSeen('button', 'Edit'), await tab.isSeen('button', 'Terminate')]).toEqual([false, false])
  await tab.page.close()
})

it('a lamp shows its manual mode, and returns to automatic mode on request', { tags: 'full' }, async () => {
  const tab = await signedIn()
  const token = await signIn(journey.server, 'admin', password)
  await navigateInside(tab.page, '/instdet3?search=006')
  await tab.press('Pole 006')
  await tab.read(/Automatic: follows its timetable, next change \d\d-\d\d \d\d:\d\d/)
  const { status } = await call(journey.server, 'command.send', {
    token,
    headers: { 'idempotency-key': 'by-hand' },
    body: { tag: 'street/pole-006/dimming', value: 12 },
  })
  expect(status).toBe(200)
  await tab.read(/Manual until/)
  await tab.press('Resume automatic')
  await tab.read(/Automatic: .*Program level sent to the device/s)
  await tab.show('lighting-05-program')
  await tab.page.close()
})

it(
  'an area shows how many of its lamps are on, and the last command after one was sent',
  { tags: 'full' },
  async () => {
    const tab = await signedIn()
    await navigateInside(tab.page, '/qyswitch?project=tunnel&search=Left')
    await tab.read(/80 of 80 lit\s+No commands yet/)
    await tab.press('Left tube')
    await tab.press('Off', 'button', 'dialog')
    await tab.press('Send', 'button', 'dialog')
    await tab.read(/80 of 80 lamps executed the command/)
    await tab.read(/0 of 80 lit\s+Commanded: Off/)
    // Neither the list nor its detail shows another value.
    await tab.read(/No commands yet/, 'gone')
    await tab.show('lighting-03-area')
    await tab.page.close()
  },
)

it(
  'a camera is marked in the tube of its tunnel, and opens its picture from the panorama',
  { tags: 'full' },
  async () => {
    const token = await signIn(journey.server, 'admin', password)
    const {
      data: {
        rows: [tunnel],
      },
    } = await callEntity<{ rows: readonly Row[] }>(journey.server, 'tunnel', 'list', {
      token,
      query: { project: 'tunnel' },
    })
    const camera = await callEntity(journey.server, 'camera', 'create', {
      token,
      body: {
        project: 'tunnel',
        values: { name: 'Portal eye', channel: 1, source: 'cloud', serial: 'C1', tunnel: tunnel?.id ?? '' },
      },
    })
    const tab = await signedIn()
    await navigateInside(tab.page, '/map/annotation?project=tunnel&step=2')
    await tab.choose('Place on', 'North tunnel')
    await tab.press('Portal eye not placed')
    const tube = await tab.page.waitForSelector('.marking-tube[data-picking="true"]')
    const box = await tube?.boundingBox()
    if (!box) throw new Error('there is no tube')
    await tab.page.mouse.click(box.x + box.width / 4, box.y + 20)
    await tab.read(/1 not saved/)
    await tab.show('lighting-05-tube')
    await tab.press('Save')
    await tab.read(/Annotation saved/)
    const { data: marked } = await callEntity<Row & { readonly tube: string; readonly metre: number }>(
      journey.server,
      'camera',
      'read',
      { token, params: { id: camera.data.id } },
    )
    expect([marked.tube, Math.abs(marked.metre - 240) < 5]).toEqual(['left', true])
    await navigateInside(tab.page, '/homepageofflinemaptunnel?project=tunnel')
    await tab.press('Live video of Portal eye')
    await tab.see('dialog', 'Portal eye')
    await tab.read(/No cloud camera service is configured/)
    await tab.page.close()
  },
)

it('a timetable shows its daily plan, and map annotation opens the current project', { tags: 'full' }, async () => {
  const tab = await signedIn()
  await navigateInside(tab.page, '/strategy/timetable?project=street')
  await tab.press('All night')
  await tab.see('image', 'Daily plan. The last time point applies until the first one of the next day.')
  await tab.read(/Daily/)
  await tab.page.keyboard.press('Escape')
  await navigateInside(tab.page, '/map/annotation')
  await tab.read(/Poles\s+Total\s+151/)
  await tab.page.close()
})

it('the first click on the map places the selected device, even one already placed', { tags: 'full' }, async () => {
  const tab = await signedIn()
  // The project of this edition, although the first one in the list is the factory.
  await navigateInside(tab.page, '/map/annotation?step=2')
  await tab.press('Pole 002 placed')
  const map = await tab.page.waitForSelector('.plant-map [style*="crosshair"]')
  const box = await map?.boundingBox()
  if (!box) throw new Error('there is no map')
  await tab.page.mouse.click(box.x + box.width / 2 + 90, box.y + box.height / 2 + 70, { delay: 400 })
  await tab.read(/1 not saved/)
  await tab.show('lighting-06-put')
  await tab.page.close()
})

async function signedIn(): Promise<Tab> {
  const tab = await journey.open()
  await signInWith(tab, password)
  return tab
}

/** Presses the button of the dialog over the detail. The detail's own button of the same name precedes it. */
async function pressLast(tab: Tab, name: string): Promise<void> {
  const named = `::-p-aria([name="${name}"][role="button"])`
  await expect.poll(async () => (await tab.page.$$(named)).length, { timeout: 20_000 }).toBe(2)
  const [, last] = await tab.page.$$(named)
  await last?.focus()
  await tab.page.keyboard.press('Enter')
}
