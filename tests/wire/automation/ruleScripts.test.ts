// A single file, because all tests share the topics, devices and gateways of one server.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { scriptTemplates } from '../../../console/script/editor/templates.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { callEntity, call, readAuditLog, signIn, sqlIn } from '../../support/server/api.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

const project = 'tunnel'
const token = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 20_000, interval: 100 }
const properties = [
  { identifier: 'temperature', label: 'Temperature', type: 'decimal', isWritable: false },
  { identifier: 'setpoint', label: 'Setpoint', type: 'decimal', isWritable: true },
]

let server: StartedServer
let admin: string
let packet = 0
const open: RawClient[] = []

/** Bodies that the HTTP server of another system received. */
const pushed: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    pushed.push(body)
    response.end()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const allowed = `127.0.0.1:${(collector.address() as AddressInfo).port}`
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token, MIMIC_OUTBOUND_ALLOWED: allowed } })
  admin = await signIn(server)
})
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await server?.stop()
  collector.close()
})

async function make(entity: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const body = { ...(entity === 'device' ? { project } : {}), values }
  const created = await callEntity(server, entity, 'create', { token: admin, body })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}

/** A product with a device `script-<code>` that publishes on `rs/<code>/{device}/up` and listens on `…/down`. */
async function makeDevice(code: string): Promise<{ product: string; serial: string; device: string; topic: string }> {
  const product = await make('product', {
    name: `Meter ${code}`,
    code,
    category: 'sensor',
    nodeType: 'direct',
    transport: 'mqtt',
    properties,
  })
  const serial = `RS-${code}`
  const device = `script-${code}`
  await make('device', { name: serial, serial, product, plantDevice: device })
  await make('topic', { name: `rs/${code}/{device}/up`, product, direction: 'up' })
  await make('topic', { name: `rs/${code}/{device}/down`, product, direction: 'down' })
  return { product, serial, device, topic: `rs/${code}/${serial}/up` }
}

let scripts = 0
/** Creates and enables a script that forwards reports of a product in Groovy, unless `values` say otherwise. */
async function makeScript(product: string, source: string, values: Readonly<Record<string, unknown>> = {}) {
  const identifier = `rs${++scripts}`
  const id = await make('script', {
    identifier,
    name: `Script ${identifier}`,
    product,
    event: 1,
    action: 1,
    language: 'groovy',
    order: 1,
    source,
    ...values,
  })
  const enabled = await callEntity(server, 'script', 'enable', { token: admin, params: { id }, body: {} })
  if (enabled.status !== 200) throw new Error(enabled.text)
  return id
}

async function connect(): Promise<RawClient> {
  const clientId = `yard-${++packet}`
  const client = await RawClient.connect({ url: server.mqttUrl, username: 'yard', password: token, clientId })
  open.push(client)
  return client
}

/** Resolves when the server has acknowledged the message. */
async function publish(client: RawClient, topic: string, message: unknown): Promise<void> {
  const messageId = ++packet
  client.publish(topic, typeof message === 'string' ? message : JSON.stringify(message), 1, messageId)
  await client.next(({ cmd, messageId: id }) => cmd === 'puback' && id === messageId)
}

const readValues = async (device: string, point = 'temperature') =>
  (
    await sqlIn(
      server,
      `select value from tag_history where tag = (select id from tag where path = $1) order by at, value`,
      [`${project}/${device}/${point}`],
    )
  ).map(({ value }) => value)
const readRuns = (script: string) =>
  sqlIn(server, `select * from scada_script_log where script = $1 order by at, id`, [script])
const readScript = async (id: string) =>
  (await callEntity<Record<string, unknown>>(server, 'script', 'read', { token: admin, params: { id } })).data

