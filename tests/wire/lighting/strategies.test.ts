import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../contract/errors.ts'
import { at, strategyPlant } from '../../support/entities/strategyPlant.ts'

const plant = strategyPlant('strategies')
const { query, add, tag, load, strategies, taken: commands, byHand, project, street, away, request } = plant

beforeAll(plant.open)
afterAll(plant.close)
beforeEach(() => plant.begin())

describe('strategies', () => {
  it('send each point of a timetable once when it comes, to the lamps that follow it', async () => {
    await street()
    const running = strategies()
    await running.run(at('21T17:59:00'))
    expect(commands()).toEqual([])
    await running.run(at('21T18:00:05'))
    expect(commands()).toEqual([
      ['lamp-a/dimming', 100],
      ['lamp-a/colorTemperature', 50],
    ])
    await running.run(at('21T18:00:20'))
    await running.run(at('21T22:59:00'))
    expect(commands()).toEqual([])
    await running.run(at('21T23:00:01'))
    expect(commands()).toEqual([
      ['lamp-a/dimming', 40],
      ['lamp-a/colorTemperature', 30],
    ])
  })

  it('send after a restart all commands that became due meanwhile, and none twice', async () => {
    await street()
    await strategies().run(at('21T17:00:00'))
    await strategies().run(at('21T18:30:00'))
    expect(commands()).toHaveLength(2)
    await strategies().run(at('21T18:31:00'))
    expect(commands()).toEqual([])
  })

  it('resume automatic control on request, and send a new binding immediately', async () => {
    const { area } = await street()
    const running = strategies()
    await running.run(at('21T19:00:00'))
    await running.setArea(area, request({ dimming: 5 }), 'by-hand', byHand, at('21T19:30:00'))
    expect(commands()).toEqual([
      ['lamp-a/dimming', 5],
      ['lamp-b/dimming', 5],
    ])
    await running.run(at('21T20:00:00'))
    expect(commands()).toEqual([])
    await running.resume(area, at('21T20:00:30'))
    await running.run(at('21T20:01:00'))
    expect(commands()).toContainEqual(['lamp-a/dimming', 100])
  })

  it('store the commanded values of an area with their time, and nothing without a command', async () => {
    const { area } = await street()
    const running = strategies()
    const readArea = async () =>
      (
        await query(
          'select dimming, is_on, color_temperature, commanded_at, color_commanded_at from lighting_area where id = $1',
          [area],
        )
      ).map((row) => Object.values(row))
    const nothing = [null, false, null, null, null]
    await running.run(at('21T17:00:00'))
    away.add('lamp-a')
    await running.run(at('21T18:00:05'))
    const rejectOffline = () => Promise.reject(new ApiError('device.offline'))
    await running.setArea(area, request({ dimming: 30 }), 'nobody', rejectOffline, at('21T18:30:00'))
    expect(await readArea()).toEqual([nothing])
    away.clear()
    await running.run(at('21T23:00:01'))
    expect(await readArea()).toEqual([[40, true, 30, new Date(at('21T23:00:01')), new Date(at('21T23:00:01'))]])
    await running.setArea(area, request({ dimming: 0 }), 'off', () => Promise.resolve(), at('21T23:10:00'))
    expect(await readArea()).toEqual([[0, false, 30, new Date(at('21T23:10:00')), new Date(at('21T23:00:01'))]])
  })

  it('store no colour temperature for an area without tunable lamps, and a level for lamps that can only be switched', async () => {
    const { cabinet, timetable } = await street()
    const area = await add('area', { name: 'White', number: 2, timetable })
    await add('pole', {
      name: 'post',
      address: 'post',
      cabinet,
      area,
      channel: 1,
      kind: 1,
      protocol: 3,
      workMode: 0,
      device: 'post',
      installation: 'installed',
    })
    await tag('post', 'lamp')
    await load()
    const running = strategies()
    const readArea = async () =>
      (
        await query(
          'select dimming, is_on, commanded_at, color_temperature, color_commanded_at from lighting_area where id = $1',
          [area],
        )
      ).flatMap((row) => Object.values(row))
    await running.run(at('21T17:00:00'))
    await running.run(at('21T18:00:05'))
    expect(commands()).toContainEqual(['post/lamp', 1])
    expect(await readArea()).toEqual([100, true, new Date(at('21T18:00:05')), null, null])
    // Nor by a scene, which always has a colour temperature.
    await running.setArea(area, request({ dimming: 25, colorTemperature: 20 }), 'scene', byHand, at('21T18:10:00'))
    expect(await readArea()).toEqual([25, true, new Date(at('21T18:10:00')), null, null])
  })

  it('send a single lamp or loop the current value of its program, whatever was sent before, and report those without a program', async () => {
    const { cabinet } = await street()
    const poles = await query('select id, name from lighting_pole where project = $1', [project()])
    const id = (name: string): string => String(poles.find((row) => row['name'] === name)?.['id'])
    const loop = await add('loop', {
      name: 'loop-a',
      kind: 1,
      address: 'loop-a',
      cabinet,
      group: 1,
      protocol: 3,
      workMode: 1,
      onOffset: 0,
      offOffset: 0,
      ratio: 1,
      isReversed: true,
      device: 'loop-a',
      installation: 'installed',
    })
    await tag('loop-a', 'switch')
    await load()
    const running = strategies()
    const now = at('21T19:00:00')
    expect(await running.getProgram('pole', id('lamp-b'), now)).toBeNull()
    const lamp = await running.getProgram('pole', id('lamp-a'), now)
    const light = await running.getProgram('loop', loop, now)
    expect([lamp?.follows, lamp?.from, lamp?.until, light?.follows]).toEqual([
      'timetable',
      at('21T18:00:00'),
      at('21T23:00:00'),
      'sun',
    ])
    if (!lamp || !light) throw new Error('there is no program')
    expect(await running.endOverride(lamp, id('lamp-a'), now)).toMatchObject({ sent: 2, refused: 0 })
    await running.endOverride(light, loop, now)
    expect(commands()).toEqual([
      ['lamp-a/dimming', 100],
      ['lamp-a/colorTemperature', 50],
      ['loop-a/switch', 0],
    ])
  })

  it('switch a loop at sunset and sunrise where its cabinet stands, reversed ones the other way', async () => {
    const { cabinet } = await street()
    for (const [device, isReversed] of [
      ['loop-a', false],
      ['loop-b', true],
    ] as const) {
      await add('loop', {
        name: device,
        kind: 1,
        address: device,
        cabinet,
        group: 1,
        protocol: 3,
        workMode: 1,
        onOffset: 10,
        offOffset: 0,
        ratio: 1,
        isReversed,
        device,
        installation: 'installed',
      })
      await tag(device, 'switch')
    }
    await load()
    const running = strategies()
    await running.run(at('21T17:20:00'))
    commands()
    // Sunset is about 17:38.
    await running.run(at('21T17:40:00'))
    expect(commands().filter(([path]) => path.startsWith('loop'))).toEqual([])
    await running.run(at('21T17:55:00'))
    expect(Object.fromEntries(commands().filter(([path]) => path.startsWith('loop')))).toEqual({
      'loop-a/switch': 1,
      'loop-b/switch': 0,
    })
  })
})
