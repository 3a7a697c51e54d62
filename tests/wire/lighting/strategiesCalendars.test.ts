import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { at, strategyPlant } from '../../support/entities/strategyPlant.ts'

const plant = strategyPlant('strategies-calendars')
const { add, query, street, strategies, taken } = plant

beforeAll(plant.open)
afterAll(plant.close)
beforeEach(() => plant.begin())

it('a holiday has the timetable of its calendar, with the sun of the cabinet', async () => {
  const { timetable } = await street()
  const holidays = await add('lightCalendar', { name: 'Holidays', priority: 10, days: [{ from: '11-21' }] })
  const festive = await add('timetable', {
    name: 'Festive',
    points: [{ event: 'sunset', offset: 30, dimming: 90, colorTemperature: 50 }],
    isDefault: false,
    replaces: timetable,
  })
  await query('update lighting_timetable set calendars = $2::jsonb where id = $1', [
    festive,
    JSON.stringify([holidays]),
  ])
  const running = strategies()
  const levels = async (time: string) => {
    await running.run(at(time))
    return taken().filter(([tag]) => tag === 'lamp-a/dimming')
  }
  await levels('20T18:00:05')
  expect(await levels('20T23:00:05')).toEqual([['lamp-a/dimming', 40]])
  // Sunset in Hong Kong is at about 17:40.
  expect(await levels('21T06:00:05')).toEqual([])
  expect(await levels('21T18:00:05')).toEqual([])
  expect(await levels('21T18:15:05')).toEqual([['lamp-a/dimming', 90]])
  expect(await levels('22T05:59:55')).toEqual([])
  expect(await levels('22T06:00:05')).toEqual([['lamp-a/dimming', 0]])
})
