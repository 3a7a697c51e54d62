import { Descriptions, Tag, Typography } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { bridgeDirections, bridgeKinds } from '../../contract/scada/bridge.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { tones } from './tones.ts'
import { useBridgeStates } from './useBridgeStates.ts'

/** State and counters of a bridge, and the address of an HTTP input. */
export const BridgeFigures = observer(function BridgeFigures({ row }: { readonly row: Row }) {
  const { t } = useTranslation('bridge')
  const localize = useLocalized()
  const status = useBridgeStates()?.find(({ id }) => id === row.id)
  if (!status) return null
  const isInput = getValue(row, 'kind') === bridgeKinds.http && getValue(row, 'direction') === bridgeDirections.input
  const inputAddress = `${location.origin}/api/bridge-input/${row.id}/${t('secretPlace')}`
  const counters = (['in', 'out', 'waiting', 'failed', 'dropped'] as const).map((name) => ({
    key: name,
    label: t(`counter.${name}`),
    children: (
      <span className="cell-number" data-counter={name}>
        {t('count', { count: status[name] })}
      </span>
    ),
  }))
  return (
    <section className="bridge-figures" aria-label={t('figures')}>
      <p>
        <Tag className="cell-tag" data-tone={tones[status.state]}>
          {t(`state.${status.state}`)}
        </Tag>
        {status.triedAt !== null && t('since', { time: formatTime(status.triedAt) })}
      </p>
      {status.problem && <p className="bridge-problem">{localize(status.problem)}</p>}
      <Descriptions size="small" column={5} layout="vertical" items={counters} />
      <p className="bridge-note">{t('countersNote', { time: formatTime(status.countedSince) })}</p>
      {isInput && (
        <p className="bridge-note">
          {t('inputAddress')}{' '}
          <Typography.Text copyable code>
            {inputAddress}
          </Typography.Text>
        </p>
      )}
    </section>
  )
})
