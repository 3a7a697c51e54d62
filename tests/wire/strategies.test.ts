import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../contract/errors.ts'
import type { Reading } from '../../server/database/history.ts'
import type { Database } from '../../server/database/index.ts'
import { createLog } from '../../server/log.ts'
import { serverCaller } from '../../server/services/caller.ts'
import type { EntityServices } from '../../server/services/entities/index.ts'
import { Directory } from '../../server/services/lighting/directory.ts'
import { createStrategies } from '../../server/services/lighting/strategies/strategies.ts'
import { openOwnServices, type OwnServices } from '../support/ownServices.ts'

const log = createLog('error')
const at = (text: string): number => Date.parse(`2026-11-${text}+08:00`)
let own: OwnServices
let database: Database
let rows: EntityServices
let count = 0
let project = ''
let directory: Directory
let sent: (readonly [tag: string, value: number])[] = []
let readings: Record<string, Reading> = {}

beforeAll(async () => {
  own = await openOwnServices('strategies', log)
  ;({ database, rows } = own)
})
afterAll(() => own?.close())
beforeEach(async () => {
  project = `row-${++count}`
  ;[sent, readings, directory] = [[], {}, new Directory()]
  await query('delete from lighting_area')
  await query('delete from lighting_loop')
  await query('delete from lighting_tunnel')
  await query(`insert into project (id, name, created_at, edition, time_zone) values ($1, $1, now(), 'street', 'Asia/Shanghai')`, [project])
})

async function query(text: string, values: readonly unknown[] = []): Promise<void> {
  await database.direct.query({ text, values: [...values] })
}
async function add(entity: string, values: Readonly<Record<string, string | number | boolean | null | readonly never[] | readonly Readonly<Record<string, string | number>>[]>>): Promise<string> {
  const [id = ''] = await rows.stored(entity).add(serverCaller, [{ project, values }])
  return id
}
const tag = (device: string, point: string): Promise<void> =>
  query(`insert into tag (path, project, device, point, unit, kind, writable, en, zh) values ($1, $2, $3, $4, '', 'number', true, '', '')`, [`${project}/${device}/${point}`, project, device, point])
/** Devices that cannot be reached. */
const away = new Set<string>()
const strategies = () => createStrategies({
  db: database.db, log, directory, newest: (path) => readings[path],
  send: async (_key, path, value) => {
    if (away.has(path.split('/')[1] ?? '')) throw new Refusal('device.offline')
    sent.push([path.slice(project.length + 1), value])
  },
})
const taken = (): typeof sent => sent.splice(0)

/** An area with a timetable and a lamp in it that follows it, and one that does not. */
async function street() {
  const timetable = await add('timetable', { name: 'Night', points: [{ at: '18:00', dimming: 100, colorTemperature: 50 }, { at: '23:00', dimming: 40, colorTemperature: 30 }, { at: '06:00', dimming: 0, colorTemperature: 50 }], isDefault: false })
  const cabinet = await add('cabinet', { name: 'Box', address: 'b', communication: 1, usage: 2, longitude: 114.03, latitude: 22.32 })
  const area = await add('area', { name: 'Row', number: 1, timetable })
  for (const [device, workMode] of [['lamp-a', 0], ['lamp-b', 2]] as const) {
    await add('pole', { name: device, address: device, cabinet, area, channel: 1, kind: 1, protocol: 3, workMode, device, installation: 'installed' })
    await tag(device, 'dimming')
  }
  await tag('lamp-a', 'colorTemperature')
  await directory.load(database.db)
  return { timetable, cabinet, area }
}

/** A tunnel with a strategy that dims to 60 % in light traffic, and a way to put sensors there that control it. */
async function tube(values: Readonly<Record<string, string | number>>) {
  const { cabinet, area } = await street()
  const brightness = await add('brightness', { name: 'Day', threshold1: 100, threshold2: 80, transition1: 60, transition2: 40, interior: 20, exit: 50, designLuminance: 4000, least: 10, lightTraffic: 60 })
  const tunnel = await add('tunnel', { name: 'South', address: 'km 2', brightness, labelling: 'import', left: [], right: [], ...values })
  const eye = (name: string, more: Readonly<Record<string, string | number | boolean>>) =>
    add('sensor', { name, address: name, cabinet, tunnel, protocol: 3, workMode: 1, isMain: false, coefficient: 1, device: name, point: 'value', deadband: 0, delayS: 0, installation: 'installed', ...more })
  return { tunnel, eye, area, cabinet }
}

