import { ApiError } from '../../../contract/errors.ts'
import type { Reading } from '../../../server/database/history/history.ts'
import { createLog } from '../../../server/log.ts'
import { systemContext } from '../../../server/services/base/requestContext.ts'
import { FacilityIndex } from '../../../server/services/lighting/facilityIndex.ts'
import { createStrategies, type Strategies } from '../../../server/services/lighting/strategies/strategies.ts'
import type { OverrideRequest } from '../../../server/services/lighting/strategies/overrides.ts'
import { openOwnServices, type OwnServices } from '../server/ownServices.ts'

type Values = Readonly<
  Record<
    string,
    string | number | boolean | null | readonly never[] | readonly Readonly<Record<string, string | number>>[]
  >
>
type Order = readonly [tag: string, value: number]

/** Returns a time of November 2026 in Shanghai, given as `21T18:00:00`, in milliseconds. */
export const at = (text: string): number => Date.parse(`2026-11-${text}+08:00`)

/** Streets and tunnels for strategies on a dedicated database, and the commands sent to their lamps. */
export function strategyPlant(plant: string) {
  const log = createLog('error')
  let own: OwnServices | undefined
  let count = 0
  let project = ''
  let directory = new FacilityIndex()
  let sent: Order[] = []
  let readings: Record<string, Reading> = {}
  /** Unreachable devices. */
  const away = new Set<string>()

  const opened = (): OwnServices => {
    if (!own) throw new Error('the database is not open')
    return own
  }
  async function query(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await opened().database.direct.query<Readonly<Record<string, unknown>>>({ text, values: [...values] })).rows
  }
  async function add(entity: string, values: Values): Promise<string> {
    const [id = ''] = await opened().rows.getStoredService(entity).add(systemContext, [{ project, values }])
    return id
  }
  async function tag(device: string, point: string): Promise<void> {
    await query(
      `insert into tag (path, project, device, point, unit, kind, writable, en, zh) values ($1, $2, $3, $4, '', 'number', true, '', '')`,
      [`${project}/${device}/${point}`, project, device, point],
    )
  }
  /** Creates a dimmable lamp. */
  async function lamp(device: string, values: Values): Promise<string> {
    await tag(device, 'dimming')
    return await add('pole', {
      name: device,
      address: device,
      channel: 1,
      kind: 1,
      protocol: 3,
      workMode: 0,
      device,
      installation: 'installed',
      ...values,
    })
  }

  /** Creates an area with a timetable, and two lamps, one of which follows it. */
  async function street() {
    const timetable = await add('timetable', {
      name: 'Night',
      points: [
        { at: '18:00', dimming: 100, colorTemperature: 50 },
        { at: '23:00', dimming: 40, colorTemperature: 30 },
        { at: '06:00', dimming: 0, colorTemperature: 50 },
      ],
      isDefault: false,
    })
    const cabinet = await add('cabinet', {
      name: 'Box',
      address: 'b',
      communication: 1,
      usage: 2,
      longitude: 114.03,
      latitude: 22.32,
    })
    const area = await add('area', { name: 'Row', number: 1, timetable })
    for (const [device, workMode] of [
      ['lamp-a', 0],
      ['lamp-b', 2],
    ] as const)
      await lamp(device, { cabinet, area, workMode, kind: 2 })
    await tag('lamp-a', 'colorTemperature')
    await directory.load(opened().database.db)
    return { timetable, cabinet, area }
  }

  /** Creates a tunnel whose strategy dims to 60 % in light traffic, with a function to add its control sensors. */
  async function tube(values: Readonly<Record<string, string | number>>) {
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
      lightTraffic: 60,
    })
    const tunnel = await add('tunnel', {
      name: 'South',
      address: 'km 2',
      brightness,
      labelling: 'import',
      left: [],
      right: [],
      ...values,
    })
    const eye = (name: string, more: Readonly<Record<string, string | number | boolean>>) =>
      add('sensor', {
        name,
        address: name,
        cabinet,
        tunnel,
        protocol: 3,
        workMode: 1,
        isMain: false,
        coefficient: 1,
        device: name,
        point: 'value',
        deadband: 0,
        delayS: 0,
        installation: 'installed',
        ...more,
      })
    return { tunnel, eye, area, cabinet }
  }

  return {
    open: async (): Promise<void> => {
      own = await openOwnServices(plant, log)
    },
    close: async (): Promise<void> => await own?.close(),
    /** Starts with an empty project and no lit lamp. */
    async begin(): Promise<void> {
      project = `row-${++count}`
      ;[sent, readings, directory] = [[], {}, new FacilityIndex()]
      away.clear()
      for (const entity of ['area', 'loop', 'tunnel']) await query(`delete from lighting_${entity}`)
      await query(
        `insert into project (id, name, created_at, edition, time_zone) values ($1, $1, now(), 'street', 'Asia/Shanghai')`,
        [project],
      )
    },
    /** Makes the services load added rows. */
    load: (): Promise<void> => directory.load(opened().database.db),
    strategies: (): Strategies =>
      createStrategies({
        db: opened().database.db,
        log,
        facilities: directory,
        newest: (path) => readings[path],
        send: async (_key, path, value) => {
          if (away.has(path.split('/')[1] ?? '')) throw new ApiError('device.offline')
          sent.push([path.slice(project.length + 1), value])
        },
      }),
    taken: (): Order[] => sent.splice(0),
    /** Manual commands: like those of the strategies, but every device is reachable. */
    byHand: async (_key: string, path: string, value: number): Promise<void> => {
      sent.push([path.slice(project.length + 1), value])
    },
    /** A manual setting until the next point, or until `until`. */
    request: (setting: OverrideRequest['setting'], until: number | null = null): OverrideRequest => ({
      account: 'operator',
      by: 'operator',
      reason: 'works',
      scene: null,
      until,
      setting,
    }),
    publish: (device: string, value: number, atMs: number, point = 'value'): void => {
      readings[`${project}/${device}/${point}`] = { at: atMs, value, quality: 0, text: null }
    },
    project: (): string => project,
    db: (): OwnServices['database']['db'] => opened().database.db,
    query,
    add,
    tag,
    lamp,
    street,
    tube,
    away,
  }
}
