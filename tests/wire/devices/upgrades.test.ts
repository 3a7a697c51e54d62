import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { type Reply, type Request, callEntity as askAs, makeProject, signIn } from '../../support/server/api.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'
import { sharedGatewayToken } from '../../support/shared/plants.ts'

type Values = Readonly<Record<string, unknown>>
interface UpgradeCommand {
  readonly device: string
  readonly id: string
  readonly version: string
}

const project = 'upgraded'
const pollOptions = { timeout: 30_000, interval: 100 }
let server: RunningServer
let admin: string
let yard: MqttClient
let product: string
/** Commands to devices since the list was last emptied. */
const receivedCommands: UpgradeCommand[] = []

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  await makeProject(server, admin, project)
  yard = await connectAsync(server.mqttUrl, {
    username: 'upgraded-yard',
    password: sharedGatewayToken,
    clientId: 'upgraded-yard',
    reconnectPeriod: 0,
  })
  yard.on('message', (topic, payload) => {
    const { id, version } = JSON.parse(payload.toString()) as UpgradeCommand
    receivedCommands.push({ device: topic.split('/')[3] ?? '', id, version })
  })
  await yard.subscribeAsync(`p/${project}/d/+/down/upgrade`, { qos: 1 })
  product = (await make('product', { name: 'Pump', code: 'upgraded-pump', category: 'other' }, '')).id
})
afterAll(async () => {
  await yard?.endAsync(true)
})

const callEntity = <T = Row>(entity: string, action: string, request: Request = {}): Promise<Reply<T>> =>
  askAs<T>(server, entity, action, { token: admin, ...request })
async function make(entity: string, values: Values, within = project): Promise<Row> {
  const { status, data, text } = await callEntity(entity, 'create', {
    body: { ...(within === '' ? {} : { project: within }), values },
  })
  if (status !== 200) throw new Error(`${entity}: ${text}`)
  return data
}
const device = async (name: string): Promise<string> =>
  (await make('device', { name, serial: name, product, plantDevice: name })).id