const double = `JSONArray source = JSONUtil.parseArray(msgContext.getPayload());
JSONArray target = new JSONArray();
for (int i = 0; i < source.size(); i++) {
    JSONObject item = source.getJSONObject(i);
    JSONObject scaled = new JSONObject();
    scaled.put("id", item.getStr("id"));
    scaled.put("value", item.getBigDecimal("value") * 2);
    target.add(scaled);
}
msgContext.setPayload(target.toString());
msgContext.logger.info("scaled {}", source.size())`

it('a script that forwards rewrites reports before they are stored, and its run is in the log', async () => {
  const { product, device, topic } = await makeDevice('scale')
  const script = await makeScript(product, double)
  const yard = await connect()
  for (const value of [1, 2, 3]) await publish(yard, topic, [{ id: 'temperature', value }])
  expect(await readValues(device)).toEqual([2, 4, 6])
  await expect.poll(async () => (await readRuns(script)).length, pollOptions).toBe(3)
  const [run] = await readRuns(script)
  expect(run).toMatchObject({ device: `${project}/${device}`, outcome: 'done', level: 'info', error: null })
  expect(run?.['output']).toContain('INFO scaled 1')
  expect(run?.['output']).toContain(`forward ${topic}: [{"id":"temperature","value":2}]`)
  expect(await readScript(script)).toMatchObject({ lastOutcome: 'done', problem: null })
  const figures = await call(server, 'script.figures', { token: admin, params: { id: script } })
  expect(figures.data).toMatchObject({ runs: 3, failures: 0, waiting: 0, restarts: 0 })
  const metrics = await call(server, 'server.metrics', { token: admin })
  expect(metrics.text).toContain(`mimic_script_runs_total{script="${script}",outcome="done"} 3`)
  expect(metrics.text).toContain(`mimic_script_waiting{script="${script}"} 0`)
})

it('a script that forwards rewrites the values that a payload mapping has read', async () => {
  const { product, device, serial } = await makeDevice('mapped')
  const mapping = {
    version: 1,
    topics: [{ id: 'sensor', topic: 'field/{device}/sensor' }],
    points: [{ point: 'temperature', type: 'decimal', sources: [{ topic: 'sensor', path: 'air.temp' }] }],
  }
  await make('mapping', { name: 'Field', product, protocol: 'mapping', definition: JSON.stringify(mapping) })
  await makeScript(
    product,
    'const frame = JSON.parse(msgContext.payload)\nframe.v.temperature *= 2\nmsgContext.payload = JSON.stringify(frame)',
    { language: 'javascript' },
  )
  await publish(await connect(), `field/${serial}/sensor`, { air: { temp: 4.5 } })
  expect(await readValues(device)).toEqual([9])
})

it('scripts run in their order and pass values on; only scripts that forward change the message', async () => {
  const { product, device, topic } = await makeDevice('order')
  const log = await makeScript(
    product,
    'msgContext.logger.info("{} {}", msgContext.getData("a"), msgContext.payload)',
    {
      order: 1,
    },
  )
  await makeScript(product, 'msgContext.setData("a", 7)\nmsgContext.setPayload("[]")', {
    order: 3,
    action: 2,
    template: await makeTemplate(),
  })
  await makeScript(
    product,
    'const list = JSON.parse(msgContext.payload)\nlist[0].value += msgContext.getData("a")\nmsgContext.payload = JSON.stringify(list)',
    { order: 2, language: 'javascript' },
  )
  await publish(await connect(), topic, [{ id: 'temperature', value: 1 }])
  expect(await readValues(device)).toEqual([8])
  await expect
    .poll(async () => (await readRuns(log))[0]?.['output'], pollOptions)
    .toContain('INFO 7 [{"id":"temperature","value":8}]')
})

