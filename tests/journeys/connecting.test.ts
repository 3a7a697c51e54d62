import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, it } from 'vitest'
import { type Journey, shareJourney } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import { sharedGatewayToken } from '../support/shared/plants.ts'

const key = 'Socket_5D21'
const topic = (kind: string, leaf: string) => `${kind}/${key}/${leaf}`
let journey: Journey
let socket: MqttClient

shareJourney({}, (started) => {
  journey = started
})
beforeAll(async () => {
  socket = await connectAsync(journey.server.mqttUrl, {
    clientId: 'yard-socket',
    username: 'yard',
    password: sharedGatewayToken,
    protocolVersion: 4,
  })
})
afterAll(() => socket?.endAsync(true))

const send = (leaf: string, payload: unknown, kind = 'tele') =>
  socket.publishAsync(topic(kind, leaf), typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })

it('a Tasmota socket gets its points from its messages, is created, and shows its values on its page', async () => {
  const tab = await journey.open()
  await openSignedIn(tab, '/platform/connect-device', { password: journey.server.adminPassword })
  await tab.see('heading', 'Connect a device')
  await tab.show('connecting-01-gallery')
  await tab.press('Use Tasmota')
  await tab.read(/No message received yet/)
  await send('SENSOR', {
    Time: new Date().toISOString(),
    ENERGY: { Power: 41, Voltage: 'n/a' },
    AM2301: { Humidity: 55.5 },
  })
  await tab.read(/41 W\s*Good/)
  await tab.read(/Bad\s*The value is not a number/)
  await tab.read(/No mapping declares this topic/)
  await tab.press('Add point AM2301.Humidity')
  await tab.read(/55\.5/)
  await tab.choose('Name in messages', key)
  await tab.show('connecting-02-points')
  await tab.press('Create device')
  await tab.read(/Socket_5D21 has been created/)
  await send('LWT', 'Online')
  await send('SENSOR', { Time: new Date().toISOString(), ENERGY: { Power: 77.5 }, AM2301: { Humidity: 60 } })
  await tab.goto('/platform/devices')
  await tab.press(key)
  await tab.read(/77\.5/)
  await tab.show('connecting-03-device')
})

it('in Chinese and dark, the page shows the messages of any topic', { tags: 'full' }, async () => {
  const tab = await journey.open()
  await openSignedIn(
    tab,
    '/platform/connect-device',
    { password: journey.server.adminPassword },
    { language: 'zh-cn', theme: 'dark' },
  )
  await tab.see('heading', '接入设备')
  await tab.press('使用 监听')
  await send('STATE', { Time: new Date().toISOString(), Wifi: { Signal: -61 } })
  await tab.fill('主题过滤器', 'tele/#', 'combobox')
  await tab.page.keyboard.press('Enter')
  await tab.read(/-61/)
  await tab.show('connecting-04-listen-dark')
})

it('the editor of a mapping previews a pasted message', async () => {
  const tab = await journey.open()
  await openSignedIn(tab, '/platform/mappings', { password: journey.server.adminPassword })
  await tab.press('Tasmota')
  await tab.press('Edit')
  await tab.fill('Paste another message: its topic', 'stat/any_plug/POWER')
  await tab.fill('Payload: text or JSON; bytes as hex:01 a4', 'ON')
  await tab.read(/any_plug/)
  await tab.read(/whole payload\s+On or off\s+1\s*Good/)
  await tab.show('connecting-05-editor')
})
