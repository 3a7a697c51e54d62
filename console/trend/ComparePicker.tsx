import { InputNumber, Select, Space } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { compareNames, comparePresets } from './range.ts'
import type { TrendStore } from './trendStore.ts'

const hourMs = 3_600_000
const units = { hour: hourMs, day: 24 * hourMs } as const
type Unit = keyof typeof units

/** Selects the earlier period that is shown dashed: a day, a week or a custom time before. */
export const ComparePicker = observer(function ComparePicker({ store }: { readonly store: TrendStore }) {
  const { t } = useTranslation('trend')
  const { compareMs } = store.definition
  const preset = compareNames.find((name) => comparePresets[name] === compareMs)
  const [isCustom, setCustom] = useState(compareMs !== null && preset === undefined)
  const shown = compareMs === null ? 'none' : isCustom || preset === undefined ? 'custom' : preset
  const unit: Unit = compareMs !== null && compareMs % units.day !== 0 ? 'hour' : 'day'
  const [chosenUnit, setUnit] = useState<Unit>(unit)
  return (
    <Space.Compact size="small">
      <Select
        size="small"
        className="trend-compare"
        aria-label={t('compare.name')}
        value={shown}
        popupMatchSelectWidth={false}
        options={[
          { value: 'none', label: t('compare.none') },
          ...compareNames.map((name) => ({ value: name, label: t(`compare.${name}`) })),
          { value: 'custom', label: t('compare.custom') },
        ]}
        onChange={(next) => {
          setCustom(next === 'custom')
          if (next === 'custom') return store.change({ compareMs: compareMs ?? units.day })
          const name = compareNames.find((one) => one === next)
          store.change({ compareMs: name === undefined ? null : comparePresets[name] })
        }}
      />
      {shown === 'custom' && compareMs !== null && (
        <>
          <InputNumber
            size="small"
            className="trend-offset"
            aria-label={t('compare.offset')}
            min={1}
            max={Math.floor(limits.history.spanMs / units[chosenUnit])}
            precision={0}
            value={Math.round(compareMs / units[chosenUnit])}
            onChange={(count) => {
              if (count !== null) store.change({ compareMs: count * units[chosenUnit] })
            }}
          />
          <Select
            size="small"
            aria-label={t('compare.unit')}
            value={chosenUnit}
            options={(['hour', 'day'] as const).map((one) => ({ value: one, label: t(`compare.units.${one}`) }))}
            onChange={(next) => {
              const count = Math.round(compareMs / units[chosenUnit])
              setUnit(next)
              store.change({ compareMs: count * units[next] })
            }}
          />
        </>
      )}
    </Space.Compact>
  )
})