it('a verification shows who would be notified with what, and sends nothing', async () => {
  const { product, topic } = await makeDevice('notify')
  const channel = await make('channel', {
    name: 'Plant mail',
    kind: 'email',
    host: '127.0.0.1',
    port: 9,
    sender: 'mimic@example.com',
  })
  const receivers = 'ann@example.com, bob@example.com'
  const template = await make('template', {
    name: 'Hot',
    channel,
    receivers,
    subject: 'Hot {area}',
    content: '{payload} at {time}',
  })
  const script = {
    language: 'groovy',
    source: 'msgContext.setData("area", "hall")',
    event: 1,
    action: 2,
    product,
    template,
  }
  const verify = async () =>
    (
      await call(server, 'script.verify', {
        token: admin,
        body: { script, message: { topic, payload: '{"temperature":90}' } },
      })
    ).data.run?.effects
  expect(await verify()).toMatchObject([
    {
      kind: 'notify',
      target: `Hot: Plant mail → ${receivers}`,
      content: expect.stringMatching(/^Hot hall\n\{"temperature":90\} at \d{4}-/),
      isPermitted: true,
    },
  ])
  const { data } = await callEntity(server, 'channel', 'read', { token: admin, params: { id: channel } })
  await callEntity(server, 'channel', 'update', {
    token: admin,
    params: { id: channel },
    headers: { 'if-match': `"${data.revision}"` },
    body: { values: { isEnabled: false } },
  })
  expect(await verify()).toMatchObject([{ isPermitted: false, detail: { en: 'the channel is disabled' } }])
  expect(await sqlIn(server, 'select 1 from platform_notification_log where channel = $1', [channel])).toEqual([])
})

it('a script that loops for ever costs nobody else a message, and is put out of action after ten failures', async () => {
  const bad = await makeDevice('loop')
  const good = await makeDevice('other')
  const script = await makeScript(bad.product, 'while (true) { }')
  await makeScript(good.product, double)
  const [first, second] = [await connect(), await connect()]
  const values = Array.from({ length: 12 }, (_, index) => index + 1)
  await Promise.all([
    Promise.all(
      values.map((value) => publish(first, bad.topic, { temperature: value, at: 1_700_000_000_000 + value })),
    ),
    (async () => {
      for (const value of values) await publish(second, good.topic, [{ id: 'temperature', value }])
    })(),
  ])
  expect(await readValues(bad.device)).toEqual(values)
  expect(await readValues(good.device)).toEqual(values.map((value) => value * 2))
  await expect
    .poll(() => readScript(script), { ...pollOptions, timeout: 60_000 })
    .toMatchObject({
      status: 'disabled',
      problem: expect.stringContaining('Stopped after 10 failures in a row'),
    })
  const { data: alarms } = await call(server, 'monitor.alarms', { token: admin })
  expect(alarms.find(({ kind }) => kind === 'scriptStopped')?.detail).toContain('10')
  const enabled = await callEntity(server, 'script', 'enable', { token: admin, params: { id: script }, body: {} })
  expect(enabled.data).toMatchObject({ status: 'enabled', problem: null })
  await callEntity(server, 'script', 'disable', { token: admin, params: { id: script }, body: {} })
}, 120_000)

it(
  'no message is lost or reordered when the script process is killed while messages wait',
  { tags: 'full', timeout: 60_000 },
  async () => {
    const { product, device, topic } = await makeDevice('kill')
    await makeScript(product, double)
    const yard = await connect()
    await publish(yard, topic, [{ id: 'temperature', value: 0 }])
    const children = await listScriptChildren()
    expect(children.length).toBeGreaterThan(0)
    const values = Array.from({ length: 200 }, (_, index) => index + 1)
    const sent = Promise.all(values.map((value) => publish(yard, topic, [{ id: 'temperature', value }])))
    for (const pid of children) process.kill(pid, 'SIGKILL')
    await sent
    expect((await readValues(device)).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      [0, ...values].map((value) => value * 2),
    )
  },
)

