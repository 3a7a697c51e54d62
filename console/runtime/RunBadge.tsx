import { quality } from '@mimic/engine/bindings'
import { Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../kit/formatTime.ts'
import { useStores } from '../stores/root.ts'

const lookEveryMs = 1000

/** Whether what is seen is live: the link, and how many of the drawing's tags are old. */
export const RunBadge = observer(function RunBadge({ needed }: { readonly needed: readonly string[] }) {
  const { telemetry } = useStores()
  const { t } = useTranslation('runtime')
  const { link, since } = telemetry.link
  const old = useStaleCount(needed)
  const state = link === 'open' ? (old > 0 ? 'stale' : 'live') : link
  const words = t(`badge.${state}`, { number: old, all: needed.length, time: formatTime(since, 'HH:mm:ss') })
  return (
    <Tooltip title={t(`badge.${state}Hint`)} placement="bottomRight">
      <span className="run-badge" data-state={state} role="status" tabIndex={0}><i aria-hidden /><b>{words}</b></span>
    </Tooltip>
  )
})

function useStaleCount(needed: readonly string[]): number {
  const { telemetry } = useStores()
  const { tags } = telemetry
  const [count, setCount] = useState(0)
  useEffect(() => {
    const indexes = needed.map((tag) => tags.indexOf(tag))
    const look = (): void => setCount(indexes.filter((index) => tags.qualityAt(index) === quality.stale).length)
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [tags, needed])
  return Math.min(count, needed.length)
}