async function firmware(version: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new TextEncoder().encode(version)]), `${version}.bin`)
  const { data }: { data: { id: string; name: string } } = await (
    await fetch(`${server.httpUrl}/iot/tool/upload?purpose=firmware`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${admin}` },
    })
  ).json()
  return (await make('firmware', { name: version, product, version, file: [{ id: data.id, name: data.name }] }, '')).id
}
const move = async (id: string, name: string): Promise<void> => {
  expect((await callEntity('upgrade', name, { params: { id }, body: {} })).status).toBe(200)
}
async function change(id: string, values: Values): Promise<void> {
  const {
    data: { revision },
  } = await callEntity('upgrade', 'read', { params: { id } })
  const { status, text } = await callEntity('upgrade', 'update', {
    params: { id },
    headers: { 'if-match': String(revision) },
    body: { values },
  })
  expect([status, text]).toEqual([200, expect.anything()])
}
const read = async (entity: string, id: string): Promise<Row & Values> =>
  (await callEntity<Row & Values>(entity, 'read', { params: { id } })).data
/** Returns the record states of each device of a task, oldest first, by device name. */
async function readRecords(upgrade: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const {
    data: { rows },
  } = await callEntity<{ rows: readonly (Row & Values)[] }>('upgradeLog', 'list', {
    query: { 'filter[upgrade]': upgrade, sort: 'createdAt', pageSize: '50' },
  })
  const getName = (row: Row & Values): string => (typeof row['device'] === 'string' && row.titles[row['device']]) || ''
  return Object.fromEntries(
    rows.map((row) => [
      getName(row),
      rows.filter((other) => getName(other) === getName(row)).map((record) => record['result']),
    ]),
  )
}
const report = ({ device: name, id }: UpgradeCommand, state: string, percent: number) =>
  yard.publishAsync(`p/${project}/d/${name}/up/progress`, JSON.stringify({ id, state, percent, at: Date.now() }), {
    qos: 1,
  })
/** Returns the next command once it has been sent. */
async function waitForCommand(): Promise<UpgradeCommand> {
  await expect.poll(() => receivedCommands.length, pollOptions).toBeGreaterThan(0)
  return receivedCommands.shift() ?? { device: '', id: '', version: '' }
}

describe('an upgrade', () => {
  it(
    'that was stopped is for the devices on its list, and for the firmware that it names, when it is started again',
    { tags: 'full' },
    async () => {
      const [old, recent] = [await firmware('1.0.0'), await firmware('1.1.0')]
      const [first, second, third] = [await device('list-1'), await device('list-2'), await device('list-3')]
      const { id } = await make('upgrade', { name: 'List', firmware: old, devices: [first, second, third], batch: 1 })
      await move(id, 'start')
      const command = await waitForCommand()
      expect([command.device, command.version]).toEqual(['list-1', '1.0.0'])
      await report(command, 'done', 100)
      const failing = await waitForCommand()
      await move(id, 'stop')
      await report(failing, 'failed', 0)
      await expect
        .poll(() => readRecords(id), pollOptions)
        .toEqual({ 'list-1': ['done'], 'list-2': ['failed'], 'list-3': ['cancelled'] })
      // The third device is removed, and the others get another firmware, including the finished one.
      await change(id, { devices: [first, second], firmware: recent })
      await move(id, 'start')
      for (const name of ['list-1', 'list-2']) {
        const one = await waitForCommand()
        expect([one.device, one.version]).toEqual([name, '1.1.0'])
        await report(one, 'done', 100)
      }
      await expect.poll(async () => (await read('upgrade', id))['status'], pollOptions).toBe('done')
      const task = await read('upgrade', id)
      expect([task['done'], task['failed'], task['progress'], receivedCommands]).toEqual([2, 0, 100, []])
      expect(await readRecords(id)).toEqual({
        'list-1': ['done', 'done'],
        'list-2': ['failed', 'done'],
        'list-3': ['cancelled'],
      })
      expect([(await read('device', first))['firmware'], (await read('device', third))['firmware']]).toEqual([
        recent,
        null,
      ])
    },
  )

  it('that is stopped lets started devices finish, counts them, and sends them nothing twice when it is restarted', async () => {
    const target = await firmware('2.0.0')
    const [first, second, third] = [await device('stop-1'), await device('stop-2'), await device('stop-3')]
    const { id } = await make('upgrade', { name: 'Stop', firmware: target, devices: [first, second, third], batch: 2 })
    await move(id, 'start')
    const [one, two] = [await waitForCommand(), await waitForCommand()]
    await report(one, 'installing', 50)
    await expect.poll(async () => (await readRecords(id))['stop-1'], pollOptions).toEqual(['running'])
    await move(id, 'stop')
    await report(one, 'done', 100)
    await expect
      .poll(() => readRecords(id), pollOptions)
      .toEqual({ 'stop-1': ['done'], 'stop-2': ['sent'], 'stop-3': ['cancelled'] })
    await expect
      .poll(async () => {
        const row = await read('upgrade', id)
        return [row['status'], row['done'], row['progress']]
      }, pollOptions)
      .toEqual(['stopped', 1, 33])
    expect((await read('device', first))['firmware']).toBe(target)
    await move(id, 'start')
    const last = await waitForCommand()
    expect(last.device).toBe('stop-3')
    await report(two, 'done', 100)
    await report(last, 'done', 100)
    await expect.poll(async () => (await read('upgrade', id))['status'], pollOptions).toBe('done')
    expect([await readRecords(id), receivedCommands]).toEqual([
      { 'stop-1': ['done'], 'stop-2': ['done'], 'stop-3': ['done'] },
      [],
    ])
  })

  it('of a device that failed but succeeded before the retry is done, and the device receives nothing more', async () => {
    const target = await firmware('2.5.0')
    const only = await device('late-1')
    const { id } = await make('upgrade', { name: 'Late', firmware: target, devices: [only], retries: 1 })
    await move(id, 'start')
    const one = await waitForCommand()
    await report(one, 'failed', 40)
    await expect.poll(() => readRecords(id), pollOptions).toEqual({ 'late-1': ['waiting'] })
    // A progress report does not end the retry that it waits for.
    await report(one, 'installing', 90)
    await report(one, 'done', 100)
    await expect
      .poll(async () => [await readRecords(id), (await read('upgrade', id))['status']], pollOptions)
      .toEqual([{ 'late-1': ['done'] }, 'done'])
    expect([(await read('device', only))['firmware'], receivedCommands]).toEqual([target, []])
  })

  it('with another firmware waits for a device that still installs the one before', { tags: 'full' }, async () => {
    const [old, recent] = [await firmware('3.0.0'), await firmware('3.1.0')]
    const only = await device('busy-1')
    const { id } = await make('upgrade', { name: 'Busy', firmware: old, devices: [only] })
    await move(id, 'start')
    const before = await waitForCommand()
    await move(id, 'stop')
    await change(id, { firmware: recent })
    await move(id, 'start')
    await report(before, 'installing', 80)
    await expect.poll(async () => (await readRecords(id))['busy-1'], pollOptions).toEqual(['running', 'waiting'])
    expect(receivedCommands).toEqual([])
    await report(before, 'done', 100)
    const after = await waitForCommand()
    expect([after.version, (await read('device', only))['firmware']]).toEqual(['3.1.0', old])
    await report(after, 'done', 100)
    await expect.poll(async () => (await read('device', only))['firmware'], pollOptions).toBe(recent)
  })
})
