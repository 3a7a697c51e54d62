import type { Row } from '../../../contract/entity/define.ts'
import type { CallOptions } from '../../net/client.ts'
import type { EntityClient, EntityQuery } from '../../net/entityClient.ts'
import { CallFailure } from '../../net/failure.ts'

export interface AllRows {
  readonly rows: readonly Row[]
  /** The response was cut off at its limit, so sums are too small and maps incomplete. */
  readonly isCut: boolean
}

/**
 * Reads all rows in one request through the export route. An empty result is returned as such, even if the server
 * reports it as an error.
 */
export async function allRows(
  client: Pick<EntityClient, 'export'>,
  query: Omit<EntityQuery, 'page' | 'pageSize'>,
  options: CallOptions,
): Promise<AllRows> {
  try {
    const { rows, total, atLeast = false } = await client.export({ ...query, orNone: '1' }, options)
    return { rows, isCut: atLeast || total > rows.length }
  } catch (thrown) {
    if (thrown instanceof CallFailure && thrown.error === 'export.empty') return { rows: [], isCut: false }
    throw thrown
  }
}
