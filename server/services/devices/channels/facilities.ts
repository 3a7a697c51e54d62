import type { Words } from '@mimic/engine/schema'
import { sql } from 'kysely'
import type { PointConfig, Protocol } from '../../../drivers/driver.ts'
import { toSensorEncoding } from '../../../drivers/sensorEncoding.ts'
import type { Db } from '../../../database/index.ts'
import { getText } from '../../entities/values.ts'
import type { ChannelRow, ExcludedPoint } from './config.ts'
import { getNumber, getProtocol, isTcp, readEncoding, readRows } from './config.ts'
import { shiftAddress } from './shiftAddress.ts'

/** Values of the field `protocol` of loops, poles and sensors. */
const codes: Readonly<Partial<Record<Protocol, number>>> = {
  'dlt645-1997': 1,
  'dlt645-2007': 2,
  'modbus-tcp': 3,
  'modbus-rtu': 3,
}
const modbusCode = 3
const noRegisters = {
  en: 'no registers are declared for this kind of facility; add them to the channel',
  zh: '通道未声明该类设施的寄存器，请在通道中添加',
}
const notModbus = {
  en: 'the address must be a Modbus unit id, or unit:offset',
  zh: '地址应为 Modbus 站号，或“站号:偏移”',
}

/** Points of facilities, and facilities without points. */
export interface FacilityPoints {
  readonly points: readonly PointConfig[]
  readonly excluded: readonly ExcludedPoint[]
}

/** A loop, pole or sensor behind a gateway. */
interface FacilityRow {
  readonly kind: 'loop' | 'pole' | 'sensor'
  readonly device: string
  readonly address: string
  readonly channel: number | null
  readonly point: string | null
  readonly data_type: string | null
  readonly encoding: string | null
}

/** Quantities of a meter by kind of facility, with the point and the factor into the unit of the point. */
const quantities: Readonly<
  Record<'loop' | 'pole', readonly (readonly [point: string, source: string, factor: number])[]>
> = {
  loop: [
    ['voltage', 'voltageA', 1],
    ['current', 'currentA', 1],
    ['voltageA', 'voltageA', 1],
    ['voltageB', 'voltageB', 1],
    ['voltageC', 'voltageC', 1],
    ['currentA', 'currentA', 1],
    ['currentB', 'currentB', 1],
    ['currentC', 'currentC', 1],
    ['power', 'power', 1_000],
    ['energy', 'energy', 1],
  ],
  pole: [
    ['voltage', 'voltageA', 1],
    ['current', 'currentA', 1],
    ['power', 'power', 1_000],
    ['energy', 'energy', 1],
  ],
}

/**
 * Returns the points of the loops, poles and sensors that are read through a channel: those of its cabinet with its
 * protocol, poles only on its communication channel. Meters are read by their address. Modbus loops and poles have the
 * registers of the channel, and the address `unit` or `unit:offset`; a Modbus sensor has the address `unit:register`,
 * for example `3:40011`.
 */
export async function readFacilityPoints(db: Db, row: ChannelRow): Promise<FacilityPoints> {
  const protocol = getProtocol(row.values)
  const code = protocol && codes[protocol]
  const cabinet = row.values['cabinet']
  if (code === undefined || typeof cabinet !== 'string' || !isTcp(row.values)) return { points: [], excluded: [] }
  const { rows } = await sql<FacilityRow>`
    select 'loop' as kind, device, address, null::float8 as channel, null as point, null as data_type, null as encoding
      from lighting_loop where project = ${row.project} and cabinet = ${cabinet} and protocol = ${code} and device is not null
    union all select 'pole', device, address, channel, null, null, null
      from lighting_pole where project = ${row.project} and cabinet = ${cabinet} and protocol = ${code} and device is not null
    union all select 'sensor', device, address, null, point, data_type, encoding
      from lighting_sensor where project = ${row.project} and cabinet = ${cabinet} and protocol = ${code} and device is not null
    order by 1, 2`.execute(db)
  const bus = getNumber(row.values, 'bus', 0)
  const facilities = rows.filter(({ kind, channel }) => kind !== 'pole' || bus === 0 || channel === bus)
  const excluded: ExcludedPoint[] = []
  const points = facilities.flatMap((facility) => {
    const found = toPoints(facility, row, code === modbusCode)
    if (Array.isArray(found)) return found
    excluded.push({ tag: `${row.project}/${facility.device}`, words: found })
    return []
  })
  return { points, excluded }
}

/** Returns the points of a facility, or the reason why it has none. */
function toPoints(facility: FacilityRow, row: ChannelRow, isModbus: boolean): PointConfig[] | Words {
  const { project, values } = row
  const create = (point: string, station: string, source: string, more: Partial<PointConfig> = {}): PointConfig => ({
    tag: `${project}/${facility.device}/${point}`,
    station,
    source,
    type: 'auto',
    order: 'ABCD',
    length: 0,
    factor: 1,
    offset: 0,
    deadband: getNumber(values, 'deadband', 0),
    isWritable: false,
    ...more,
  })
  const [station = '', ...rest] = facility.address.split(':')
  if (facility.kind === 'sensor')
    return isModbus
      ? // Consumers of the value apply the conversion coefficient.
        [
          create(
            facility.point ?? 'value',
            station,
            rest.join(':'),
            toSensorEncoding(facility.data_type, facility.encoding),
          ),
        ]
      : [create(facility.point ?? 'value', facility.address, 'energy', { type: 'float64' })]
  if (!isModbus)
    return quantities[facility.kind].map(([point, source, factor]) =>
      create(point, facility.address, source, { factor, type: 'float64' }),
    )
  const registers = readRows(values, 'registers').filter(({ kind }) => kind === facility.kind)
  if (registers.length === 0) return noRegisters
  const offset = Number(rest.join(':') || 0)
  if (!/^\d{1,3}$/.test(station) || !Number.isInteger(offset) || offset < 0) return notModbus
  return registers.map((register) => {
    const { source, ...encoding } = readEncoding(register, true)
    return create(getText(register, 'point'), station, shiftAddress(source, offset), encoding)
  })
}
