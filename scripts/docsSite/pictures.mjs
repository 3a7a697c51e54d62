// Takes the pictures of the documentation from a running server with the demo:
//   MIMIC_ADMIN_PASSWORD=… MIMIC_GATEWAY_TOKEN=… node scripts/docsSite/pictures.mjs <address> <en|zh> [parts of pictures' names, separated by commas]
// Start the server with the same password and token, with `--plant-protocols modbus,opcua` and MIMIC_OUTBOUND_ALLOWED=127.0.0.1:5020,127.0.0.1:4841,
// and with MIMIC_LANGUAGE=zh-cn for the Chinese pictures. Each run needs a new data directory.
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import puppeteer from 'puppeteer'

const root = resolve(import.meta.dirname ?? '.', '../..')
const [address, language, part = ''] = process.argv.slice(2)
const { MIMIC_ADMIN_PASSWORD: password, MIMIC_GATEWAY_TOKEN: gatewayToken } = process.env
if (!address || (language !== 'en' && language !== 'zh') || !password || !gatewayToken) {
  console.error(
    "MIMIC_ADMIN_PASSWORD=… MIMIC_GATEWAY_TOKEN=… node scripts/docsSite/pictures.mjs <address> <en|zh> [part of a picture's name]",
  )
  process.exit(1)
}
const viewport = { width: 1280, height: 760 }
const settleMs = 6000

/** @typedef {import('puppeteer').Page} Page */
/** @typedef {{ name: string, path: string, edition?: string, theme?: string, prepare?: (page: Page) => Promise<void> }} Picture */

/** @type {readonly Picture[]} */
const pictures = [
  { name: 'running', path: '/scada/topo/fullscreen?id=pump-house', edition: 'industry' },
  { name: 'designer', path: '/scada/topo/editor?id=pump-house', edition: 'industry', prepare: showBindings },
  { name: 'tunnel', path: '/homepageofflinemaptunnel', edition: 'tunnel', theme: 'dark' },
  { name: 'editions', path: '/editions' },
  { name: 'home', path: '/homepage', edition: 'street' },
  { name: 'center', path: '/scada/center', edition: 'industry' },
  { name: 'device', path: '/platform/devices', prepare: (page) => page.click('tbody button, tbody a') },
  { name: 'undeclared', path: '/platform/undeclared-devices' },
  { name: 'device-connections', path: '/platform/device-connections', prepare: connectMeters },
  { name: 'connect-device', path: '/platform/connect-device', prepare: listenToPlug },
  { name: 'lorawan', path: '/platform/connect-device', prepare: listenToSensor },
  { name: 'mapping', path: '/platform/mappings', prepare: editMapping },
  { name: 'decoder', path: '/platform/mappings', prepare: tryDecoder },
  { name: 'modbus-channel', path: '/platform/access-channels', prepare: readModbus },
  { name: 'opcua-channel', path: '/platform/access-channels', prepare: readOpcUa },
  { name: 'topic', path: '/platform/topics', prepare: (page) => press(page, 'Add topic', '新增主题') },
  { name: 'alarms', path: '/alarms' },
  { name: 'server', path: '/monitor/server' },
  { name: 'jobs', path: '/monitor/jobs' },
]

/** Clients that stay connected while the pictures are taken. @type {import('mqtt').MqttClient[]} */
const connected = []