it('a script with an error is refused at its line and column, when it is saved and when it is checked', async () => {
  const { product } = await makeDevice('check')
  const source = 'def a = 1\nimport java.io.File\n'
  const values = {
    identifier: 'broken',
    name: 'Broken',
    product,
    event: 1,
    action: 1,
    language: 'groovy',
    order: 1,
    source,
  }
  const { status, bad } = await callEntity(server, 'script', 'create', { token: admin, body: { values } })
  expect([status, bad.problems?.[0]]).toMatchObject([
    400,
    { path: 'source', code: expect.stringMatching(/^script:2:\d+$/), words: { en: expect.stringContaining('Line 2') } },
  ])
  const checked = await call(server, 'script.check', {
    token: admin,
    body: { language: 'javascript', source: 'let a =\n;' },
  })
  for (const { id, groovy, javascript } of scriptTemplates)
    for (const [language, text] of Object.entries({ groovy, javascript } as const)) {
      const body = { language: language === 'groovy' ? 'groovy' : 'javascript', source: text } as const
      const { data } = await call(server, 'script.check', { token: admin, body })
      expect([id, language, data.problems]).toEqual([id, language, []])
    }
  expect(checked.data.problems).toMatchObject([{ line: 2, words: { zh: expect.stringContaining('JavaScript') } }])
})

it('a verification runs on the last real message and has no effect outside', async () => {
  const { product, device, topic } = await makeDevice('verify')
  await publish(await connect(), topic, [{ id: 'temperature', value: 4 }])
  const script = {
    language: 'groovy',
    source: `${double}\ndevices.command("${device}", "setpoint", 9)\nalarms.raise("high", "Too hot")\nprintln tags.read("temperature")`,
    event: 1,
    action: 1,
    product,
  } as const
  const { data } = await call(server, 'script.verify', { token: admin, body: { script } })
  expect(data).toMatchObject({
    problems: [],
    run: {
      message: { topic, device: `${project}/${device}` },
      outcome: 'done',
      payloadAfter: '[{"id":"temperature","value":8}]',
      lines: [{ text: 'scaled 1' }, { level: 'info', text: '4' }],
      effects: [
        { kind: 'command', target: `${project}/${device}/setpoint`, content: '9', isPermitted: true },
        { kind: 'raise', target: `${project}/${device}`, content: 'high Too hot', isPermitted: true },
        { kind: 'forward', target: topic },
      ],
    },
  })
  expect(await readValues(device)).toEqual([4])
  expect(await sqlIn(server, `select id from command where tag like $1`, [`${project}/${device}/%`])).toEqual([])
  expect(await sqlIn(server, `select id from lighting_alarm where device = $1`, [device])).toEqual([])
  const pasted = await call(server, 'script.verify', {
    token: admin,
    body: { script, message: { topic: 'x', payload: 'no list', device: null } },
  })
  expect(pasted.data.run).toMatchObject({
    outcome: 'failed',
    errorLine: 1,
    error: { zh: expect.stringContaining('第 1 行') },
  })
})

it('a script commands devices and raises alarms; commands need the permissions of its owner and are audited', async () => {
  const { product, device, topic, serial } = await makeDevice('effects')
  const yard = await connect()
  await yard.subscribe([`p/${project}/d/+/down/command`])
  const script = await makeScript(
    product,
    `devices.command("${serial}", "setpoint", 21)\nalarms.raise("hot", "Hot", "high")`,
    { action: 2, template: await makeTemplate() },
  )
  await publish(yard, topic, { temperature: 50 })
  const command = await yard.next(
    (each) => each.cmd === 'publish' && each.topic === `p/${project}/d/${device}/down/command`,
  )
  expect(JSON.parse(String('payload' in command ? command.payload : ''))).toMatchObject({
    point: 'setpoint',
    value: 21,
  })
  await expect
    .poll(() => sqlIn(server, `select fault, level from lighting_alarm where device = $1`, [device]), pollOptions)
    .toEqual([{ fault: 'script', level: 3 }])
  const audited = await readAuditLog(server, admin, `tag/${project}/${device}/setpoint`)
  expect(JSON.stringify(audited)).toContain(script)
  // Without an owner the script may do nothing.
  await sqlIn(server, `update scada_script set owner = null where id = $1`, [script])
  await makeScript(product, 'return 1', { action: 2, template: await makeTemplate() })
  await publish(yard, topic, { temperature: 51 })
  await expect
    .poll(async () => (await readRuns(script)).at(-1)?.['output'], pollOptions)
    .toContain('the script has no owner')
  expect(await sqlIn(server, `select id from command where tag = $1`, [`${project}/${device}/setpoint`])).toHaveLength(
    1,
  )
})

