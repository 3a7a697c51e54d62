import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { entityTable, sqlName } from '../../../database/entities/entityColumns.ts'
import { createFault } from '../../entities/validationErrors.ts'
import type { HookContext, CurrentRow } from '../../entities/hooks.ts'
import { parseProperties } from './topicRegistry.ts'

const table = entityTable(getEntity('topic'), (text) => text)
const words = {
  en: 'This product has topics: only a super administrator changes its properties',
  zh: '该产品已配置主题，仅超级管理员可修改其属性',
}

/**
 * Rejects changes to the properties of a product that has devices, except by super administrators. The properties limit
 * commands in every project with such devices.
 */
export async function checkModel(
  { tx, author }: Pick<HookContext, 'tx' | 'author'>,
  { id, values: before }: CurrentRow,
  after: EntityValues,
): Promise<void> {
  if (!('session' in author) || author.session.role === 'super') return
  if (JSON.stringify(parseProperties(before)) === JSON.stringify(parseProperties(after))) return
  const { rows } = await sql`select id from ${sqlName(table.name)} where product = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw new ApiError('access.denied', { problems: [createFault('properties', 'role', words)] })
}
