import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCell } from '../../../contract/entity/spreadsheetCells.ts'
import type { Row } from '../../../contract/entity/define.ts'
import { energyData } from '../../../contract/lighting/energy.ts'
import { addAccount, callEntity, call, makeAccount, signIn, sqlIn, testPassword } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

type Named = Row & { readonly device: string }
const project = 'tunnel'
let server: StartedServer
let admin: string
/** May see alarms, energy and orders, but no facilities. */
let watcher: string
let product: string

beforeAll(async () => {
  server = await startServer()
  admin = await signIn(server)
  const role = await callEntity(server, 'role', 'create', {
    token: admin,
    body: {
      values: {
        name: 'Meter reader',
        key: 'meters',
        permissions: 'lighting:energyData:list\nlighting:energyData:export\nlighting:workOrder:list\nplatform:tag:list',
      },
    },
  })
  await makeAccount(server, admin, {
    username: 'reader',
    password: testPassword,
    role: 'operator',
    projects: [{ project, role: 'operator' }],
    roles: [role.data.id],
  })
  watcher = await signIn(server, 'reader', testPassword)
  for (const [number, name] of [
    ['001', 'East gate'],
    ['002', 'West gate'],
  ] as const) {
    await make('cabinet', { name: `${name} cabinet`, address: number, communication: 2, device: `cabinet-${number}` })
  }
  product = (
    await make('product', { name: 'Lamp', code: 'lamp', category: 'lamp', nodeType: 'direct', transport: 'mqtt' }, null)
  ).id
  await make('device', { name: 'Boiler house', serial: 'SN-1', product, plantDevice: 'lamp-001' })
  // A device of the same name in another project has another display name.
  await make('cabinet', { name: "Somebody else's", address: '001', communication: 2, device: 'cabinet-001' }, 'street')
  for (const [index, device] of ['cabinet-001', 'cabinet-002', 'lamp-001', 'meter-x'].entries()) {
    await sqlIn(
      server,
      `insert into lighting_energy_data (id, revision, project, created_at, created_by, updated_at, updated_by, device, period, at, energy, is_estimated, _search, _grams)
      select 'e' || $2::int, 1, $3::text, now(), 'server', now(), 'server', $1::text, 'day', now(), 1, false, $1::text, '{}'`,
      [device, index, project],
    )
  }
})
afterAll(() => server?.stop())

async function make(
  entity: string,
  values: Readonly<Record<string, unknown>>,
  at: string | null = project,
): Promise<Row> {
  const reply = await callEntity(server, entity, 'create', {
    token: admin,
    body: { values, ...(at === null ? {} : { project: at }) },
  })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.data
}
const listed = async (entity: string, query: Readonly<Record<string, string>>, token = admin, action = 'list') =>
  (
    await callEntity<{ rows: readonly Named[]; total: number }>(server, entity, action, {
      token,
      query: { project, ...query },
    })
  ).data
const shown = ({ rows }: { readonly rows: readonly Named[] }) =>
  rows.map(({ device, titles }) => titles[device] ?? device)

