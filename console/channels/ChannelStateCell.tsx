import { Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { ChannelSummary } from '../../contract/routes.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { Client } from '../net/client.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { ShortCache } from '../stores/entities/shortCache.ts'
import { useStores } from '../stores/root.ts'
import { channelTones } from './channelTones.ts'
import './channels.css'

const everyMs = 3_000
/** Cache time in milliseconds, shorter than the interval: all cells of a list share one request. */
const cacheMs = 2_000
const caches = new WeakMap<Client, ShortCache<readonly ChannelSummary[]>>()

/** Live state of a channel in the list: connection, the fault in words, and points that cannot be read. */
export const ChannelStateCell = observer(function ChannelStateCell({ row }: { readonly row: Row }) {
  const { client } = useStores()
  const { t } = useTranslation('channels')
  const localize = useLocalized()
  const { value, failure } = usePolling(`${row.id} ${row.revision}`, everyMs, async () => {
    const all = await readSummaries(client)
    return all.find(({ id }) => id === row.id) ?? null
  })
  if (!value) return <span className="channel-cell">{failure ? localize(failure.words) : '…'}</span>
  return (
    <span className="channel-cell">
      <Tag color={channelTones[value.state]}>{t(`state.${value.state}`)}</Tag>
      {value.fault && <small>{localize(value.fault.words)}</small>}
      {!value.fault && value.faultCount > 0 && <small>{t('faults.title', { count: value.faultCount })}</small>}
    </span>
  )
})

function readSummaries(client: Client): Promise<readonly ChannelSummary[]> {
  const cache = caches.get(client) ?? new ShortCache(cacheMs, () => performance.now())
  caches.set(client, cache)
  return cache.get('', () => client.call('accessChannelState.overview', { query: {} }, { quiet: true }))
}
