import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sceneDevice } from '../../contract/telemetry/index.ts'
import { callEntity, call, signIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { navigateInside, signInWith } from '../support/browser/pages.ts'
import { adminPassword as password } from '../support/server/server.ts'

let journey: Journey

beforeAll(async () => {
  journey = await startJourney({ plant: 'live' })
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('a variable is computed from an entered one, watched on the scene’s page and found as a tag', async () => {
  const tab = await journey.open()
  await signInWith(tab, password, { edition: 'industry' })
  const token = await signIn(journey.server, 'admin', password)
  const make = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
    const created = await callEntity(journey.server, entity, 'create', { token, body: { project: 'factory', values } })
    if (created.status !== 200) throw new Error(created.text)
    return created.data.id
  }
  const id = await make('scene', { name: 'Drying room' })
  await callEntity(journey.server, 'scene', 'enable', { token, params: { id }, body: {} })
  const target = await make('variable', {
    scene: id,
    name: 'Target',
    identifier: 'target',
    origin: 'input',
    value: '20',
    unit: '°C',
  })

  await navigateInside(tab.page, `/scene/variables?filter.scene=${id}`)
  // Opened by a link, the filter shows the scene's name instead of its id.
  await tab.read(/Drying room[\s\S]*Target/)
  expect(await tab.page.$eval('#content', (page) => page.textContent)).not.toContain(id.slice(0, 8))
  await tab.press('Add variable')
  await tab.choose('Project', 'Factory', 'dialog')
  await tab.choose('Scene', 'Drying room', 'dialog')
  await tab.fill('Name', 'Alarm limit', 'textbox', 'dialog')
  await tab.fill('Identifier', 'limit', 'textbox', 'dialog')
  await tab.choose('Kind', 'Computed', 'dialog')
  await tab.fill('Formula', '2 + 3', 'textbox', 'dialog')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Please insert a variable/)
  await tab.fill('Formula', '{limit} + 5', 'textbox', 'dialog')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/circular reference \(Alarm limit → Alarm limit\)/)
  await tab.fill('Formula', '{target} + 5', 'textbox', 'dialog')
  await tab.show('scenes-01-formula')
  await tab.press('Save', 'button', 'dialog')
  await expect
    .poll(
      async () =>
        (await call(journey.server, 'scene.values', { token, params: { id } })).data.map(({ value }) => value),
      { timeout: 20_000, interval: 200 },
    )
    .toEqual([25, 20])

  // The list shows the variable's live value with its unit.
  await tab.read(/Alarm limit\s+25/)
  await tab.read(/Target\s+20 °C/)
  await call(journey.server, 'variable.enter', { token, params: { id: target }, body: { value: 30 } })
  await tab.read(/Target\s+30 °C/)
  await tab.show('scenes-02-list')
  await call(journey.server, 'variable.enter', { token, params: { id: target }, body: { value: 20 } })

  await navigateInside(tab.page, `/scene/list/detail?id=${id}`)
  await tab.read(/Alarm limit\s*Computed\s*25\s*Good/)
  await tab.show('scenes-02-values')
  const { data } = await call(journey.server, 'tag.list', { token, query: { search: 'Drying limit' } })
  expect(data.rows.map(({ path }) => path)).toEqual([`factory/${sceneDevice(id)}/limit`])
})
