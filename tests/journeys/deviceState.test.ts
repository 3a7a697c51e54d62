import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { signIn } from '../support/server/api.ts'
import { createDrawing, openDesigner, saveRevision, storedDrawing } from '../support/browser/designer.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { sharedGatewayToken as token } from '../support/shared/plants.ts'
import type { Tab } from '../support/browser/tab.ts'

const tag = 'street/pole-001/$state'
const pollOptions = { timeout: 20_000, interval: 100 }
let journey: Journey
let device: MqttClient
let run: Tab

beforeAll(async () => {
  journey = await startJourney({
    own: { why: 'it is taken away and brought back', env: { MIMIC_GATEWAY_TOKEN: token } },
  })
  device = await arrive()
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  await device?.endAsync(true)
  await journey?.end()
})

/** Connects the lamp with its Will. */
async function arrive(): Promise<MqttClient> {
  const toStatus = (online: boolean): Buffer => Buffer.from(JSON.stringify({ online, at: Date.now() }))
  const topic = 'p/street/d/pole-001/up/state'
  const client = await connectAsync(journey.server.mqttUrl, {
    clientId: 'yard',
    username: 'yard',
    password: token,
    protocolVersion: 4,
    reconnectPeriod: 0,
    will: { topic, payload: toStatus(false), qos: 1, retain: true },
  })
  await client.publishAsync(topic, toStatus(true), { qos: 1 })
  return client
}
/** Returns the accessible names of the components, as announced by a screen reader. */
const readLabels = (tab: Tab): Promise<string> =>
  tab.page.$$eval('[role="img"]', (all) => all.map((each) => each.getAttribute('aria-label')).join('; '))

it('a lamp bound to the state of a device follows it offline and online', async () => {
  const admin = await signIn(journey.server)
  const id = await createDrawing(journey.server, admin, 'Who is there')
  const tab = await openDesigner(journey, id)
  await tab.enter('Lamp')
  await tab.choose('State type', 'Device: 1 not activated, 2 disabled, 3 online, 4 offline')
  await tab.read(/Shows the state of a device\. Bind it to the point "Device state" of that device\./)
  await tab.show('device-state-01-hint')
  await tab.press('Choose the device…')
  await tab.read(/Device states only/)
  await tab.choose('Tag', tag, 'dialog')
  await tab.read(/Current\s+3\s+good\s+Result\s+online/)
  await tab.show('device-state-02-binding')
  await tab.press('Bind', 'button', 'dialog')
  await tab.read(/Shows the state of a device/, 'gone')
  // Its state comes from the device, not from the initial 0.
  await tab.read(/Set by its tag/)
  await tab.read(/In run mode: street\/pole-001\/\$state/)
  await tab.show('device-state-02-bound')
  await saveRevision(tab, 2)
  expect((await storedDrawing(journey.server, admin, id)).components[0]).toMatchObject({
    props: { stateType: 'device' },
    bindings: [{ prop: 'value', tag, via: { kind: 'value' } }],
  })

  run = await journey.opened(tab, () => tab.press('Run'))
  journey.keepOpen(run)
  await run.see('application', 'Running drawing Who is there')
  await expect.poll(() => readLabels(run), pollOptions).toMatch(/^Lamp 1.*online/)
  await run.show('device-state-03-online')
  device.stream.destroy()
  await expect.poll(() => readLabels(run), pollOptions).toMatch(/^Lamp 1.*offline/)
  await run.show('device-state-04-offline')
  device = await arrive()
  await expect.poll(() => readLabels(run), pollOptions).toMatch(/^Lamp 1.*online/)
})

it(
  'the state is not live without the server, and live again when the server is back and hears the device',
  { tags: 'full' },
  async () => {
    await journey.stopServer('killed')
    await expect.poll(() => readLabels(run), pollOptions).toMatch(/^Lamp 1.*(?:stale|not live|old)/i)
    await run.show('device-state-05-stale')
    await journey.restartServer('killed')
    device = await arrive()
    await expect
      .poll(() => readLabels(run), { ...pollOptions, timeout: 60_000 })
      .toMatch(/^Lamp 1(?!.*(?:stale|not live|old)).*online/i)
  },
)
