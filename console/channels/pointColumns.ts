import type { EntityValues } from '../../contract/entity/field.ts'

/** Kind of a channel, by which its points differ. */
export type PointKind = 'modbus' | 'dlt645' | 'opcua' | 'snmp' | 's7' | 'mqtt'

/** Returns the kind of a channel from the values of its form. */
export function getPointKind({ transport, protocol }: EntityValues): PointKind {
  if (transport === 'tcp-client' || transport === 'tcp-server')
    return typeof protocol === 'string' && protocol.startsWith('dlt645') ? 'dlt645' : 'modbus'
  return transport === 'snmp' || transport === 's7' || transport === 'mqtt' ? transport : 'opcua'
}

/** Columns of the point table by kind; other fields keep their defaults. */
export const pointColumns: Readonly<Record<PointKind, readonly string[]>> = {
  modbus: ['station', 'source', 'tag', 'type', 'order', 'factor', 'offset', 'isWritable'],
  dlt645: ['station', 'source', 'tag', 'factor'],
  opcua: ['source', 'tag', 'factor', 'isWritable'],
  snmp: ['source', 'tag', 'type', 'factor', 'isWritable'],
  s7: ['source', 'tag', 'type', 'factor', 'offset', 'isWritable'],
  mqtt: ['source', 'tag'],
}
