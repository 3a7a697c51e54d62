import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type History, openHistory } from '../../../server/database/history/history.ts'
import type { Database } from '../../../server/database/index.ts'
import { createLog } from '../../../server/log.ts'
import type { EntityServices } from '../../../server/services/entities/index.ts'
import { createMeterFreezes } from '../../../server/services/lighting/energy/meterFreezes.ts'
import { openOwnServices, type OwnServices } from '../../support/server/ownServices.ts'

const log = createLog('error')
const hour = 3_600_000
const zone = 'Asia/Shanghai'
/** Midnight in Shanghai at the start of a month. */
const midnight = Date.parse('2026-10-31T16:00:00Z')
let own: OwnServices
let database: Database
let history: History
let rows: EntityServices
let projects = 0
let project = ''

beforeAll(async () => {
  own = await openOwnServices('energy', log)
  ;({ database, rows } = own)
})
afterAll(() => own?.close())
beforeEach(async () => {
  project = `yard-${++projects}`
  await database.direct.query({
    text: `insert into project (id, name, created_at, edition, time_zone) values ($1, $1, now(), 'street', $2)`,
    values: [project, zone],
  })
  history = await openHistory({ db: database.db, direct: database.direct, log })
})

const measure = (device: string, at: number, values: Readonly<Record<string, number>>, quality = 0): Promise<void> =>
  history.write([
    {
      project,
      device,
      at,
      points: Object.keys(values),
      values: Object.values(values),
      qualities: Object.keys(values).map(() => quality),
      texts: null,
      acknowledged: true,
    },
  ])
const run = (now: number) =>
  createMeterFreezes({ db: database.db, stored: (name) => rows.getStoredService(name) })({ now })
const list = async (entity: string, period: string) =>
  (
    await rows
      .getService(entity)
      .list({ projects: undefined, project, filter: { period }, sort: 'at', page: 1, pageSize: 50 })
  ).rows.map((row): Readonly<Record<string, unknown>> => ({ ...row }))
const figures = async (period: string) =>
  (await list('energyData', period)).map(({ at, energy, isEstimated }) => [
    (Number(at) - midnight) / hour,
    energy,
    isEstimated,
  ])

describe('freezes and energy', () => {
  it('record a meter at the full hour with its value at that time, once, however often they run', async () => {
    await measure('box', midnight - 60_000, { energyKwh: 100, voltageA: 230, powerKw: 2 })
    await measure('box', midnight + 60_000, { energyKwh: 100.1 })
    await measure('box', midnight + hour - 1000, { energyKwh: 102 })
    await run(midnight + hour + 1)
    await run(midnight + hour + 2)
    expect(await list('freezeData', 'hour')).toMatchObject([
      { device: 'box', at: midnight, energy: 100, voltageA: 230, voltageB: null, power: 2 },
      { device: 'box', at: midnight + hour, energy: 102, voltageA: null },
    ])
    expect(await list('freezeData', 'day')).toMatchObject([{ at: midnight, energy: 100 }])
    expect(await list('freezeData', 'month')).toMatchObject([{ at: midnight, energy: 100 }])
    expect(await figures('hour')).toEqual([[0, 2, false]])
  })

  it('show missing measurements as missing, and correct them when they arrive late', async () => {
    await measure('box', midnight - 1000, { energyKwh: 100 })
    await measure('box', midnight + 2 * hour - 1000, { energyKwh: 103 })
    await run(midnight + 2 * hour)
    expect(await figures('hour')).toEqual([
      [0, null, false],
      [1, null, false],
    ])
    await measure('box', midnight + hour - 1000, { energyKwh: 101 })
    await run(midnight + 2 * hour + 60_000)
    expect(await figures('hour')).toEqual([
      [0, 1, false],
      [1, 2, false],
    ])
  })

  it('trust no value of bad quality', async () => {
    await measure('box', midnight - 1000, { energyKwh: 100 })
    await measure('box', midnight + hour - 1000, { energyKwh: 0 }, 2)
    await run(midnight + hour)
    expect(await list('freezeData', 'hour')).toHaveLength(1)
    expect(await figures('hour')).toEqual([[0, null, false]])
  })

  it("make up for the time that the server slept, by day and month of the project's own clock", async () => {
    for (let at = -1; at <= 25; at++) await measure('box', midnight - 24 * hour + at * hour, { energyKwh: 1000 + at })
    await run(midnight + hour)
    expect((await list('freezeData', 'hour')).length).toBe(27)
    expect(await figures('day')).toEqual([
      [-48, null, false],
      [-24, 24, false],
    ])
    expect((await list('energyData', 'month')).map(({ energy }) => energy)).toEqual([null])
  })

  it('continue after a meter was replaced, marked as estimated', async () => {
    for (const [at, energy] of [
      [-24, 500],
      [-12, 512],
      [-11, 1],
      [0, 12],
    ] as const)
      await measure('box', midnight + at * hour - 1000, { energyKwh: energy })
    await run(midnight)
    const days = await figures('day')
    expect(days.at(-1)).toEqual([-24, 24, true])
  })
})
