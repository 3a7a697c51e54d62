import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { RawClient } from '../chaos/rawClient.ts'
import { callEntity, signIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import { sharedGatewayToken as token } from '../support/shared/plants.ts'

const project = 'street'
const topic = `p/${project}/d/script-lamp/up/values`
let journey: Journey
let gateway: RawClient
let packet = 0

const report = (dimming: number): void =>
  gateway.publish(topic, JSON.stringify({ at: Date.now(), every: 60_000, v: { dimming } }), 1, ++packet)

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
    name: 'Scripted lamp',
    code: 'scripted',
    category: 'lamp',
    nodeType: 'direct',
    transport: 'mqtt',
  })
  await make('device', { name: 'Script lamp', serial: 'scripted-1', product, plantDevice: 'script-lamp' }, project)
  gateway = await RawClient.connect({
    url: journey.server.mqttUrl,
    username: 'scripted',
    password: token,
    clientId: 'scripted',
  })
  report(10)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  gateway?.socket.terminate()
  await journey?.end()
})

it('a script is written, verified on the last message, saved, run by a device, and seen in its log', async () => {
  const tab = await journey.open()
  await tab.goto('/login?from=/rules/scripts')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.press('Add rule script')
  await tab.fill('Script ID', 'doubleDimming', 'textbox', 'dialog')
  await tab.fill('Name', 'Double dimming', 'textbox', 'dialog')
  await tab.choose('Product', 'Scripted lamp', 'dialog')
  await tab.choose('Language', 'JavaScript', 'dialog')
  const write = async (text: string): Promise<void> => {
    await tab.page.evaluate(() => document.querySelector<HTMLElement>('.cm-content')?.focus())
    await tab.page.keyboard.down('Control')
    await tab.page.keyboard.press('a')
    await tab.page.keyboard.up('Control')
    await tab.page.keyboard.sendCharacter(text)
  }
  await tab.page.waitForSelector('.cm-content')
  await write('const message = JSON.parse(msgContext.payload\n')
  await tab.read(/Line \d+, column \d+: The script is not valid JavaScript/)
  await tab.show('ruleScripts-01-error')
  await write(
    'const message = JSON.parse(msgContext.payload)\nmessage.v.dimming *= 2\nmsgContext.payload = JSON.stringify(message)\nlog.info("doubled {}", message.v.dimming)',
  )
  await tab.read(/The script is not valid JavaScript/, 'gone')
  await tab.press('Verify', 'button', 'dialog')
  await tab.read(/Verify script/)
  await tab.press('Run', 'button', 'dialog')
  await tab.read(/Done in [\d.]+ ms/)
  await tab.read(/INFO doubled 20/)
  await tab.show('ruleScripts-02-verified')
  await tab.press('Back to the script', 'button', 'dialog')
  await tab.read(/Verify script/, 'gone')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Double dimming\s+Scripted lamp/)
  await tab.press('More for Double dimming')
  await tab.press('Enable', 'menuitem')
  await tab.press('Enable', 'button', 'dialog')
  await tab.read(/Device report\s+(?:Forward\s+)?Enabled/)
  report(30)
  await tab.press('More for Double dimming')
  await tab.press('Log', 'menuitem')
  // The log renews itself.
  await tab.read(/street\/script-lamp\s+Done/)
  await tab.press('Expand row')
  await tab.read(/INFO doubled 60/)
  await tab.show('ruleScripts-03-log')
  expect(await tab.isSeen('dialog', 'Log of Double dimming')).toBe(true)
  await tab.page.close()
})

it('the editor and the log are shown in Chinese and dark', { tags: 'full' }, async () => {
  const tab = await journey.open()
  await openSignedIn(
    tab,
    '/rules/script-log',
    { password: journey.server.adminPassword },
    { language: 'zh-cn', theme: 'dark' },
  )
  await tab.read(/成功/)
  await tab.show('ruleScripts-04-log-zh')
  await tab.page.close()
})
