import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Words } from '@mimic/engine/schema'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { parseTag } from '../../../../contract/telemetry/tags.ts'
import type { ByteOrder, ChannelConfig, LinkConfig, PointConfig, Protocol, ValueType } from '../../../drivers/driver.ts'
import { protocols } from '../../../drivers/driver.ts'
import { getText } from '../../entities/values.ts'

/** A stored channel with its decrypted secrets. */
export interface ChannelRow {
  readonly id: string
  readonly project: string
  readonly values: EntityValues
  readonly password: string
  readonly community: string
  readonly userKey: string
}

/** A point that is not read, with the reason. */
export interface ExcludedPoint {
  readonly tag: string
  readonly words: Words
}

/** Settings of a channel as its process uses them. */
export interface ChannelPlan {
  readonly row: ChannelRow
  /** Undefined if the channel cannot run. */
  readonly config: ChannelConfig | undefined
  readonly excluded: readonly ExcludedPoint[]
  /** Devices of the channel's points, without the project. */
  readonly devices: readonly string[]
  /** Changes whenever the process has to be started again. */
  readonly key: string
}

/** Where the processes of channels listen and store data. */
export interface Place {
  readonly host: string
  readonly directory: string
}

const otherProject = { en: 'the tag belongs to another project', zh: '点位属于其他项目' }
const duplicate = { en: 'another point of the channel has the same tag', zh: '通道中另有点位使用同一标签' }

/** Converts a row and the points of facilities into the settings of its process. */
export function planChannel(
  row: ChannelRow,
  facilities: { readonly points: readonly PointConfig[]; readonly excluded: readonly ExcludedPoint[] },
  place: Place,
): ChannelPlan {
  const excluded: ExcludedPoint[] = [...facilities.excluded]
  const tags = new Set<string>()
  const points = [...readPoints(row), ...facilities.points].filter(({ tag }) => {
    const words = parseTag(tag)?.project === row.project ? (tags.has(tag) ? duplicate : undefined) : otherProject
    tags.add(tag)
    if (words) excluded.push({ tag, words })
    return words === undefined
  })
  const protocol = getProtocol(row.values)
  const config = protocol && createConfig(row, protocol, points, place)
  return {
    row,
    config,
    excluded,
    devices: [...new Set(points.map(({ tag }) => tag.split('/')[1] ?? ''))],
    key: createHash('sha256')
      .update(JSON.stringify(config ?? null))
      .digest('hex'),
  }
}

/** Returns the protocol of a channel; undefined for transports without a driver. */
export function getProtocol(values: EntityValues): Protocol | undefined {
  const name = isTcp(values) ? values['protocol'] : values['transport']
  return protocols.find((one) => one === name)
}

export const isTcp = ({ transport }: EntityValues): boolean => transport === 'tcp-client' || transport === 'tcp-server'

function createConfig(
  row: ChannelRow,
  protocol: Protocol,
  points: readonly PointConfig[],
  { host, directory }: Place,
): ChannelConfig {
  const { values } = row
  const port = getNumber(values, 'port', 0)
  const link: LinkConfig =
    values['transport'] === 'tcp-server'
      ? {
          kind: 'server',
          host,
          port,
          registration: getText(values, 'registration'),
          heartbeat: getText(values, 'heartbeat'),
        }
      : { kind: 'client', host: getText(values, 'host'), port }
  const security = values['security']
  return {
    id: row.id,
    protocol,
    link,
    rack: getNumber(values, 'rack', 0),
    slot: getNumber(values, 'slot', 1),
    endpoint: getText(values, 'endpoint'),
    security: security === 'none' || security === 'sign' ? security : 'sign-encrypt',
    username: getText(values, 'username'),
    password: protocol === 'snmp' ? row.community : row.password,
    userCertificate: getText(values, 'userCertificate'),
    userKey: row.userKey,
    answerMs: getNumber(values, 'answerMs', 1_000),
    intervalMs: getNumber(values, 'intervalS', 60) * 1_000,
    silenceMs: Math.max(getNumber(values, 'timeoutS', 120), getNumber(values, 'intervalS', 60) * 2) * 1_000,
    points,
    directory: join(directory, row.id),
  }
}

function readPoints({ values }: ChannelRow): PointConfig[] {
  const isModbus = getText(values, 'protocol').startsWith('modbus') && isTcp(values)
  return readRows(values, 'nodes').map((row) => ({
    ...readEncoding(row, isModbus),
    tag: getText(row, 'tag'),
    station: getText(row, 'station'),
    deadband: getNumber(values, 'deadband', 0),
  }))
}

/** Returns the rows of a table field. */
export function readRows(values: EntityValues, name: string): readonly EntityValues[] {
  const rows = Array.isArray(values[name]) ? values[name] : []
  return rows.filter((row): row is EntityValues => typeof row === 'object' && row !== null && !Array.isArray(row))
}

/** Reads where a value is and how it is encoded. */
export function readEncoding(row: EntityValues, isModbus: boolean): Omit<PointConfig, 'tag' | 'station' | 'deadband'> {
  // A length follows the address, for example `holding:100*10` for ten registers of text.
  const [, source = '', length = '0'] = /^(.*?)(?:\s*\*\s*(\d{1,3}))?$/.exec(getText(row, 'source')) ?? []
  return {
    source,
    type: (getText(row, 'type') || 'auto') as ValueType, // validated by the entity
    order: (getText(row, 'order') || 'ABCD') as ByteOrder, // validated by the entity
    length: Number(length) * (isModbus ? 2 : 1),
    factor: getNumber(row, 'factor', 1),
    offset: getNumber(row, 'offset', 0),
    isWritable: row['isWritable'] === true,
  }
}

export function getNumber(values: EntityValues, name: string, fallback: number): number {
  const value = values[name]
  return typeof value === 'number' ? value : fallback
}
