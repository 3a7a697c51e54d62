import { expect, test, vi } from 'vitest'
import { getEntity } from '../../../contract/entities.ts'
import type { Row } from '../../../contract/entity/define.ts'
import { createEntityClient } from '../../net/entityClient.ts'
import { Zones } from '../../stores/projects/zones.ts'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { Overview } from './overview.ts'
import type { Calendars, GetClient } from './useHomeData.ts'

const refused = { status: 503, body: { code: 503, msg: '', error: 'server.busy' } }

/** Calendars of a browser in the time zone `own`, at 2026-11-21 17:00 UTC. */
function calendars(own: string): Calendars {
  const list = [
    ['street', 'Asia/Shanghai'],
    ['tunnel', 'America/New_York'],
  ].map(([id = '', timeZone = '']) => ({ id, name: id, edition: 'street', timeZone, role: 'super' as const }))
  return {
    zones: new Zones({ projects: { list }, own, server: undefined, now: () => Date.parse('2026-11-21T17:00:00Z') }),
    projects: { waitUntilLoaded: () => Promise.resolve() },
  }
}

function withServer(isDown: (path: string) => boolean) {
  const server = fakeServer(({ url }) =>
    isDown(new URL(url).pathname) ? refused : good({ rows: [], total: url.includes('failed') ? 2 : 7 }),
  )
  const client = fakeClient(server.fetch)
  const getClient: GetClient = (name) => createEntityClient(client, getEntity(name))
  return { overview: new Overview(getClient, calendars('UTC')), requests: server.requests }
}

test('a part that fails to load is reported while all others load', async () => {
  let down = 'loop'
  const { overview } = withServer((path) => path.includes(down))
  overview.show('street')
  await vi.waitFor(() =>
    expect([Object.keys(overview.counts).toSorted(), overview.openAlarms, overview.freezes]).toEqual([
      ['cabinet', 'pole', 'sensor'],
      7,
      [],
    ]),
  )
  expect([overview.failure?.error, overview.counts.pole]).toEqual([
    'server.busy',
    { total: 7, installed: 7, failed: 2 },
  ])
  down = 'nothing'
  overview.refresh()
  await vi.waitFor(() => expect(overview.failure).toBeNull())
  expect(overview.counts.loop?.total).toBe(7)
})

test('nothing of the project before is taken once another one is shown', async () => {
  const { overview, requests } = withServer(() => false)
  overview.show('street')
  overview.show('tunnel')
  await vi.waitFor(() => expect(Object.keys(overview.counts)).toHaveLength(4))
  expect(
    new Set(
      requests.filter(({ url }) => url.includes('freeze')).map(({ url }) => new URL(url).searchParams.get('project')),
    ),
  ).toContain('tunnel')
  expect(overview.failure).toBeNull()
})

test('markers show active alarms, and the list shows unconfirmed alarms', async () => {
  const server = fakeServer(({ url }) => {
    const query = new URL(url).searchParams
    if (!new URL(url).pathname.endsWith('/alarms')) return good({ rows: [], total: 0 })
    if (query.get('filter[clearedAt]') === 'false')
      return good({ rows: [createAlarm('seen', 'confirmed', null)], total: 1 })
    return good({ rows: [createAlarm('over', 'unconfirmed', 5)], total: 1 })
  })
  const client = fakeClient(server.fetch)
  const overview = new Overview((name) => createEntityClient(client, getEntity(name)), calendars('UTC'))
  overview.show('street')
  await vi.waitFor(() =>
    expect([[...overview.alarmed], overview.alarms.map(({ id }) => id)]).toEqual([['street/seen'], ['over']]),
  )
})

test('parts that the account may not view are hidden and not reported as failures', async () => {
  const server = fakeServer(({ url }) =>
    /\/(?:poles|freeze-data)\?/.test(url)
      ? { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } }
      : good({ rows: [], total: 0 }),
  )
  const client = fakeClient(server.fetch)
  const overview = new Overview((name) => createEntityClient(client, getEntity(name)), calendars('UTC'))
  overview.show('street')
  await vi.waitFor(() =>
    expect([
      overview.isForbiddenPart('pole'),
      overview.isForbiddenPart('freezes'),
      overview.isForbiddenPart('cabinet'),
    ]).toEqual([true, true, false]),
  )
  await vi.waitFor(() => expect(Object.keys(overview.counts)).toHaveLength(3))
  expect(overview.failure).toBeNull()
})