it('scripts run at commands, device states, alarms and times', async () => {
  const { product, device, topic, serial } = await makeDevice('events')
  const yard = await connect()
  await yard.subscribe([`rs/events/${serial}/down`])
  const template = await makeTemplate()
  const print = 'println msgContext.topic + " " + msgContext.payload'
  const downlink = await makeScript(
    product,
    'def o = JSONUtil.parseObj(msgContext.payload)\no.put("setpoint", o.getDouble("setpoint") + 1)\nmsgContext.payload = o.toString()',
    { event: 2 },
  )
  const other = { action: 2, template }
  const online = await makeScript(product, print, { ...other, event: 3 })
  const raised = await makeScript(product, print, { ...other, event: 5 })
  const timed = await makeScript(product, print, { ...other, event: 7, cron: '*/30 * * * * *' })
  await publish(yard, topic, { temperature: 1, setpoint: 20 })
  const placed = await call(server, 'command.send', {
    token: admin,
    headers: { 'idempotency-key': 'events-1' },
    body: { tag: `${project}/${device}/setpoint`, value: 20 },
  })
  expect(placed.status).toBe(200)
  const sent = await yard.next((each) => each.cmd === 'publish' && each.topic === `rs/events/${serial}/down`)
  expect(JSON.parse(String('payload' in sent ? sent.payload : ''))).toMatchObject({ setpoint: 21 })
  await expect.poll(async () => (await readRuns(downlink)).length, pollOptions).toBe(1)
  await expect.poll(async () => (await readRuns(online))[0]?.['output'], pollOptions).toContain('"online":true')
  await sqlIn(server, 'select 1')
  const linkage = await callEntity(server, 'linkage', 'create', {
    token: admin,
    body: {
      project,
      values: {
        name: 'Alarm for scripts',
        triggers: [
          {
            source: 'facility',
            facility: device,
            thing: 'attribute',
            identifier: 'temperature',
            operator: '>',
            value: '90',
          },
        ],
        actions: [{ kind: 'alarm', level: 2 }],
      },
    },
  })
  await callEntity(server, 'linkage', 'enable', { token: admin, params: { id: linkage.data.id }, body: {} })
  await expect
    .poll(
      async () => {
        await publish(yard, topic, { temperature: 20 })
        await publish(yard, topic, { temperature: 95 })
        return (await readRuns(raised))[0]?.['output']
      },
      { ...pollOptions, interval: 1_000 },
    )
    .toContain('alarm/raised')
  await expect.poll(async () => (await readRuns(timed)).length, { ...pollOptions, timeout: 45_000 }).toBeGreaterThan(0)
}, 120_000)

