import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { MqttClient } from 'mqtt'
import { callEntity, signIn } from '../support/server/api.ts'
import { connectGateway, type HttpSink, report, startHttpSink } from '../support/external/bridgeWorld.ts'
import { type Journey, startJourney } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'

const gatewayToken = 'a-gateway-credential-of-the-bridge-journey'
let journey: Journey
let sink: HttpSink
let gateway: MqttClient
let admin = ''

beforeAll(async () => {
  sink = await startHttpSink()
  journey = await startJourney({
    own: {
      why: 'its environment allows the address of the receiver',
      env: { MIMIC_GATEWAY_TOKEN: gatewayToken, MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${sink.port}` },
    },
  })
  admin = await signIn(journey.server)
  gateway = await connectGateway(journey.server, gatewayToken)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  await gateway?.endAsync(true)
  await journey?.end()
  await sink?.close()
})

it('an HTTP push is created, tested, switched on, and its counters move with the reports of a device', async () => {
  const tab = await journey.open()
  await tab.goto('/login?from=/rules/bridges')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.press('Add bridge connector')
  await tab.fill('Name', 'Collector', 'textbox', 'dialog')
  await tab.choose('Type', 'HTTP push', 'dialog')
  await tab.choose('Direction', 'Output', 'dialog')
  await tab.press('Enabled', 'switch', 'dialog')
  await tab.fill('Address', `http://127.0.0.1:${sink.port}/in`, 'textbox', 'dialog')
  await tab.choose('Device reports', 'All devices', 'dialog')
  await tab.show('bridges-01-form')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Collector\s+HTTP push\s+Output/)
  await tab.press('More for Collector')
  await tab.press('Test', 'menuitem')
  await tab.press('Test', 'button', 'dialog')
  await tab.read(/Succeeded after \d+ ms\s+200 taken/)
  await tab.show('bridges-02-tested')
  await tab.press('Close', 'button', 'dialog')
  await report(gateway, 'pole-1', { power: 12 })
  // The list renews itself.
  await tab.read(/Connected\s*1 out/)
  expect(sink.requests.at(-1)?.body).toContain('"power":12')
  sink.answer = () => 503
  await report(gateway, 'pole-1', { power: 13 })
  await tab.read(/Error\s*1 out · 1 waiting\s*response: 503 not taken/)
  await tab.show('bridges-03-list')
  sink.answer = () => 200
  await tab.read(/Connected\s*2 out/)
  await tab.press('Collector', 'button')
  await tab.read(/Counted since 20\d\d-/)
  await tab.show('bridges-04-figures')
  await tab.page.close()
})

it('a linkage is rehearsed on stored values', async () => {
  const start = Date.now() - 600_000
  for (const [index, temperature] of [20, 60, 30, 70].entries())
    await gateway.publishAsync(
      'p/street/d/boiler/up/values',
      JSON.stringify({ at: start + index * 60_000, v: { temperature } }),
      { qos: 1 },
    )
  const created = await callEntity(journey.server, 'linkage', 'create', {
    token: admin,
    body: {
      project: 'street',
      values: {
        name: 'Boiler too hot',
        triggers: [
          {
            source: 'facility',
            facility: 'boiler',
            thing: 'attribute',
            identifier: 'temperature',
            operator: '>',
            value: '50',
          },
        ],
        actions: [
          { kind: 'facility', facility: 'pole-001', identifier: 'dimming', value: '100' },
          { kind: 'alarm', level: 3 },
        ],
      },
    },
  })
  expect(created.text).toContain('"code":200')
  const tab = await journey.open()
  await tab.goto('/login?from=/rules/linkages')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.press('More for Boiler too hot')
  await tab.press('Rehearse', 'menuitem')
  await tab.press('Start', 'button', 'dialog')
  await tab.read(/4 events\. Would have run: 2\./)
  await tab.read(/boiler: temperature is 70/)
  await tab.show('bridges-05-rehearsal')
  await tab.page.close()

  const dark = await journey.open()
  const account = { password: journey.server.adminPassword }
  await openSignedIn(dark, '/rules/linkages', account, { language: 'zh-cn', theme: 'dark' })
  await dark.press('Boiler too hot 的更多操作')
  await dark.press('预演', 'menuitem')
  await dark.press('开始', 'button', 'dialog')
  await dark.read(/共 4 个事件，将执行 2 次/)
  await dark.show('bridges-06-zh')
  await dark.page.close()
})
