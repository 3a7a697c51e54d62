import type { Row } from '../../contract/entity/define.ts'
import type { EntityValues } from '../../contract/entity/field.ts'
import { project } from './openConsole.tsx'

/** A row as the server returns it, with these values. */
export const createRow = (id: string, values: EntityValues, titles: Readonly<Record<string, string>> = {}): Row =>
  JSON.parse(
    JSON.stringify({
      id,
      revision: 1,
      titles,
      project,
      createdAt: 0,
      createdBy: 'ann',
      updatedAt: 0,
      updatedBy: 'ann',
      ...values,
    }),
  ) as Row