describe('a row that names a device', () => {
  it('shows the device title from its own project, in lists and exports, or the device name without a title', async () => {
    const names = ['East gate cabinet', 'West gate cabinet', 'Boiler house', 'meter-x']
    expect(shown(await listed('energyData', { sort: 'device' }))).toEqual(names)
    const { rows } = await listed('energyData', { sort: 'device' }, admin, 'export')
    expect(rows.map((row) => toCell(energyData.fields.device, row.device, 'en', row.titles))).toEqual([
      'East gate cabinet (cabinet-001)',
      'West gate cabinet (cabinet-002)',
      'Boiler house (lamp-001)',
      'meter-x',
    ])
    const order = await make('workOrder', { number: 'W-1', content: 'Dark', device: 'cabinet-002' })
    expect(
      (await callEntity<Named>(server, 'workOrder', 'read', { token: admin, params: { id: order.id } })).data.titles,
    ).toEqual({ 'cabinet-002': 'West gate cabinet' })
  })

  it('is found by the displayed title and by the device name', async () => {
    expect(shown(await listed('energyData', { search: 'gate cab', sort: 'device' }))).toEqual([
      'East gate cabinet',
      'West gate cabinet',
    ])
    expect(await listed('energyData', { search: 'WEST GATE' })).toMatchObject({ total: 1 })
    expect(shown(await listed('energyData', { search: 'cabinet-002' }))).toEqual(['West gate cabinet'])
    expect(shown(await listed('energyData', { search: 'somebody' }))).toEqual([])
  })

  it("keeps a text that is no device's name as it is", async () => {
    await make('workOrder', { number: 'W-2', content: 'Loose', device: 'The sign at the gate' })
    expect(shown(await listed('workOrder', { search: 'W-2' }))).toEqual(['The sign at the gate'])
  })

  it('neither shows nor finds titles that the user may not view', async () => {
    expect(shown(await listed('energyData', { sort: 'device' }, watcher))).toEqual([
      'cabinet-001',
      'cabinet-002',
      'lamp-001',
      'meter-x',
    ])
    expect(await listed('energyData', { search: 'gate cab' }, watcher)).toMatchObject({ total: 0 })
  })

  it('is found by its title even if more devices match than are looked up individually, among few and many rows', async () => {
    const { id } = await make('device', { name: 'Bulk lamp', serial: 'bulk', product, plantDevice: 'bulk' })
    await sqlIn(
      server,
      `insert into platform_device select (jsonb_populate_record(null::platform_device, to_jsonb(d) || jsonb_build_object('id', 'bulk-' || n, 'name', 'Bulk lamp ' || n, 'serial', 'bulk-' || n, 'plant_device', 'bulk-' || n))).*
      from platform_device d, generate_series(1, 1100) n where d.id = $1`,
      [id],
    )
    const energy = (from: number, to: number, device: string, of: string) =>
      sqlIn(
        server,
        `insert into lighting_energy_data (id, revision, project, created_at, created_by, updated_at, updated_by, device, period, at, energy, is_estimated, _search, _grams)
      select $3::text || n, 1, $4::text, now(), 'server', now(), 'server', $3::text, 'day', now() - n * interval '1 day', 1, false, $3::text, '{}' from generate_series($1::int, $2::int) n`,
        [from, to, device, of],
      )
    await energy(1, 1, 'bulk-7', project)
    await energy(1, 1, 'bulk-1100', project)
    // The other project has no display name for it.
    await energy(2, 2, 'bulk-7', 'street')
    const everywhere = async () =>
      shown(
        (
          await callEntity<{ rows: readonly Named[]; total: number }>(server, 'energyData', 'list', {
            token: admin,
            query: { search: 'bulk lamp', sort: 'device' },
          })
        ).data,
      )
    await expect.poll(everywhere).toEqual(['Bulk lamp 1100', 'Bulk lamp 7'])
    await energy(3, 1_200, 'a-meter', project)
    await expect.poll(async () => (await listed('energyData', { search: 'a-meter' })).total).toBeGreaterThan(1_000)
    expect([await everywhere(), shown(await listed('energyData', { search: 'bulk lamp', sort: 'device' }))]).toEqual([
      ['Bulk lamp 1100', 'Bulk lamp 7'],
      ['Bulk lamp 1100', 'Bulk lamp 7'],
    ])
    expect(await listed('energyData', { search: 'bulk lamp' }, watcher)).toMatchObject({ total: 0 })
  })

  it('is called as the facility is called from then on', async () => {
    const [cabinet] = (await listed('cabinet', { search: 'West gate' })).rows
    if (!cabinet) throw new Error('there is no cabinet')
    await callEntity(server, 'cabinet', 'update', {
      token: admin,
      params: { id: cabinet.id },
      headers: { 'if-match': `"${cabinet.revision}"` },
      body: { values: { name: 'West portal' } },
    })
    expect(shown(await listed('energyData', { search: 'west portal' }))).toEqual(['West portal'])
  })
})

describe('the points to choose from', () => {
  const found = async (search: string, token = admin) =>
    (await call(server, 'tag.list', { token, query: { project, search, pageSize: '50' } })).data.rows

  it('are found by device title, alone or with a part of the point, and include the title', async () => {
    const points = await found('boiler')
    expect(new Set(points.map(({ device, deviceName }) => `${device} ${deviceName}`))).toEqual(
      new Set(['lamp-001 Boiler house']),
    )
    expect((await found('boiler dimming')).map(({ path }) => path)).toEqual(['tunnel/lamp-001/dimming'])
    expect((await found('lamp-002/dimming')).map(({ deviceName }) => deviceName)).toEqual([undefined])
  })

  it('are those of the path alone where a path is looked up, though another device is called so; half of one may be a name', async () => {
    await make('cabinet', {
      name: 'tunnel/lamp-002/dimming, lamp-004/3',
      address: '005',
      communication: 2,
      device: 'lamp-003',
    })
    const of = async (search: string) => [...new Set((await found(search)).map(({ device }) => device))].toSorted()
    expect([await of('lamp-002/'), await of('tunnel/lamp-002/dimming'), await of('lamp-004/3')]).toEqual([
      ['lamp-002'],
      ['lamp-002'],
      ['lamp-003'],
    ])
  })

  it('are not found by a name that the account may not know', async () => {
    expect(await found('boiler', watcher)).toEqual([])
    expect((await found('lamp-001/dimming', watcher)).map(({ deviceName }) => deviceName)).toEqual([undefined])
    const stranger = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    expect(await found('boiler', stranger.token)).toEqual([])
  })
})
