import type { EntityValues } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityHooks } from '../entities/index.ts'
import { createFault } from '../entities/validationErrors.ts'
import { getAuthorName } from '../entities/types.ts'
import { toText } from '../entities/values.ts'

/** Hooks of work orders: record the author and time of each step, and reject changes after the end. */
export function createWorkOrderHooks(now: () => number): EntityHooks {
  return {
    beforeCreate: ({ author }, { submitter }) =>
      toText(submitter) === null ? { submitter: getAuthorName(author) } : undefined,
    beforeRemove: (_context, { values }) => {
      if (values['status'] === 'dispatched' || values['status'] === 'processed')
        throw createStateError('Work is in progress: terminate or accept it first', '工单正在处理，请先终止或验收')
    },
    beforeMove: (_context, { values }, move): EntityValues | undefined => {
      switch (move) {
        case 'dispatch':
          return { dispatchedAt: now(), receivedAt: null, processedAt: null }
        case 'receive':
          if (values['receivedAt'] !== null) throw createStateError('Already received', '该工单已接单')
          return { receivedAt: now() }
        // Completing an order implies receiving it.
        case 'complete':
          return { processedAt: now(), ...(values['receivedAt'] === null ? { receivedAt: now() } : {}) }
        case 'resubmit':
          return { handler: null, handlerPhone: null, dispatchedAt: null, receivedAt: null, processedAt: null }
        default:
          return undefined
      }
    },
  }
}

const createStateError = (en: string, zh: string): ApiError =>
  new ApiError('entity.state', { problems: [createFault('', 'state', { en, zh })] })
