import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, strategyPlant } from '../../support/entities/strategyPlant.ts'

const plant = strategyPlant('strategies-loops')
const { query, add, tag, load, strategies, taken, byHand, publish, street, tube, project, request } = plant

beforeAll(plant.open)
afterAll(plant.close)
beforeEach(() => plant.begin())

/** Creates a loop with all points that a loop can have. */
async function loop(device: string, values: Readonly<Record<string, string | number>>): Promise<string> {
  for (const point of ['switch', 'dimming', 'colorTemperature']) await tag(device, point)
  return await add('loop', {
    name: device,
    address: device,
    group: 1,
    protocol: 3,
    workMode: 0,
    ratio: 1,
    isReversed: false,
    device,
    installation: 'installed',
    ...values,
  })
}
const takenBy = (device: string) =>
  Object.fromEntries(
    taken()
      .filter(([path]) => path.startsWith(`${device}/`))
      .map(([path, value]) => [path.slice(device.length + 1), value]),
  )

describe('loops', () => {
  it('of an area are dimmed and tinted with its lamps, by timetable, by scene and by hand, as their types can', async () => {
    const { cabinet, area } = await street()
    for (const kind of [1, 3, 4]) await loop(`loop-${kind}`, { cabinet, area, kind })
    await load()
    const running = strategies()
    await running.run(at('21T17:59:00'))
    await running.run(at('21T23:00:05'))
    const sent = taken()
    const by = (device: string) =>
      sent.filter(([path]) => path.startsWith(device)).map(([path, value]) => [path, value])
    expect(by('loop-1')).toEqual([['loop-1/switch', 1]])
    expect(by('loop-3')).toEqual([
      ['loop-3/switch', 1],
      ['loop-3/dimming', 40],
    ])
    expect(by('loop-4')).toEqual([
      ['loop-4/switch', 1],
      ['loop-4/dimming', 40],
      ['loop-4/colorTemperature', 30],
    ])
    await running.setArea(area, request({ dimming: 0, colorTemperature: 80 }), 'scene', byHand, at('21T23:10:00'))
    expect(takenBy('loop-4')).toEqual({ switch: 0, dimming: 0, colorTemperature: 80 })
  })

  it('with a timetable of their own follow that, and their program can be resumed', async () => {
    const { cabinet, area, timetable } = await street()
    const id = await loop('loop-4', { cabinet, area, kind: 4, timetable })
    await load()
    const running = strategies()
    await running.run(at('21T17:59:00'))
    taken()
    await running.run(at('21T18:00:05'))
    expect(takenBy('loop-4')).toEqual({ switch: 1, dimming: 100, colorTemperature: 50 })
    const program = await running.getProgram('loop', id, at('21T19:00:00'))
    if (!program) throw new Error('there is no program')
    expect(await running.endOverride(program, id, at('21T19:00:00'))).toMatchObject({ sent: 3, refused: 0 })
  })

  it('by the astronomical clock or an own timetable return to it when automatic control of their area is resumed', async () => {
    const { cabinet, area, timetable } = await street()
    await loop('loop-1', { cabinet, area, kind: 1, workMode: 1 })
    await loop('loop-3', { cabinet, area, kind: 3, timetable })
    await load()
    const running = strategies()
    await running.run(at('21T22:00:00'))
    await running.setArea(area, request({ dimming: 0 }), 'off', byHand, at('21T22:10:00'))
    taken()
    expect(await running.resume(area, at('21T22:20:00'))).toBe(2)
    await running.run(at('21T22:20:05'))
    const sent = taken()
    expect(sent).toContainEqual(['loop-1/switch', 1])
    expect(sent).toContainEqual(['loop-3/dimming', 100])
    expect(sent).toContainEqual(['lamp-a/dimming', 100])
  })

  it('in a tunnel section follow the daylight', async () => {
    const { cabinet, tunnel, eye } = await tube({})
    const section = await add('tunnelSection', { name: 'Entrance', number: 1, tunnel, tube: 'left', zone: 'th1' })
    await loop('loop-3', { cabinet, section, kind: 3 })
    await eye('eye', { kind: 2 })
    await load()
    publish('eye', 2000, at('21T12:00:00'))
    await strategies().run(at('21T12:00:01'))
    expect(takenBy('loop-3')).toEqual({ switch: 1, dimming: 50 })
    expect(await query('select 1 from lighting_loop where project = $1', [project()])).toHaveLength(1)
  })
})
