import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, strategyPlant } from '../../support/entities/strategyPlant.ts'

const plant = strategyPlant('strategies-tunnels')
const {
  query,
  add,
  tag,
  lamp,
  load,
  strategies,
  taken: commands,
  byHand,
  publish,
  project,
  street,
  tube,
  away,
  request,
} = plant
let numbers = 0
const byTag = (orders: ReturnType<typeof commands>): ReturnType<typeof commands> =>
  orders.toSorted(([a], [b]) => (a < b ? -1 : 1))

beforeAll(plant.open)
afterAll(plant.close)
beforeEach(() => plant.begin())

describe('strategies of tunnels', () => {
  it('light a tunnel by the luminance outside, in steps, and fully where the sensor is silent', async () => {
    const { cabinet, area } = await street()
    const brightness = await add('brightness', {
      name: 'Day',
      threshold1: 100,
      threshold2: 80,
      transition1: 60,
      transition2: 40,
      interior: 20,
      exit: 50,
      designLuminance: 4000,
      least: 10,
    })
    const tunnel = await add('tunnel', {
      name: 'North',
      address: 'km 1',
      coefficient: 1,
      brightness,
      labelling: 'import',
      left: [],
      right: [],
    })
    const section = await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    await lamp('lamp-t', { cabinet, area, section })
    await add('sensor', {
      name: 'Outside',
      kind: 2,
      address: 'o',
      cabinet,
      tunnel,
      protocol: 3,
      workMode: 1,
      isMain: true,
      coefficient: 1,
      device: 'eye',
      point: 'luminance',
      deadband: 0,
      delayS: 0,
      installation: 'installed',
    })
    await load()
    const running = strategies()
    const entrance = () => commands().filter(([path]) => path.startsWith('lamp-t'))
    const shine = (value: number, atMs: number): void => publish('eye', value, atMs, 'luminance')
    shine(2000, at('21T12:00:00'))
    await running.run(at('21T12:00:00'))
    expect(entrance()).toEqual([['lamp-t/dimming', 50]])
    shine(2100, at('21T12:02:00'))
    await running.run(at('21T12:02:00'))
    expect(entrance()).toEqual([])
    shine(3000, at('21T12:04:00'))
    await running.run(at('21T12:04:00'))
    expect(entrance()).toEqual([['lamp-t/dimming', 75]])
    // A segment keeps its last level across a restart, including its minimum time of one minute.
    shine(3800, at('21T12:04:30'))
    await strategies().run(at('21T12:04:30'))
    shine(3100, at('21T12:05:30'))
    await strategies().run(at('21T12:05:30'))
    expect(entrance()).toEqual([])
    await running.run(at('21T12:11:00'))
    expect(entrance()).toEqual([['lamp-t/dimming', 100]])
  })

  it("command each lamp by one program: in a lit tunnel by daylight, and by the area's timetable only after the strategy is removed", async () => {
    const { area, cabinet, tunnel, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const lampIn = async (device: string, zone: string | null) =>
      lamp(device, {
        cabinet,
        area,
        section: await add('tunnelSection', { name: device, number: ++numbers, tunnel, tube: 'left', zone }),
      })
    // The second lamp is outside lit segments and follows only the timetable.
    const [lit, unlit] = [await lampIn('lit', 'th1'), await lampIn('unlit', null)]
    await load()
    const running = strategies()
    const getCommandsAt = async (time: string) => {
      publish('outside', 2000, at(time))
      await running.run(at(time))
      return commands().filter(([path]) => path.includes('lit/'))
    }
    expect(await getCommandsAt('21T17:59:00')).toEqual([['lit/dimming', 50]])
    expect(await getCommandsAt('21T18:00:05')).toEqual([['unlit/dimming', 100]])
    expect([
      (await running.getProgram('pole', lit, at('21T18:01:00')))?.follows,
      (await running.getProgram('pole', unlit, at('21T18:01:00')))?.follows,
    ]).toEqual(['daylight', 'timetable'])
    // After resuming, each lamp gets the value of its own program in the next run.
    expect([await running.resume(area, at('21T18:02:00')), commands(), await getCommandsAt('21T18:02:10')]).toEqual([
      1,
      [],
      [
        ['unlit/dimming', 100],
        ['lit/dimming', 50],
      ],
    ])
    await query('update lighting_tunnel set brightness = null where id = $1', [tunnel])
    expect([await getCommandsAt('21T18:03:00'), await getCommandsAt('21T18:03:15')]).toEqual([
      [['lit/dimming', 100]],
      [],
    ])
    expect((await running.getProgram('pole', lit, at('21T18:04:00')))?.follows).toBe('timetable')
  })

  it('resend the level of a segment to unreached lamps only, at increasing intervals, also after a restart', async () => {
    const { tunnel, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const section = await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    const box = await add('cabinet', { name: 'Portal', address: 'p', communication: 1, usage: 2 })
    for (const device of ['near', 'far']) await lamp(device, { cabinet: box, section })
    await load()
    let running = strategies()
    const lit = async (time: string) => {
      publish('outside', 2000, at(time))
      await running.run(at(time))
      return commands().filter(([path]) => /^(near|far)/.test(path))
    }
    away.add('far')
    expect(await lit('21T12:00:00')).toEqual([['near/dimming', 50]])
    expect([await lit('21T12:00:30'), await lit('21T12:01:05')]).toEqual([[], []])
    away.clear()
    // A restarted server still has the list of unreachable lamps.
    running = strategies()
    expect([await lit('21T12:02:00'), await lit('21T12:03:10'), await lit('21T12:30:00')]).toEqual([
      [],
      [['far/dimming', 50]],
      [],
    ])
  })

  it('report the level of a segment as sent only if a lamp received it, with the number of followers and the reasons of the others', async () => {
    const { tunnel, cabinet, area, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const sections = new Map<string, string>()
    for (const zone of ['th1', 'th2', 'in', 'ex'])
      sections.set(zone, await add('tunnelSection', { name: zone, number: ++numbers, tunnel, tube: 'left', zone }))
    const lampIn = (device: string, zone: string, workMode: number, installation = 'installed') =>
      lamp(device, { cabinet, area, section: sections.get(zone) ?? null, workMode, installation })
    await lampIn('near', 'th1', 0)
    await lampIn('idle', 'th1', 0, 'uninstalled')
    const scene = await lampIn('scene', 'th2', 2)
    await lampIn('far', 'in', 0)
    await load()
    const running = strategies()
    const segmentsAt = async (time: string) => {
      publish('outside', 2000, at(time))
      await running.run(at(time))
      return Object.fromEntries(
        (await running.getTunnelLight(tunnel, at(time)))?.segments.map(({ zone, sentAt, ...counted }) => [
          zone,
          { ...counted, sent: sentAt === null ? null : new Date(sentAt + 8 * 3_600_000).toISOString().slice(11, 16) },
        ]) ?? [],
      )
    }
    const before = await running.getTunnelLight(tunnel, at('21T11:59:00'))
    expect(before?.segments.map(({ level, sentAt }) => [level, sentAt])).toEqual(
      Array.from({ length: 4 }, () => [null, null]),
    )
    away.add('far')
    expect(await segmentsAt('21T12:00:00')).toEqual({
      th1: { level: 50, lamps: 2, following: 1, byScene: 0, sent: '12:00' },
      th2: { level: 40, lamps: 1, following: 0, byScene: 1, sent: null },
      in: { level: 20, lamps: 1, following: 1, byScene: 0, sent: null },
      ex: { level: 25, lamps: 0, following: 0, byScene: 0, sent: null },
    })
    away.clear()
    commands()
    // A lamp that starts to follow gets its value at once; others get nothing.
    await query('update lighting_pole set work_mode = 0 where id = $1', [scene])
    expect([(await segmentsAt('21T12:00:20'))['th2'], commands()]).toEqual([
      { level: 40, lamps: 1, following: 1, byScene: 0, sent: '12:00' },
      [['scene/dimming', 40]],
    ])
    expect([(await segmentsAt('21T12:02:00'))['in']?.sent, commands()]).toEqual(['12:02', [['far/dimming', 20]]])
    expect([await strategies().run(at('21T12:02:20')), commands()]).toEqual([undefined, []])
  })

  it('switch on a lamp that starts to follow daylight, even if switched off individually, and only dim current followers', async () => {
    const { tunnel, cabinet, area, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const section = await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    const [, late, far] = [
      await lamp('old', { cabinet, area, section }),
      await lamp('late', { cabinet, area, section, workMode: 2 }),
      await lamp('far', { cabinet, area, section, workMode: 2 }),
    ]
    for (const device of ['old', 'late', 'far']) await tag(device, 'lamp')
    await load()
    let running = strategies()
    const litAt = async (time: string, luminance: number) => {
      publish('outside', luminance, at(time))
      await running.run(at(time))
      return commands().filter(([path]) => /^(old|late|far)/.test(path))
    }
    expect(await litAt('21T12:00:00', 2000)).toEqual([
      ['old/lamp', 1],
      ['old/dimming', 50],
    ])
    // Between two daylight steps, with one lamp unreachable at first.
    away.add('far')
    await query('update lighting_pole set work_mode = 0 where id = any($1::text[])', [[late, far]])
    expect(await litAt('21T12:00:20', 2000)).toEqual([
      ['late/lamp', 1],
      ['late/dimming', 50],
    ])
    away.clear()
    running = strategies()
    expect(await litAt('21T12:01:30', 2000)).toEqual([
      ['far/lamp', 1],
      ['far/dimming', 50],
    ])
    // Also together with a step.
    await query('update lighting_pole set work_mode = 2 where id = $1', [late])
    expect(await litAt('21T12:01:45', 2000)).toEqual([])
    await query('update lighting_pole set work_mode = 0 where id = $1', [late])
    expect(byTag(await litAt('21T12:10:00', 3000))).toEqual([
      ['far/dimming', 75],
      ['late/dimming', 75],
      ['late/lamp', 1],
      ['old/dimming', 75],
    ])
  })

  it('give a lamp that leaves the daylight back to its timetable at once, however it leaves, and let those alone that others of its area were set to by hand', async () => {
    const { area, cabinet, tunnel, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const zones = ['th1', 'th2', 'tr1', 'tr2'] as const
    const [emptied = '', removed = '', moved = '', kept = ''] = await Promise.all(
      zones.map((zone, index) => add('tunnelSection', { name: zone, number: index + 1, tunnel, tube: 'left', zone })),
    )
    const mover = await lamp('moved', { cabinet, area, section: moved })
    for (const [device, section] of [
      ['emptied', emptied],
      ['removed', removed],
      ['kept', kept],
    ] as const)
      await lamp(device, { cabinet, area, section })
    // Without an area there is no timetable to return to.
    await lamp('alone', { cabinet, section: kept })
    await load()
    const running = strategies()
    const getCommandsAt = async (time: string) => {
      publish('outside', 2000, at(time))
      await running.run(at(time))
      return commands()
    }
    await getCommandsAt('21T18:30:00')
    await running.setArea(area, request({ dimming: 5 }), 'by-hand', byHand, at('21T18:31:00'))
    commands()
    const row = () => query('select dimming, commanded_at from lighting_area where id = $1', [area])
    await query('update lighting_tunnel_section set zone = null where id = $1', [emptied])
    expect(await getCommandsAt('21T18:32:00')).toEqual([['emptied/dimming', 100]])
    await query('update lighting_pole set section = null where section = $1', [removed])
    await query('update lighting_pole set section = $1 where id = $2', [kept, mover])
    // A lamp moved to another segment follows the daylight there.
    expect(byTag(await getCommandsAt('21T18:32:15'))).toEqual([
      ['moved/dimming', 20],
      ['removed/dimming', 100],
    ])
    // A command to a single lamp does not change the area's last command.
    expect(await row()).toEqual([{ dimming: 5, commanded_at: new Date(at('21T18:31:00')) }])
    await query('delete from lighting_tunnel where id = $1', [tunnel])
    expect([byTag(await getCommandsAt('21T18:33:00')), await getCommandsAt('21T18:33:15')]).toEqual([
      [
        ['kept/dimming', 100],
        ['moved/dimming', 100],
      ],
      [],
    ])
  })

  it('send the level to a lamp that resumes daylight control until it is reached, also after a restart and during a round', async () => {
    const { tunnel, cabinet, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const section = await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    const area = await add('area', { name: 'Tube', number: 2 })
    await lamp('tube', { cabinet, area, section })
    await lamp('other', { cabinet, section })
    for (const device of ['tube', 'other']) await tag(device, 'lamp')
    await load()
    let running = strategies()
    const getCommandsAt = async (time: string) => {
      publish('outside', 2000, at(time))
      await running.run(at(time))
      return commands()
    }
    const level = [
      ['tube/lamp', 1],
      ['tube/dimming', 50],
    ]
    expect(await getCommandsAt('21T12:00:00')).toHaveLength(4)
    away.add('tube')
    await running.resume(area, at('21T12:05:00'))
    expect(await getCommandsAt('21T12:05:10')).toEqual([])
    away.clear()
    running = strategies()
    expect([
      await getCommandsAt('21T12:05:25'),
      await getCommandsAt('21T12:06:15'),
      await getCommandsAt('21T12:09:00'),
    ]).toEqual([[], level, []])
    const [underway] = await Promise.all([getCommandsAt('21T12:10:00'), running.resume(area, at('21T12:10:00'))])
    expect([...underway, ...(await getCommandsAt('21T12:10:15'))]).toEqual(level)
  })

  it('store the state of each tunnel separately, migrate the single text of an earlier version, and drop removed tunnels', async () => {
    const { tunnel, cabinet, eye } = await tube({})
    await eye('outside', { kind: 2 })
    for (const zone of ['th1', 'in'])
      await lamp(zone, {
        cabinet,
        section: await add('tunnelSection', { name: zone, number: ++numbers, tunnel, tube: 'left', zone }),
      })
    await load()
    const getCommandsAt = async (time: string, running = strategies()) => {
      publish('outside', 2000, at(time))
      await running.run(at(time))
      return commands()
    }
    const kept = async () =>
      (await query(`select key from setting where key like 'lightingShown%'`)).map((row) => row['key'])
    expect(await getCommandsAt('21T12:00:00')).toHaveLength(2)
    expect(await kept()).toEqual([`lightingShown/${tunnel}`])
    await query(`update setting set key = 'lightingShown' where key = $1`, [`lightingShown/${tunnel}`])
    expect([await getCommandsAt('21T12:05:00'), await kept(), await getCommandsAt('21T12:06:00')]).toEqual([
      [],
      [`lightingShown/${tunnel}`],
      [],
    ])
    await query('delete from lighting_tunnel where id = $1', [tunnel])
    expect([await getCommandsAt('21T12:07:00'), await kept()]).toEqual([[], []])
  })

  it('clear the commanded values of an area after all its lamps resume daylight control, and keep them while others still follow them', async () => {
    const { area: mixed, cabinet, tunnel, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const section = await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    const area = await add('area', { name: 'Tube', number: 2 })
    await lamp('tube', { cabinet, area, section })
    await lamp('idle', { cabinet, area, installation: 'uninstalled' })
    await lamp('portal', { cabinet, area: mixed, section })
    await load()
    const running = strategies()
    publish('outside', 2000, at('21T12:00:00'))
    await running.run(at('21T12:00:00'))
    const readArea = async (id: string) =>
      (await query('select dimming, is_on, commanded_at from lighting_area where id = $1', [id])).flatMap((row) =>
        Object.values(row),
      )
    for (const each of [area, mixed]) {
      await running.setArea(each, request({ dimming: 0 }), 'off', byHand, at('21T12:01:00'))
      expect(await readArea(each)).toEqual([0, false, new Date(at('21T12:01:00'))])
      expect(await running.resume(each, at('21T12:02:00'))).toBe(1)
    }
    expect([await readArea(area), await readArea(mixed)]).toEqual([
      [null, false, null],
      [0, false, new Date(at('21T12:01:00'))],
    ])
  })

  it('let the main sensor rule a tunnel, those that control before it is heard, and those that only show never', async () => {
    const { tunnel, eye } = await tube({ coefficient: 2 })
    await eye('side', { kind: 2, isMain: false, coefficient: 1 })
    await eye('main', { kind: 2, isMain: true, coefficient: 3 })
    await eye('shown', { kind: 2, isMain: true, workMode: 2 })
    const running = strategies()
    const noon = at('21T12:00:00')
    const rules = async () => (await running.getTunnelLight(tunnel, noon))?.luminance
    for (const [sensor, value] of [
      ['side', 900],
      ['shown', 1],
    ] as const)
      publish(sensor, value, noon)
    expect(await rules()).toEqual({ sensor: 'side', value: 1800 })
    publish('main', 100, noon)
    expect(await rules()).toEqual({ sensor: 'main', value: 600 })
    publish('main', 100, noon - 6 * 60_000)
    expect(await rules()).toEqual({ sensor: 'side', value: 1800 })
  })

  it('dim a tunnel in light traffic by the mean flow per lane over the statistic period, and not without a counter', async () => {
    const { tunnel, eye } = await tube({ coefficient: 1, laneCount: 3, statisticPeriod: 10, direction: 'one' })
    await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    await eye('light', { kind: 2 })
    await eye('counter', { kind: 3, laneCount: 2 })
    const noon = at('21T12:00:00')
    publish('light', 4000, noon)
    const running = strategies()
    const getLevel = async (now: number) => {
      await running.run(now)
      return (await running.getTunnelLight(tunnel, now))?.segments.find(({ zone }) => zone === 'th1')?.level
    }
    expect(await getLevel(noon)).toBe(100)
    // A mean of 700 per hour on two lanes over ten minutes; older and bad values are ignored.
    const stored = async (minutesAgo: number, value: number, quality = 0) =>
      await query(
        `insert into tag_history (tag, at, value, quality) select id, to_timestamp($2::float8 / 1000), $3, $4 from tag where path = $1`,
        [`${project()}/counter/value`, noon - minutesAgo * 60_000, value, quality],
      )
    await tag('counter', 'value')
    for (const [minutesAgo, value] of [
      [20, 9000],
      [8, 500],
      [4, 900],
    ] as const)
      await stored(minutesAgo, value)
    await stored(3, 9000, 2)
    publish('counter', 4000, noon)
    publish('light', 4000, noon + 120_000)
    expect([await getLevel(noon + 90_000), (await running.getTunnelLight(tunnel, noon + 90_000))?.flow]).toEqual([
      60,
      { sensor: 'counter', value: 350 },
    ])
  })
})
