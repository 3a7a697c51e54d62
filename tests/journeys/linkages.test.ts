import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { RawClient } from '../chaos/rawClient.ts'
import { callEntity, signIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { sharedGatewayToken as token } from '../support/shared/plants.ts'

const project = 'street'
let journey: Journey
let gateway: RawClient
let packet = 0

beforeAll(async () => {
  journey = await startJourney()
  const admin = await signIn(journey.server)
  const make = async (entity: string, values: Readonly<Record<string, unknown>>, at?: string): Promise<string> => {
    const created = await callEntity(journey.server, entity, 'create', {
      token: admin,
      body: { values, ...(at === undefined ? {} : { project: at }) },
    })
    if (created.status !== 200) throw new Error(created.text)
    return created.data.id
  }
  const product = await make('product', {
    name: 'Lamp',
    code: 'lamp',
    category: 'lamp',
    nodeType: 'direct',
    transport: 'mqtt',
  })
  await make('device', { name: 'Yard lamp', serial: 'yard', product, plantDevice: 'pole-001' }, project)
  gateway = await RawClient.connect({
    url: journey.server.mqttUrl,
    username: 'yard',
    password: token,
    clientId: 'yard',
  })
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  gateway?.socket.terminate()
  await journey?.end()
})

it('a linkage is created, enabled and triggered, and its run is listed', async () => {
  const tab = await journey.open()
  await tab.goto('/login?from=/rules/linkages')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.press('Add scene linkage')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Please choose a project/)
  await tab.choose('Project', 'Street', 'dialog')
  await tab.read(/Please choose a project/, 'gone')
  await tab.fill('Name', 'Too bright', 'textbox', 'dialog')
  await tab.press('Add entry (0 of 20) – Triggers', 'button', 'dialog')
  await tab.choose('Device 1', 'Yard lamp', 'dialog')
  // Selects a point of the device by its name. A switch point is compared with on or off.
  await tab.choose('Identifier 1', 'Lamp · lamp', 'dialog')
  await tab.choose('Value 1', '1 – yes, on', 'dialog')
  await tab.show('linkages-00-flag')
  await tab.choose('Identifier 1', 'Dimming · dimming', 'dialog')
  await tab.choose('Comparison 1', 'Greater than', 'dialog')
  await tab.fill('Value 1', '50', 'spinbutton', 'dialog')
  await tab.press('Add entry (0 of 20) – Actions', 'button', 'dialog')
  await tab.choose('Action 1', 'Alarm execution', 'dialog')
  await tab.show('linkages-01-form')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Linkage added\. It is disabled/)
  await tab.show('linkages-01-enable')
  await tab.press('Enable now', 'button', 'dialog')
  // The confirmation also contains the state's name, so wait until it is closed.
  await tab.read(/Linkage added\. It is disabled/, 'gone')
  await tab.read(/Enabled/)

  gateway.publish(
    `p/${project}/d/pole-001/up/values`,
    JSON.stringify({ at: Date.now(), every: 60_000, v: { dimming: 80 } }),
    1,
    ++packet,
  )
  // The list updates the last run without a reload.
  await tab.read(/Enabled\s+–\s+Done/)
  await tab.show('linkages-02-ran')
  await tab.press('More for Too bright')
  await tab.press('Runs', 'menuitem')
  await tab.read(/Yard lamp: dimming is 80/)
  await tab.press('Expand row')
  await tab.read(/Raise alarm/)
  await tab.show('linkages-03-runs')
  expect(await tab.isSeen('dialog', 'Runs of Too bright')).toBe(true)
  await tab.page.close()
})

it(
  'the form reports a project without devices and links to them, accepts a lamp instead, and marks unknown points',
  { tags: 'full' },
  async () => {
    const tab = await journey.open()
    await tab.goto('/login?from=/rules/linkages')
    await tab.signIn('admin', journey.server.adminPassword)
    await tab.press('Add scene linkage')
    await tab.choose('Project', 'Tunnel', 'dialog')
    await tab.press('Add entry (0 of 20) – Triggers', 'button', 'dialog')
    await tab.read(
      /This project has no platform devices\. For a lamp, loop, cabinet or sensor, choose "Lighting facility"\. ?Add a device/,
    )
    await tab.show('linkages-04-none')
    await tab.choose('Trigger 1', 'Lighting facility', 'dialog')
    await tab.read(/This project has no platform devices/, 'gone')
    await tab.choose('Telemetry device 1', 'lamp-001', 'dialog')
    await tab.choose('Identifier 1', 'Dimming · dimming', 'dialog')
    await tab.show('linkages-05-facility')
    await tab.read(/Not in the device's data yet/, 'gone')
    await tab.page.close()
  },
)
