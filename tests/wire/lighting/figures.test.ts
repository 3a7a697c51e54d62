import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLightingFigures } from '../../../server/services/lighting/figures/index.ts'
import { at, strategyPlant } from '../../support/entities/strategyPlant.ts'

const plant = strategyPlant('figures')
const { query, add, street, project } = plant
let commands = 0

beforeAll(plant.open)
afterAll(plant.close)
beforeEach(() => plant.begin())

async function command(device: string, value: number, atMs: number, state = 'succeeded'): Promise<void> {
  await query(
    `insert into command (id, account, idempotency_key, body_hash, tag, value, by, state, created_at, expires_at)
      values ($1, 'server', $1, '', $2, $3, 'server', $4, $5, $5)`,
    [`figure-${++commands}`, `${project()}/${device}/dimming`, value, state, new Date(atMs)],
  )
}

it('an area has the power of its installed lamps, and the energy of its commands against that of its cabinet', async () => {
  const { area, cabinet } = await street()
  await query(`update lighting_area set luminaire = 'LED', power = 100, spacing = 30, height = 10 where id = $1`, [
    area,
  ])
  await query(`update lighting_pole set rated_power = 200 where area = $1 and device = 'lamp-a'`, [area])
  await query(`update lighting_cabinet set device = 'box' where id = $1`, [cabinet])
  const neighbour = await add('area', { name: 'Next', number: 2, power: 300 })
  await plant.lamp('lamp-c', { cabinet, area: neighbour })
  await plant.lamp('spare', { cabinet, area, installation: 'uninstalled' })
  for (const day of [20, 21])
    await add('energyData', { device: 'box', period: 'day', at: at(`${day}T00:00:00`), energy: 8, isEstimated: false })
  for (const lamp of ['lamp-a', 'lamp-b']) await command(lamp, 0, at('01T12:00:00'))
  await command('lamp-a', 100, at('20T18:00:00'))
  await command('lamp-a', 30, at('20T19:00:00'), 'failed')
  await command('lamp-a', 50, at('21T06:00:00'))
  await command('lamp-b', 100, at('21T20:00:00'))

  const figures = createLightingFigures({
    db: plant.db(),
    rows: { getService: () => missing },
    now: () => at('22T01:30:00'),
  })
  const found = await figures.readArea(area, 'week')
  expect(found).toMatchObject({
    luminaire: 'LED',
    lamps: 2,
    unrated: 0,
    power: 300,
    length: 60,
    powerPerMetre: 5,
    spacingToHeight: 3,
    from: at('15T00:00:00'),
    to: at('22T00:00:00'),
    knownShare: 1,
    source: 'cabinets',
    isShared: true,
    // Days without a reading are missing.
    isEstimated: true,
    measured: 8,
  })
  expect(found.steps.slice(-2)).toEqual([
    { at: at('20T00:00:00'), expected: expect.closeTo(1.2), measured: 4 },
    { at: at('21T00:00:00'), expected: expect.closeTo(0.2 * (6 + 9) + 0.1 * 4), measured: 4 },
  ])
  expect(await figures.readArea(area, 'today')).toMatchObject({
    from: at('22T00:00:00'),
    to: at('22T01:00:00'),
    expected: expect.closeTo(0.2),
    measured: null,
    source: null,
  })
  await expect(figures.readArea('none', 'week')).rejects.toMatchObject({ error: 'object.missing' })
})

const missing = { findProject: async () => undefined }
