// Takes the pictures of the documentation from a running server with the demo:
//   MIMIC_ADMIN_PASSWORD=… MIMIC_GATEWAY_TOKEN=… node scripts/docsSite/pictures.mjs <address> <en|zh> [part of a picture's name]
// Start the server with the same password and token, and with MIMIC_LANGUAGE=zh-cn for the Chinese pictures.
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
  for (const picture of pictures.filter(({ name }) => name.includes(part))) {
    await page.evaluate(
      (kept) => {
        for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
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