const browser = await puppeteer.launch({
  headless: true,
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
    '--force-color-profile=srgb',
  ],
})
try {
  const page = await browser.newPage()
  await page.setViewport(viewport)
  await signIn(page)
  await startPumps(page)
  await reportNewDevices()
  const folder = join(root, 'docs/images', language)
  await mkdir(folder, { recursive: true })
  for (const picture of pictures.filter(({ name }) => part.split(',').some((each) => name.includes(each)))) {
    await page.evaluate(
      (kept) => {
        for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
        // The language of the session comes first.
        sessionStorage.setItem('language', kept.language)
      },
      {
        language: language === 'zh' ? 'zh-cn' : 'en-us',
        theme: picture.theme ?? 'light',
        edition: picture.edition ?? 'street',
      },
    )
    await page.goto(`${address}${picture.path}`, { waitUntil: 'domcontentloaded' })
    await page.waitForNetworkIdle({ idleTime: 1000, timeout: 60_000 })
    await pause(settleMs)
    if (picture.prepare) {
      await picture.prepare(page)
      await pause(settleMs / 3)
    }
    await page.screenshot({
      path: join(folder, `${picture.name}.webp`),
      type: 'webp',
      quality: 82,
      ...(picture.clip ? { clip: picture.clip } : {}),
    })
    console.info(`docs/images/${language}/${picture.name}.webp`)
  }
} finally {
  for (const client of connected) await client.endAsync(true)
  await browser.close()
}

/** @param {Page} page */
async function signIn(page) {
  await page.goto(`${address}/healthz`)
  const data = await open()
  await page.evaluate(
    (session, renewAt) => {
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
      sessionStorage.setItem('tokenRenewAt', renewAt)
      localStorage.setItem('tokenRenewAt', renewAt)
    },
    { loginstate: 'in', token: data.token, username: data.account.name },
    String(Date.now() + 3_600_000),
  )
}

/** Opens a session and returns it. */
async function open() {
  const response = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'admin', password }),
  })
  const { data, msg } = await response.json()
  if (!response.ok) throw new Error(`The sign-in failed: ${msg}`)
  return data
}

/** Starts the pumps of the demo, so that the pictures show a plant at work. @param {Page} page */
async function startPumps(page) {
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  for (const pump of ['pump-01', 'pump-02', 'pump-03']) {
    const response = await fetch(`${address}/api/commands`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ tag: `factory/${pump}/running`, value: 1 }),
    })
    if (!response.ok) console.warn(`${pump}: ${await response.text()}`)
  }
}

/** Selects a text and opens its bindings. @param {Page} page */
async function showBindings(page) {
  for (let attempt = 0; attempt < 5; attempt++) {
    await page.mouse.click(735, 269)
    await pause(settleMs / 3)
    if (await page.$('[role="tab"]')) break
  }
  await press(page, 'Bindings', '绑定')
}

/** Presses the control with one of the two texts. @param {Page} page @param {string} en @param {string} zh */
async function press(page, en, zh) {
  const text = language === 'zh' ? zh : en
  const control = await page.waitForSelector(`::-p-xpath(//*[normalize-space(text())="${text}"][not(self::option)])`, {
    visible: true,
  })
  await control?.click()
}

