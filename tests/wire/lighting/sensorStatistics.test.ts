import { afterAll, beforeAll, expect, it } from 'vitest'
import { quality } from '../../../engine/bindings/index.ts'
import type { ValuesFrame } from '../../../server/broker/index.ts'
import { type History, openHistory } from '../../../server/database/history/history.ts'
import { createLog } from '../../../server/log.ts'
import { systemContext } from '../../../server/services/base/requestContext.ts'
import { createSensorStatistics } from '../../../server/services/lighting/sensorStatistics/index.ts'
import { openOwnServices, type OwnServices } from '../../support/server/ownServices.ts'

const log = createLog('error')
const project = 'traffic'
const minuteMs = 60_000
/** A time of 21 November 2026 in Shanghai. */
const at = (time: string): number => Date.parse(`2026-11-21T${time}+08:00`)
let own: OwnServices
let history: History
beforeAll(async () => {
  own = await openOwnServices('sensor-statistics', log)
  const { db, direct } = own.database
  await direct.query({
    text: `insert into project (id, name, created_at, edition, time_zone) values ($1, $1, now(), 'street', 'Asia/Shanghai')`,
    values: [project],
  })
  history = await openHistory({ db, direct, log, now: () => at('12:00:00') })
})
afterAll(async () => {
  await history?.close()
  await own?.close()
})

it('stores and publishes the average of traffic per statistic period, and catches up after a stop', async () => {
  const { db } = own.database
  const sensors = own.rows.getStoredService('sensor')
  const [cabinet = ''] = await own.rows
    .getStoredService('cabinet')
    .add(systemContext, [{ project, values: { name: 'Box', address: 'b', communication: 1, usage: 2 } }])
  const values = {
    name: 'North',
    kind: 3,
    address: '1',
    cabinet,
    protocol: 3,
    workMode: 2,
    coefficient: 2,
    statisticPeriod: 10,
    device: 'loop',
    point: 'traffic',
    deadband: 0,
    delayS: 0,
    installation: 'installed',
  }
  const [id = ''] = await sensors.add(systemContext, [{ project, values }])
  const report = (time: string, value: number, code: number = quality.good) =>
    history.write([
      {
        project,
        device: 'loop',
        at: at(time),
        points: ['traffic'],
        values: [value],
        qualities: [code],
        texts: null,
        acknowledged: true,
      },
    ])
  // Two values in one minute count once; bad ones do not count.
  await report('11:41:10', 100)
  await report('11:41:40', 200)
  await report('11:45:00', 450)
  await report('11:46:00', 9_999, quality.bad)
  const published: ValuesFrame[] = []
  let now = at('11:50:06')
  const open = () =>
    createSensorStatistics({
      db,
      history,
      broker: { publishValues: (frame) => void published.push(frame) },
      log,
      now: () => now,
    })
  const statistics = open()
  const stop = statistics.open((row, changed) => sensors.set(row, changed))
  await expect.poll(() => published.length).toBe(1)
  await stop()
  const read = async () =>
    (
      await own.database.direct.query({
        text: `select average, average_at from lighting_sensor where id = $1`,
        values: [id],
      })
    ).rows[0]
  expect(await read()).toEqual({ average: 600, average_at: new Date(at('11:50:00')) })
  expect(published[0]).toMatchObject({
    project,
    device: `mimic-sensor-${id}`,
    points: ['average'],
    every: 10 * minuteMs,
  })
  expect([...(published[0]?.values ?? [])]).toEqual([600])
  // The server was stopped for two periods: one with a value, one without.
  await report('11:55:00', 50)
  now = at('12:10:30')
  const later = open()
  const stopLater = later.open((row, changed) => sensors.set(row, changed))
  await expect.poll(() => published.length).toBe(2)
  await stopLater()
  expect(await read()).toEqual({ average: null, average_at: new Date(at('12:10:00')) })
  expect(published[1]?.qualities).toEqual(Uint8Array.of(quality.bad))
  const stored = await history.read(`${project}/mimic-sensor-${id}/average`, at('11:00:00'), at('13:00:00'), 10)
  expect(stored.map((reading) => [reading.at, reading.value])).toEqual([
    [at('11:50:00'), 600],
    [at('12:00:00'), 100],
    [at('12:10:00'), null],
  ])
})
