import { beforeAll, expect, it } from 'vitest'
import { callEntity, makeProject } from '../support/server/api.ts'
import { shareJourney, type Journey } from '../support/browser/journey.ts'

let project: string
let journey: Journey
let admin: string

shareJourney({}, (started, token) => {
  journey = started
  admin = token
})

beforeAll(async () => {
  project = await makeProject(journey.server, admin, 'Bound')
})

it('an existing binding is replaced only after confirmation, for one row and for many', async () => {
  const point = { at: '18:00', dimming: 80, colorTemperature: 50 }
  const [first, second] = [
    await make('timetable', { name: 'Winter lights', points: [point] }),
    await make('timetable', { name: 'Summer lights', points: [point] }),
  ]
  const areas = [
    await make('area', { name: 'Harbour', number: 41, timetable: first }),
    await make('area', { name: 'Station', number: 42, timetable: first }),
  ]

  const tab = await journey.open()
  await tab.goto(`/qytimetable?project=${project}`)
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.press('Edit Harbour')
  await tab.choose('Timetable', 'Summer lights', 'dialog')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Timetable: Harbour is already bound elsewhere\. Continue to replace/)
  await tab.show('binding-01-one')
  await tab.press('Overwrite')
  await tab.read(/Changes saved/)
  expect(await readTimetables(areas)).toEqual([second, first])

  await tab.press('Select Harbour', 'checkbox')
  await tab.press('Select Station', 'checkbox')
  await tab.press('Edit selected')
  await tab.press('Timetable', 'checkbox', 'dialog')
  await tab.choose('Timetable', 'Winter lights', 'dialog')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Timetable: Harbour is already bound elsewhere\. Continue to replace/)
  expect(await readTimetables(areas)).toEqual([second, first])
  await tab.show('binding-02-many')
  await tab.press('Overwrite')
  await tab.read(/1 rows? changed/)
  expect(await readTimetables(areas)).toEqual([first, first])
})

async function make(entity: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const { data, text, status } = await callEntity(journey.server, entity, 'create', {
    token: admin,
    body: { project, values },
  })
  if (status !== 200) throw new Error(text)
  return data.id
}

const readTimetables = (areas: readonly string[]): Promise<unknown[]> =>
  Promise.all(
    areas.map(async (id) => {
      const { data } = await callEntity<Record<string, unknown>>(journey.server, 'area', 'read', {
        token: admin,
        params: { id },
      })
      return data['timetable']
    }),
  )