it('a script hands messages with its own values to its access point, and holds back those for which it returns false', async () => {
  const { product, topic } = await makeDevice('push')
  const bridge = await make('bridge', {
    name: 'Collector',
    kind: 3,
    direction: 2,
    isEnabled: true,
    url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/in`,
    body: '{"level": ${level}, "topic": ${topic}, "device": ${device}}',
  })
  const script = await makeScript(
    product,
    'def t = JSONUtil.parseObj(msgContext.payload).getDouble("temperature")\nmsgContext.setData("level", t > 20 ? "high" : "low")\nmsgContext.topic = "out/" + msgContext.serialNumber\nreturn t > 10',
    { action: 3, bridge },
  )
  const yard = await connect()
  for (const temperature of [5, 15, 25]) await publish(yard, topic, { temperature })
  await expect
    .poll(() => pushed.map((body): unknown => JSON.parse(body)), pollOptions)
    .toEqual(['low', 'high'].map((level) => ({ level, topic: 'out/RS-push', device: 'script-push' })))
  await expect.poll(async () => (await readRuns(script)).length, pollOptions).toBe(3)
  const [held, sent] = await readRuns(script)
  expect([held?.['output'], String(sent?.['output']).startsWith(`INFO → bridge ${bridge}`)]).toEqual([null, true])
  expect((await readScript(script))['kind']).toBe('http')
})

it('a rehearsal runs over stored values, counts what would have happened, and touches nothing', async () => {
  const { product, device, topic } = await makeDevice('rehearse')
  const yard = await connect()
  const from = Date.now() - 10_000
  for (const temperature of [10, 60, 20, 70]) await publish(yard, topic, { temperature, at: Date.now() })
  const script = {
    language: 'javascript',
    source: 'if (JSON.parse(msgContext.payload).v.temperature > 50) alarms.raise("hot", "Hot")',
    event: 1,
    action: 1,
    product,
  } as const
  const body = { script, project, from, to: Date.now() + 1_000 }
  const started = await call(server, 'script.rehearse', { token: admin, body })
  const read = async () =>
    (await call(server, 'script.rehearsal', { token: admin, params: { id: started.data.id } })).data
  await expect.poll(async () => (await read()).state, pollOptions).toBe('done')
  expect(await read()).toMatchObject({
    messages: 4,
    failures: 0,
    counts: { raise: 2 },
    findings: [{ device: `${project}/${device}` }, {}],
  })
  expect(await sqlIn(server, `select id from lighting_alarm where device = $1`, [device])).toEqual([])
})

it('under load only some runs are logged, each with the number of omitted ones before it', async () => {
  const { product, topic } = await makeDevice('load')
  const script = await makeScript(product, 'println 1')
  const yard = await connect()
  await Promise.all(Array.from({ length: 120 }, (_, n) => publish(yard, topic, { temperature: n })))
  const count = async () => {
    const runs = await readRuns(script)
    return { rows: runs.length, all: runs.reduce((sum, { omitted }) => sum + 1 + Number(omitted ?? 0), 0) }
  }
  await expect.poll(async () => (await count()).all, pollOptions).toBe(120)
  expect((await count()).rows).toBeLessThan(80)
})

it('a script runs for all products, also for devices without one, and names the device', async () => {
  const script = await makeScript('none', 'println msgContext.serialNumber + " " + msgContext.protocolCode', {
    products: 'all',
    product: null,
    action: 2,
    template: await makeTemplate(),
  })
  const { topic, serial } = await makeDevice('all')
  const yard = await connect()
  await publish(yard, topic, { temperature: 1 })
  await publish(yard, `p/${project}/d/without-product/up/values`, { at: Date.now(), v: { x: 1 } })
  await expect
    .poll(async () => (await readRuns(script)).map(({ output }) => String(output).split('\n')[0]), pollOptions)
    .toEqual([`INFO ${serial} JSON`, 'INFO without-product JSON'])
  await callEntity(server, 'script', 'disable', { token: admin, params: { id: script }, body: {} })
  await publish(yard, topic, { temperature: 2 })
  expect(await readRuns(script)).toHaveLength(2)
})

async function makeTemplate(): Promise<string> {
  const channel = await make('channel', { name: `Hook ${++packet}`, kind: 'webhook', url: 'http://127.0.0.1:9/none' })
  return make('template', { name: `Script ${packet}`, channel, subject: 'Script', content: '{{payload}}' })
}

/** Process ids of the script children of the server. */
async function listScriptChildren(): Promise<number[]> {
  const { readdir, readFile } = await import('node:fs/promises')
  const pids: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (/scripts(?:\.js|\/runner\/program\.ts)/.test(command) && status.includes(`PPid:\t${server.pid}\n`))
      pids.push(Number(name))
  }
  return pids
}
