import type { ForeignMessageRow } from '../../contract/routes.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import type { PreviewMessage } from './preview.ts'

const everyMs = 2_000
const maxFilters = 8
const maxMessages = 200

/** An incoming message with its bytes. */
export type IncomingMessage = PreviewMessage & Omit<ForeignMessageRow, 'payload'>

/** The newest message of each topic that matches one of the filters, and the rejected ones, polled from the server. */
export function useMessages(filters: readonly string[]) {
  const { client } = useStores()
  const chosen = filters.slice(0, maxFilters)
  return usePolling(JSON.stringify(chosen), everyMs, async (signal) => {
    const load = async (route: 'mapping.messages' | 'mapping.rejections'): Promise<readonly IncomingMessage[]> => {
      const lists = await Promise.all(
        chosen.map((filter) => client.call(route, { query: { filter, max: maxMessages } }, { signal, quiet: true })),
      )
      const messages = lists.flat().map((row): IncomingMessage => ({ ...row, payload: decodeBase64(row.payload) }))
      return messages.toSorted((one, other) => other.at - one.at)
    }
    const [messages, rejected] = await Promise.all([load('mapping.messages'), load('mapping.rejections')])
    return { messages: removeDuplicates(messages), rejected }
  })
}

/** Filters can overlap. */
const removeDuplicates = (messages: readonly IncomingMessage[]): readonly IncomingMessage[] =>
  [...new Map(messages.toReversed().map((message) => [message.topic, message])).values()].toSorted(
    (one, other) => other.at - one.at,
  )

const decodeBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (sign) => sign.codePointAt(0) ?? 0)