const say = (device: string, value: number, atMs: number): void => { readings[`${project}/${device}/value`] = { at: atMs, value, quality: 0, text: null } }

describe('strategies', () => {
  it('send each point of a timetable once when it comes, to the lamps that follow it', async () => {
    await street()
    const running = strategies()
    await running.run(at('21T17:59:00'))
    expect(taken()).toEqual([])
    await running.run(at('21T18:00:05'))
    expect(taken()).toEqual([['lamp-a/dimming', 100], ['lamp-a/colorTemperature', 50]])
    await running.run(at('21T18:00:20'))
    await running.run(at('21T22:59:00'))
    expect(taken()).toEqual([])
    await running.run(at('21T23:00:01'))
    expect(taken()).toEqual([['lamp-a/dimming', 40], ['lamp-a/colorTemperature', 30]])
  })

  it('send after a restart what came meanwhile, and nothing twice', async () => {
    await street()
    await strategies().run(at('21T17:00:00'))
    await strategies().run(at('21T18:30:00'))
    expect(taken()).toHaveLength(2)
    await strategies().run(at('21T18:31:00'))
    expect(taken()).toEqual([])
  })

  it('take what was set by hand back when asked, and send a new binding at once', async () => {
    const { area } = await street()
    const running = strategies()
    await running.run(at('21T19:00:00'))
    await running.setArea(area, { dimming: 5 }, 'by-hand', async (_key, path, value) => { sent.push([path.slice(project.length + 1), value]) }, at('21T19:30:00'))
    expect(taken()).toEqual([['lamp-a/dimming', 5], ['lamp-b/dimming', 5]])
    await running.run(at('21T20:00:00'))
    expect(taken()).toEqual([])
    await running.resume(area, at('21T20:00:30'))
    await running.run(at('21T20:01:00'))
    expect(taken()).toContainEqual(['lamp-a/dimming', 100])
  })

  it('say of an area what its lamps were told, and when; where none was told nothing', async () => {
    const { area } = await street()
    const running = strategies()
    const said = async () => (await database.direct.query<Readonly<Record<string, unknown>>>({ text: 'select dimming, is_on, color_temperature, commanded_at, color_commanded_at from lighting_area where id = $1', values: [area] })).rows.map((row) => Object.values(row))
    const nothing = [null, false, null, null, null]
    await running.run(at('21T17:00:00'))
    away.add('lamp-a')
    await running.run(at('21T18:00:05'))
    const nobody = () => Promise.reject(new Refusal('device.offline'))
    await running.setArea(area, { dimming: 30 }, 'nobody', nobody, at('21T18:30:00'))
    expect(await said()).toEqual([nothing])
    away.clear()
    await running.run(at('21T23:00:01'))
    expect(await said()).toEqual([[40, true, 30, new Date(at('21T23:00:01')), new Date(at('21T23:00:01'))]])
    await running.setArea(area, { dimming: 0 }, 'off', () => Promise.resolve(), at('21T23:10:00'))
    expect(await said()).toEqual([[0, false, 30, new Date(at('21T23:10:00')), new Date(at('21T23:00:01'))]])
  })

  it('send a lamp and a loop of their own what their programs ask now, whatever was sent before, and know who has none', async () => {
    const { cabinet } = await street()
    const { rows: poles } = await database.direct.query<{ id: string; name: string }>({ text: 'select id, name from lighting_pole where project = $1', values: [project] })
    const id = (name: string): string => poles.find((row) => row.name === name)?.id ?? ''
    const loop = await add('loop', { name: 'loop-a', kind: 1, address: 'loop-a', cabinet, group: 1, protocol: 3, workMode: 1, onOffset: 0, offOffset: 0, ratio: 1, isReversed: true, device: 'loop-a', installation: 'installed' })
    await tag('loop-a', 'switch')
    await directory.load(database.db)
    const running = strategies()
    const now = at('21T19:00:00')
    expect(await running.programOf('pole', id('lamp-b'), now)).toBeNull()
    const lamp = await running.programOf('pole', id('lamp-a'), now)
    const light = await running.programOf('loop', loop, now)
    expect([lamp?.follows, lamp?.from, lamp?.until, light?.follows]).toEqual(['timetable', at('21T18:00:00'), at('21T23:00:00'), 'sun'])
    if (!lamp || !light) throw new Error('there is no program')
    expect(await running.sendProgram(lamp, id('lamp-a'), now)).toMatchObject({ sent: 2, refused: 0 })
    await running.sendProgram(light, loop, now)
    expect(taken()).toEqual([['lamp-a/dimming', 100], ['lamp-a/colorTemperature', 50], ['loop-a/switch', 0]])
  })

  it('switch a loop at sunset and sunrise where its cabinet stands, reversed ones the other way', async () => {
    const { cabinet } = await street()
    for (const [device, isReversed] of [['loop-a', false], ['loop-b', true]] as const) {
      await add('loop', { name: device, kind: 1, address: device, cabinet, group: 1, protocol: 3, workMode: 1, onOffset: 10, offOffset: 0, ratio: 1, isReversed, device, installation: 'installed' })
      await tag(device, 'switch')
    }
    await directory.load(database.db)
    const running = strategies()
    await running.run(at('21T17:20:00'))
    taken()
    // Sunset is about 17:38.
    await running.run(at('21T17:40:00'))
    expect(taken().filter(([path]) => path.startsWith('loop'))).toEqual([])
    await running.run(at('21T17:55:00'))
    expect(Object.fromEntries(taken().filter(([path]) => path.startsWith('loop')))).toEqual({ 'loop-a/switch': 1, 'loop-b/switch': 0 })
  })

  it('light a tunnel by the luminance outside, in steps, and fully where the sensor is silent', async () => {
    const { cabinet, area } = await street()
    const brightness = await add('brightness', { name: 'Day', threshold1: 100, threshold2: 80, transition1: 60, transition2: 40, interior: 20, exit: 50, designLuminance: 4000, least: 10 })
    const tunnel = await add('tunnel', { name: 'North', address: 'km 1', coefficient: 1, brightness, labelling: 'import', left: [], right: [] })
    const section = await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    await add('pole', { name: 'Entrance', address: 'e', cabinet, area, section, channel: 1, kind: 1, protocol: 3, workMode: 0, device: 'lamp-t', installation: 'installed' })
    await add('sensor', { name: 'Outside', kind: 2, address: 'o', cabinet, tunnel, protocol: 3, workMode: 1, isMain: true, coefficient: 1, device: 'eye', point: 'luminance', deadband: 0, delayS: 0, installation: 'installed' })
    await tag('lamp-t', 'dimming')
    await directory.load(database.db)
    const running = strategies()
    const entrance = () => taken().filter(([path]) => path.startsWith('lamp-t'))
    const shine = (value: number, atMs: number): void => { readings[`${project}/eye/luminance`] = { at: atMs, value, quality: 0, text: null } }
    shine(2000, at('21T12:00:00'))
    await running.run(at('21T12:00:00'))
    expect(entrance()).toEqual([['lamp-t/dimming', 50]])
    shine(2100, at('21T12:02:00'))
    await running.run(at('21T12:02:00'))
    expect(entrance()).toEqual([])
    shine(3000, at('21T12:04:00'))
    await running.run(at('21T12:04:00'))
    expect(entrance()).toEqual([['lamp-t/dimming', 75]])
    // After a restart a segment is where it was put last: it waits out its minute, and does not tremble.
    shine(3800, at('21T12:04:30'))
    await strategies().run(at('21T12:04:30'))
    shine(3100, at('21T12:05:30'))
    await strategies().run(at('21T12:05:30'))
    expect(entrance()).toEqual([])
    await running.run(at('21T12:11:00'))
    expect(entrance()).toEqual([['lamp-t/dimming', 100]])
  })

  it('let one program command a lamp: in a lit tunnel the daylight and never its area\'s timetable, which has it back when the strategy goes', async () => {
    const { area, cabinet, tunnel, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const lamp = async (device: string, zone: string | null) => {
      const section = await add('tunnelSection', { name: device, number: ++count, tunnel, tube: 'left', zone })
      await tag(device, 'dimming')
      return add('pole', { name: device, address: device, cabinet, area, section, channel: 1, kind: 1, protocol: 3, workMode: 0, device, installation: 'installed' })
    }
    // The second stands where no segment is lit: there the timetable is all that it has.
    const [lit, unlit] = [await lamp('lit', 'th1'), await lamp('unlit', null)]
    await directory.load(database.db)
    const running = strategies()
    const toldAt = async (time: string) => {
      say('outside', 2000, at(time))
      await running.run(at(time))
      return taken().filter(([path]) => path.includes('lit/'))
    }
    expect(await toldAt('21T17:59:00')).toEqual([['lit/dimming', 50]])
    expect(await toldAt('21T18:00:05')).toEqual([['unlit/dimming', 100]])
    expect([(await running.programOf('pole', lit, at('21T18:01:00')))?.follows, (await running.programOf('pole', unlit, at('21T18:01:00')))?.follows]).toEqual(['daylight', 'timetable'])
    // Resumed, each is told what its own program asks for.
    expect([await running.resume(area, at('21T18:02:00')), taken(), await toldAt('21T18:02:10')]).toEqual([1, [['lit/dimming', 50]], [['unlit/dimming', 100]]])
    await query('update lighting_tunnel set brightness = null where id = $1', [tunnel])
    expect(await toldAt('21T18:03:00')).toEqual([])
    expect(await toldAt('21T18:03:15')).toEqual([['lit/dimming', 100], ['unlit/dimming', 100]])
    expect((await running.programOf('pole', lit, at('21T18:04:00')))?.follows).toBe('timetable')
  })

  it('tell a segment\'s level again, and ever more seldom, to the lamps that it did not reach, and to them alone, also after a restart', async () => {
    const { tunnel, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const section = await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    const box = await add('cabinet', { name: 'Portal', address: 'p', communication: 1, usage: 2 })
    for (const device of ['near', 'far']) {
      await add('pole', { name: device, address: device, cabinet: box, section, channel: 1, kind: 1, protocol: 3, workMode: 0, device, installation: 'installed' })
      await tag(device, 'dimming')
    }
    await directory.load(database.db)
    let running = strategies()
    const lit = async (time: string) => {
      say('outside', 2000, at(time))
      await running.run(at(time))
      return taken().filter(([path]) => /^(near|far)/.test(path))
    }
    away.add('far')
    expect(await lit('21T12:00:00')).toEqual([['near/dimming', 50]])
    expect([await lit('21T12:00:30'), await lit('21T12:01:05')]).toEqual([[], []])
    away.clear()
    // A server that begins anew knows whom the one before did not reach.
    running = strategies()
    expect([await lit('21T12:02:00'), await lit('21T12:03:10'), await lit('21T12:30:00')]).toEqual([[], [['far/dimming', 50]], []])
  })

  it('say that a segment\'s level was sent only where a lamp was told it, how many follow, and why others do not', async () => {
    const { tunnel, cabinet, area, eye } = await tube({})
    await eye('outside', { kind: 2 })
    const sections = new Map<string, string>()
    for (const zone of ['th1', 'th2', 'in', 'ex']) sections.set(zone, await add('tunnelSection', { name: zone, number: ++count, tunnel, tube: 'left', zone }))
    const lamp = async (device: string, zone: string, workMode: number, installation = 'installed') => {
      await tag(device, 'dimming')
      return add('pole', { name: device, address: device, cabinet, area, section: sections.get(zone) ?? null, channel: 1, kind: 1, protocol: 3, workMode, device, installation })
    }
    await lamp('near', 'th1', 0)
    await lamp('idle', 'th1', 0, 'uninstalled')
    const scene = await lamp('scene', 'th2', 2)
    await lamp('far', 'in', 0)
    await directory.load(database.db)
    const running = strategies()
    const segmentsAt = async (time: string) => {
      say('outside', 2000, at(time))
      await running.run(at(time))
      return Object.fromEntries((await running.tunnelNow(tunnel, at(time)))?.segments.map(({ zone, sentAt, ...counted }) => [zone, { ...counted, sent: sentAt === null ? null : new Date(sentAt + 8 * 3_600_000).toISOString().slice(11, 16) }]) ?? [])
    }
    const before = await running.tunnelNow(tunnel, at('21T11:59:00'))
    expect(before?.segments.map(({ level, sentAt }) => [level, sentAt])).toEqual(Array.from({ length: 4 }, () => [null, null]))
    away.add('far')
    expect(await segmentsAt('21T12:00:00')).toEqual({
      th1: { level: 50, lamps: 2, following: 1, byScene: 0, sent: '12:00' }, th2: { level: 40, lamps: 1, following: 0, byScene: 1, sent: null },
      in: { level: 20, lamps: 1, following: 1, byScene: 0, sent: null }, ex: { level: 25, lamps: 0, following: 0, byScene: 0, sent: null },
    })
    away.clear()
    taken()
    // Who begins to follow is told at once, and the others nothing.
    await query('update lighting_pole set work_mode = 0 where id = $1', [scene])
    expect([(await segmentsAt('21T12:00:20'))['th2'], taken()]).toEqual([{ level: 40, lamps: 1, following: 1, byScene: 0, sent: '12:00' }, [['scene/dimming', 40]]])
    expect([(await segmentsAt('21T12:02:00'))['in']?.sent, taken()]).toEqual(['12:02', [['far/dimming', 20]]])
    expect([await strategies().run(at('21T12:02:20')), taken()]).toEqual([undefined, []])
  })

  it('let the main sensor rule a tunnel, those that control before it is heard, and those that only show never', async () => {
    const { tunnel, eye } = await tube({ coefficient: 2 })
    await eye('side', { kind: 2, isMain: false, coefficient: 1 })
    await eye('main', { kind: 2, isMain: true, coefficient: 3 })
    await eye('shown', { kind: 2, isMain: true, workMode: 2 })
    const running = strategies()
    const noon = at('21T12:00:00')
    const rules = async () => (await running.tunnelNow(tunnel, noon))?.luminance
    for (const [sensor, value] of [['side', 900], ['shown', 1]] as const) say(sensor, value, noon)
    expect(await rules()).toEqual({ sensor: 'side', value: 1800 })
    say('main', 100, noon)
    expect(await rules()).toEqual({ sensor: 'main', value: 600 })
    say('main', 100, noon - 6 * 60_000)
    expect(await rules()).toEqual({ sensor: 'side', value: 1800 })
  })

  it('dim a tunnel in light traffic by the mean flow of a lane over the statistic period, and not where nobody counts', async () => {
    const { tunnel, eye } = await tube({ coefficient: 1, laneCount: 3, statisticPeriod: 10, direction: 'one' })
    await add('tunnelSection', { name: 'TH1', number: 1, tunnel, tube: 'left', zone: 'th1' })
    await eye('light', { kind: 2 })
    await eye('counter', { kind: 3, laneCount: 2 })
    const noon = at('21T12:00:00')
    say('light', 4000, noon)
    const running = strategies()
    const levelOf = async (now: number) => {
      await running.run(now)
      return (await running.tunnelNow(tunnel, now))?.segments.find(({ zone }) => zone === 'th1')?.level
    }
    expect(await levelOf(noon)).toBe(100)
    // 700 an hour on two lanes in the mean of ten minutes; what came before them, and what is bad, counts for nothing.
    const stored = async (minutesAgo: number, value: number, quality = 0) => await query(
      `insert into tag_history (tag, at, value, quality) select id, to_timestamp($2::float8 / 1000), $3, $4 from tag where path = $1`, [`${project}/counter/value`, noon - minutesAgo * 60_000, value, quality])
    await tag('counter', 'value')
    for (const [minutesAgo, value] of [[20, 9000], [8, 500], [4, 900]] as const) await stored(minutesAgo, value)
    await stored(3, 9000, 2)
    say('counter', 4000, noon)
    say('light', 4000, noon + 120_000)
    expect([await levelOf(noon + 90_000), (await running.tunnelNow(tunnel, noon + 90_000))?.flow]).toEqual([60, { sensor: 'counter', value: 350 }])
  })
})
