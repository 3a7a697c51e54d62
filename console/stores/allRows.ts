import type { Row } from '../../contract/entity/define.ts'
import type { CallOptions } from '../net/client.ts'
import type { EntityClient, EntityQuery } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'

export interface AllRows {
  readonly rows: readonly Row[]
  /** There are more than one answer holds: sums would be too small, a map not whole. */
  readonly isCut: boolean
}

/** Every row at once, by the export, for what has no pages. None at all is refused to a spreadsheet; here it is nothing, also of a server that refuses it all the same. */
export async function allRows(client: Pick<EntityClient, 'export'>, query: Omit<EntityQuery, 'page' | 'pageSize'>, options: CallOptions): Promise<AllRows> {
  try {
    const { rows, total, atLeast = false } = await client.export({ ...query, orNone: '1' }, options)
    return { rows, isCut: atLeast || total > rows.length }
  } catch (thrown) {
    if (thrown instanceof CallFailure && thrown.error === 'export.empty') return { rows: [], isCut: false }
    throw thrown
  }
}
