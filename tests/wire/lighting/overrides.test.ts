import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, strategyPlant } from '../../support/entities/strategyPlant.ts'

const plant = strategyPlant('strategies-overrides')
const { query, strategies, taken, byHand, street, tube, add, tag, lamp, load, publish, request, project } = plant

beforeAll(plant.open)
afterAll(plant.close)
beforeEach(() => plant.begin())

const findId = async (name: string): Promise<string> =>
  String((await query('select id from lighting_pole where project = $1 and name = $2', [project(), name]))[0]?.['id'])

describe('a manual setting', () => {
  it('with an end holds over points of the program until then, and the lamp returns to its program', async () => {
    await street()
    const id = await findId('lamp-a')
    const running = strategies()
    await running.run(at('21T18:00:05'))
    await running.setLight(id, request({ dimming: 20 }, at('21T23:30:00')), 'one', byHand, at('21T22:00:00'))
    expect(taken()).toContainEqual(['lamp-a/dimming', 20])
    expect(await running.findOverride(id, at('21T22:30:00'))).toMatchObject({ reason: 'works', isHeld: true })
    await running.run(at('21T23:00:05'))
    expect(taken()).toEqual([])
    await running.run(at('21T23:30:05'))
    expect(taken()).toEqual([
      ['lamp-a/dimming', 40],
      ['lamp-a/colorTemperature', 30],
    ])
    expect(await running.findOverride(id, at('21T23:30:06'))).toBeNull()
  })

  it('that cannot be ended holds its light, is ended later, and does not stop the end of others', async () => {
    const { cabinet } = await street()
    const id = await findId('lamp-a')
    const timetable = await add('timetable', {
      name: 'Broken',
      points: [{ at: '18:00', dimming: 70, colorTemperature: 50 }],
      isDefault: false,
    })
    await tag('loop-1', 'dimming')
    const loop = await add('loop', {
      name: 'loop-1',
      address: 'loop-1',
      group: 1,
      kind: 3,
      protocol: 3,
      workMode: 0,
      ratio: 1,
      isReversed: false,
      device: 'loop-1',
      installation: 'installed',
      cabinet,
      timetable,
    })
    await load()
    const setPoint = (time: string) =>
      query(`update lighting_timetable set points = jsonb_set(points, '{0,at}', $2::jsonb) where id = $1`, [
        timetable,
        time,
      ])
    const running = strategies()
    await running.run(at('21T18:00:05'))
    await running.setLight(loop, request({ dimming: 20 }, at('21T22:10:00')), 'loop', byHand, at('21T22:00:00'))
    await running.setLight(id, request({ dimming: 20 }, at('21T22:11:00')), 'lamp', byHand, at('21T22:00:00'))
    taken()
    await setPoint('7')
    await running.run(at('21T22:15:00'))
    expect(taken()).toEqual([
      ['lamp-a/dimming', 100],
      ['lamp-a/colorTemperature', 50],
    ])
    await setPoint('"18:00"')
    await running.run(at('21T22:16:00'))
    expect(taken()).toEqual([['loop-1/dimming', 70]])
    await running.run(at('21T22:17:00'))
    expect(taken()).toEqual([])
  })

  it('without an end holds until the next point of the program', async () => {
    const { area } = await street()
    const id = await findId('lamp-a')
    const running = strategies()
    await running.run(at('21T18:00:05'))
    await running.setArea(area, request({ dimming: 20 }), 'all', byHand, at('21T22:00:00'))
    expect(await running.findOverride(id, at('21T22:30:00'))).toMatchObject({
      until: at('21T23:00:00'),
      isHeld: false,
      by: 'operator',
    })
    taken()
    await running.run(at('21T23:00:05'))
    expect(taken()).toContainEqual(['lamp-a/dimming', 40])
    expect(await running.findOverride(id, at('21T23:00:06'))).toBeNull()
  })

  it('ends early when the program of the lamp or its area is resumed', async () => {
    const { area } = await street()
    const id = await findId('lamp-a')
    const running = strategies()
    await running.run(at('21T18:00:05'))
    const until = at('22T12:00:00')
    for (const resume of [
      async () =>
        await running.endOverride(await running.getProgram('pole', id, at('21T22:00:00')), id, at('21T22:01:00')),
      async () => {
        await running.resume(area, at('21T22:01:00'))
        await running.run(at('21T22:01:01'))
      },
    ]) {
      await running.setArea(area, request({ dimming: 20 }, until), `all-${taken().length}`, byHand, at('21T22:00:00'))
      taken()
      await resume()
      expect(taken()).toContainEqual(['lamp-a/dimming', 100])
      expect(await running.findOverride(id, at('21T22:02:00'))).toBeNull()
    }
  })

  it('keeps a tunnel lamp out of daylight control until its end', async () => {
    const { cabinet, area, tunnel, eye } = await tube({})
    const section = await add('tunnelSection', { name: 'Entrance', number: 1, tunnel, tube: 'left', zone: 'th1' })
    const id = await lamp('deep', { cabinet, area, section })
    await eye('eye', { kind: 2 })
    await load()
    const running = strategies()
    publish('eye', 4000, at('21T12:00:00'))
    await running.run(at('21T12:00:01'))
    await running.setLight(id, request({ dimming: 5 }, at('21T12:20:00')), 'one', byHand, at('21T12:01:00'))
    taken()
    publish('eye', 2000, at('21T12:10:00'))
    await running.run(at('21T12:10:01'))
    expect(taken()).toEqual([])
    publish('eye', 2000, at('21T12:20:00'))
    await running.run(at('21T12:20:01'))
    expect(taken()).toContainEqual(['deep/dimming', 50])
  })
})
