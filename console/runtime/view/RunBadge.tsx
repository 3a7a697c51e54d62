import { Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useStores } from '../../stores/root.ts'
import { useInitialValues } from '../../stores/hooks/useInitialValues.ts'
import { computeLiveness, type Liveness } from '../liveness.ts'

const checkMs = 1000

/**
 * Badge with the connection state and the number of loading, missing, stale or bad tags. `isPlain` omits tooltip and
 * focus.
 */
export const RunBadge = observer(function RunBadge({
  needed,
  isPlain = false,
}: {
  readonly needed: readonly string[]
  readonly isPlain?: boolean
}) {
  const { telemetry } = useStores()
  const { t } = useTranslation('runtime')
  const { link, since } = telemetry.link
  const { state: liveness, number } = useLiveness(needed)
  const state = link === 'open' ? liveness : link
  const words = t(`badge.${state}`, { number, all: needed.length, time: formatTime(since, 'HH:mm:ss') })
  if (isPlain)
    return (
      <span className="run-badge" data-state={state} role="status">
        <i aria-hidden />
        <b>{words}</b>
      </span>
    )
  return (
    <Tooltip title={t(`badge.${state}Hint`)} placement="bottomRight">
      <span className="run-badge" data-state={state} role="status" tabIndex={0}>
        <i aria-hidden />
        <b>{words}</b>
      </span>
    </Tooltip>
  )
})

/** Evaluated in every render and once a second. */
function useLiveness(needed: readonly string[]): Liveness {
  const { telemetry } = useStores()
  const { tags } = telemetry
  const isArriving = useInitialValues()
  const [, rerender] = useReducer((renders: number) => renders + 1, 0)
  const indexes = useMemo(() => needed.map((tag) => tags.indexOf(tag)), [tags, needed])
  useEffect(() => {
    const timer = setInterval(rerender, checkMs)
    return () => clearInterval(timer)
  }, [])
  return computeLiveness(tags, indexes, isArriving)
}