/** Connects devices with their own credentials: one with an undeclared topic, and one with a wrong secret. @param {Page} page */
async function connectMeters(page) {
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  const devices = ['meter-1', 'meter-2', 'meter-3', 'meter-4']
  const response = await fetch(`${address}/api/device-credentials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ project: 'factory', devices }),
  })
  const { data } = await response.json()
  const { mqttUrl } = await (await fetch(`${address}/serverconfig.json`)).json()
  for (const [index, { device, username, secret }] of data.credentials.entries()) {
    const isWrong = index === 3
    const options = { clientId: device, username, password: isWrong ? 'wrong' : secret, protocolVersion: 4 }
    const client = await connectAsync(mqttUrl, { ...options, reconnectPeriod: 0 }, false).catch(() => null)
    const topic = index === 1 ? `tele/${device}/SENSOR` : `p/factory/d/${device}/up/values`
    if (client === null) continue
    connected.push(client)
    await client.publishAsync(topic, JSON.stringify({ at: Date.now(), v: { power: 12.5 } }), { qos: 1 })
  }
  await page.reload({ waitUntil: 'networkidle2' })
}

/** Sends a request as the signed-in account. @param {Page} page @param {string} path @param {object} body */
async function post(page, path, body) {
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const { data, msg } = await response.json()
  if (!response.ok) throw new Error(`${path}: ${msg}`)
  return data
}

/** Publishes messages of devices with topics of their own. @param {Readonly<Record<string, unknown>>} messages */
async function publishForeign(messages) {
  const { mqttUrl } = await (await fetch(`${address}/serverconfig.json`)).json()
  const client = await connectAsync(mqttUrl, {
    clientId: 'yard-foreign',
    username: 'yard',
    password: gatewayToken,
    protocolVersion: 4,
  })
  for (const [topic, payload] of Object.entries(messages))
    await client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })
  await client.endAsync()
}

/** Product, mapping and device of a meter with a decimal comma, or of a LoRaWAN sensor. @param {Page} page @param {'meter' | 'sensor'} kind */
async function createMapping(page, kind) {
  const names = {
    meter: language === 'zh' ? '车间电表' : 'Shop meter',
    sensor: language === 'zh' ? '冷库传感器' : 'Cold store sensor',
  }
  const name = names[kind]
  const { id: product } = await post(page, '/api/products', {
    values: { name, code: `docs-${kind}`, category: 'sensor', nodeType: 'direct', transport: 'mqtt' },
  })
  const createPoint = (point, type, path, more = {}) => ({ point, type, sources: [{ topic: 'up', path }], ...more })
  const definition =
    kind === 'meter'
      ? {
          version: 1,
          topics: [{ id: 'up', topic: 'shop/{device}/state', time: { path: 'ts' } }],
          points: [
            createPoint('power', 'decimal', 'P', { unit: 'kW', conversion: { text: 'comma', factor: 0.001 } }),
            createPoint('relay', 'bool', 'relay', { conversion: { words: { on: ['CLOSED'], off: ['OPEN'] } } }),
            createPoint('voltage', 'decimal', 'U', { unit: 'V' }),
          ],
        }
      : {
          version: 1,
          topics: [
            {
              id: 'up',
              topic: 'application/{application}/device/{device}/event/up',
              time: { path: 'time' },
              decoder: { kind: 'codec', codec: 'milesight', encoding: 'base64', path: 'data', port: 'fPort' },
            },
          ],
          points: ['temperature', 'humidity', 'battery'].map((each) =>
            createPoint(each, 'decimal', `$decoded.${each}`),
          ),
        }
  await post(page, '/api/mappings', {
    values: { name, product, protocol: 'mapping', definition: JSON.stringify(definition, null, 2) },
  })
  await publishForeign({
    'shop/meter_7/state': { ts: new Date().toISOString(), P: '41500,5', relay: 'CLOSED', U: 'n/a' },
    'application/6f0c/device/24e124136b502001/event/up': { fPort: 85, data: 'AXVkA2cQAQRoig==' },
  })
}

/** Opens the form of the first row, and waits for the next messages. @param {Page} page */
async function editFirst(page) {
  await page.reload({ waitUntil: 'networkidle2' })
  await pause(settleMs / 2)
  await press(page, 'Edit', '编辑')
  await page.waitForSelector('.onboarding-definition')
  await pause(settleMs / 2)
}

/** @param {Page} page */
async function listenToPlug(page) {
  await press(page, 'Use', '使用')
  await pause(settleMs / 6)
  const filter = await page.waitForSelector('.onboarding-columns .ant-select input')
  await filter?.type('tele/#')
  await page.keyboard.press('Enter')
  await publishForeign({
    'tele/plug_kitchen/SENSOR': { Time: new Date().toISOString(), ENERGY: { Power: 41.5, Voltage: 229, Total: 12.7 } },
  })
  const topic = await page.waitForSelector('.onboarding-topics button')
  await topic?.click()
  for (let value = 0; value < 2; value++) {
    await pause(settleMs / 6)
    await press(page, 'Add point', '添加点位')
  }
}

/** A sensor of a LoRaWAN network server whose codec has decoded the bytes. @param {Page} page */
async function listenToSensor(page) {
  const cards = await page.$$('.onboarding-template')
  for (const card of cards) {
    const text = await card.evaluate((element) => element.textContent ?? '')
    if (text.includes('ChirpStack')) await (await card.$('button'))?.click()
  }
  await publishForeign({
    'application/6f0c/device/24e124136b502001/event/up': {
      time: new Date().toISOString(),
      deviceInfo: { deviceName: 'cold-store', devEui: '24e124136b502001' },
      fPort: 85,
      object: { temperature: 4.6, humidity: 69, battery: 98 },
      rxInfo: [{ rssi: -97, snr: 8.2 }],
    },
  })
}

/** @param {Page} page */
async function editMapping(page) {
  await createMapping(page, 'meter')
  await editFirst(page)
  const [first] = await page.$$('.onboarding-points button[aria-expanded]')
  await first?.click()
  await first?.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

/** @param {Page} page */
async function tryDecoder(page) {
  await createMapping(page, 'sensor')
  await editFirst(page)
  await page.click('.ant-collapse-header')
  await pause(settleMs / 6)
  const bytes = await page.waitForSelector('.onboarding-pair input')
  await bytes?.type('0175640367100104688a')
  await press(page, 'Decode', '解码')
  await page.$eval('.onboarding-preview', (element) => element.scrollIntoView({ block: 'center' }))
}

/** Needs `--plant-protocols modbus` and 127.0.0.1:5020 in MIMIC_OUTBOUND_ALLOWED. @param {Page} page */
async function readModbus(page) {
  const point = (source, tag) => ({ source, tag: `factory/meter-9/${tag}`, station: '1', type: 'float32' })
  await post(page, '/api/access-channels', {
    project: 'factory',
    values: {
      name: language === 'zh' ? '车间电表' : 'Shop meter',
      transport: 'tcp-client',
      protocol: 'modbus-tcp',
      host: '127.0.0.1',
      port: 5020,
      intervalS: 5,
      answerMs: 1000,
      timeoutS: 120,
      nodes: [point('holding:0', 'voltage'), point('holding:2', 'current'), point('holding:900', 'frequency')],
      isEnabled: true,
    },
  })
  await page.reload({ waitUntil: 'networkidle2' })
  await pause(settleMs)
  await page.click('tbody button, tbody a')
}

/** Needs `--plant-protocols opcua` and 127.0.0.1:4841 in MIMIC_OUTBOUND_ALLOWED. @param {Page} page */
async function readOpcUa(page) {
  const point = (node) => ({ source: `ns=1;s=pump-01.${node}`, tag: `factory/pump-ua/${node}` })
  const name = language === 'zh' ? '水泵控制器' : 'Pump controller'
  await post(page, '/api/access-channels', {
    project: 'factory',
    values: {
      name,
      transport: 'opcua',
      endpoint: 'opc.tcp://127.0.0.1:4841',
      security: 'none',
      intervalS: 5,
      nodes: ['running', 'pressure', 'flow'].map(point),
      isEnabled: true,
    },
  })
  await page.reload({ waitUntil: 'networkidle2' })
  await pause(settleMs)
  await press(page, name, name)
  const state = language === 'zh' ? '已连接' : 'Connected'
  await page.waitForFunction(
    (text) => document.querySelector('.ant-drawer')?.textContent?.includes(text),
    { timeout: 60_000 },
    state,
  )
}

/** Sends values of two devices that are not declared. */
async function reportNewDevices() {
  const { mqttUrl } = await (await fetch(`${address}/serverconfig.json`)).json()
  const client = await connectAsync(mqttUrl, {
    clientId: 'yard',
    username: 'yard',
    password: gatewayToken,
    protocolVersion: 4,
  })
  for (const device of ['new-meter', 'new-pump']) {
    await client.publishAsync(
      `p/factory/d/${device}/up/values`,
      JSON.stringify({ at: Date.now(), v: { speed: 1480, pressure: 3.2, running: true } }),
      { qos: 1 },
    )
  }
  await client.endAsync()
}