test('a page that counts its own facilities asks for none', async () => {
  const { overview, requests } = withServer(() => false)
  overview.show('tunnel', false)
  await vi.waitFor(() => expect(overview.openAlarms).toBe(7))
  expect(requests.filter(({ url }) => /\/(cabinets|loops|poles|sensors)\?/.test(url))).toEqual([])
  overview.show('tunnel')
  await vi.waitFor(() => expect(Object.keys(overview.counts)).toHaveLength(4))
})

test('once another project is shown, nothing stands there of the one before', async () => {
  const { overview } = withServer(() => false)
  overview.show('street')
  await vi.waitFor(() => expect(overview.openAlarms).toBe(7))
  overview.show('tunnel')
  expect([overview.counts, overview.openAlarms, overview.freezes]).toEqual([{}, null, null])
})

test("the energy of a day stands on the day of the project's calendar, wherever the browser stands", async () => {
  const rows = [
    createEnergy('street', '2026-11-20T16:00:00Z', 8),
    createEnergy('street', '2026-11-19T16:00:00Z', 5),
    createEnergy('street', '2026-11-19T16:00:00Z', 2),
    // In New York the 21st has not ended yet.
    createEnergy('tunnel', '2026-11-20T05:00:00Z', 1),
    createEnergy('tunnel', '2026-11-21T05:00:00Z', 100),
  ]
  for (const own of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai']) {
    const server = fakeServer(({ url }) => {
      const [path, query] = [new URL(url).pathname, new URL(url).searchParams]
      return good(
        path.endsWith('/energy-data')
          ? { rows: rows.filter(({ project }) => (query.get('project') ?? project) === project), total: 1 }
          : { rows: [], total: 0 },
      )
    })
    const client = fakeClient(server.fetch)
    const overview = new Overview((name) => createEntityClient(client, getEntity(name)), calendars(own))
    overview.show('street')
    await vi.waitFor(() =>
      expect([
        own,
        overview.requests.energy.failure,
        overview.energy?.map(({ date, energy }) => [date, energy]),
        overview.lastWholeDay,
      ]).toEqual([
        own,
        null,
        [
          ['2026-11-20', 7],
          ['2026-11-21', 8],
        ],
        '2026-11-21',
      ]),
    )
    const query = new URL(server.requests.find(({ url }) => url.includes('energy-data'))?.url ?? '').searchParams
    expect([query.get('from'), query.get('to')].map(Number)).toEqual([
      Date.parse('2026-11-07T16:00:00Z'),
      Date.parse('2026-11-21T16:00:00Z') - 1,
    ])
    // For all projects together, only days that have ended in every time zone are shown.
    overview.show(undefined)
    await vi.waitFor(() =>
      expect([overview.energy?.map(({ date, energy }) => [date, energy]), overview.lastWholeDay]).toEqual([
        [['2026-11-20', 8]],
        '2026-11-20',
      ]),
    )
  }
})

const createEnergy = (project: string, at: string, energy: number): Row =>
  createRow({
    ...frame,
    id: `${project}${energy}`,
    project,
    device: 'meter',
    period: 'day',
    at: Date.parse(at),
    energy,
    isEstimated: false,
  })

function createAlarm(device: string, status: string, clearedAt: number | null): Row {
  const values = { status, clearedAt, device, message: 'Lamp failure', fault: 'lampFailure', level: 2, at: 1, count: 1 }
  return createRow({ ...frame, id: device, ...values })
}

const createRow = (values: object): Row => JSON.parse(JSON.stringify(values))
const frame = {
  revision: 1,
  project: 'street',
  createdAt: 1,
  createdBy: 'server',
  updatedAt: 1,
  updatedBy: 'server',
  titles: {},
}
