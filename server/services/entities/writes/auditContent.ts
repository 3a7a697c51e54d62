import type { Entity } from '../../../../contract/entity/define.ts'
import type { EntityFields, EntityValue, EntityValues } from '../../../../contract/entity/field.ts'
import type { EntityTable } from '../../../database/entities/entityColumns.ts'

/** Secrets in the request: new text, or null to remove an optional one. */
export function getSecrets({ entity }: EntityTable, record: Readonly<Record<string, unknown>>): EntityValues {
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]): [string, EntityValue][] => {
      if (field.kind !== 'secret' || !Object.hasOwn(record, name)) return []
      const value = record[name]
      if (typeof value === 'string' && value !== '') return [[name, value]]
      return field.required ? [] : [[name, null]]
    }),
  )
}

/** Content of the audit entry of a change: each field before and after, with secrets and private rows masked. */
export function createDifferences(
  { entity }: EntityTable,
  before: EntityValues,
  after: EntityValues,
  fields: ReadonlySet<string>,
): Record<string, unknown> {
  const isHidden = (name: string): boolean =>
    entity.fields[name]?.kind === 'secret' ||
    (name !== entity.privacy && (isPrivate(entity, before) || isPrivate(entity, after)))
  const mask = (name: string, values: EntityValues): unknown => (isHidden(name) ? '***' : (values[name] ?? null))
  return Object.fromEntries([...fields].map((name) => [name, { before: mask(name, before), after: mask(name, after) }]))
}

/** Masks values in the audit log: secrets, and everything in private rows, which the log must not reveal. */
export const maskValues = ({ entity }: EntityTable, values: EntityValues): EntityValues =>
  isPrivate(entity, values)
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          name === entity.privacy || value === null ? value : '***',
        ]),
      )
    : maskSecrets(entity.fields, values)
const isPrivate = ({ privacy }: Entity, values: EntityValues): boolean =>
  privacy !== undefined && values[privacy] !== true
export const maskSecrets = (fields: EntityFields, values: EntityValues): EntityValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields[name]?.kind === 'secret' && value !== null && value !== false ? '***' : value,
    ]),
  )
