import { Input, InputNumber, Segmented, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { axisNumbers, type TrendPen } from '../../contract/platform/trendDefinition.ts'
import { useStores } from '../stores/root.ts'
import { getAxisKey } from './axes.ts'
import { getPenColor, penColorCount } from './penColors.ts'
import type { TrendStore } from './trendStore.ts'

interface PenSettingsProps {
  readonly store: TrendStore
  readonly index: number
}

const lines = ['solid', 'dashed', 'dotted'] as const
const courses = ['auto', 'straight', 'step'] as const

/** Settings of a pen: label, colour, line, axis and the range of its axis. */
export const PenSettings = observer(function PenSettings({ store, index }: PenSettingsProps) {
  const { preferences } = useStores()
  const { t } = useTranslation('trend')
  const id = useId()
  const pen = store.pens[index]
  if (!pen) return null
  const change = (changes: Partial<TrendPen>): void => store.changePen(index, changes)
  const axis = getAxisKey(pen, store.tags.get(pen.tag))
  const { axes } = store.definition
  const range = axes.find((one) => one.axis === axis) ?? { axis, min: null, max: null }
  const changeRange = (ends: { readonly min?: number | null; readonly max?: number | null }): void => {
    const next = { ...range, ...ends }
    const others = axes.filter((one) => one.axis !== axis)
    store.change({ axes: next.min === null && next.max === null ? others : [...others, next] })
  }
  return (
    <div className="trend-settings">
      <label htmlFor={`${id}label`}>{t('label')}</label>
      <Input
        id={`${id}label`}
        size="small"
        maxLength={100}
        defaultValue={pen.label}
        placeholder={t('labelAuto')}
        onBlur={({ target }) => change({ label: target.value.trim() })}
        onPressEnter={({ currentTarget }) => change({ label: currentTarget.value.trim() })}
      />
      <span>{t('color')}</span>
      <div className="trend-colors" role="radiogroup" aria-label={t('color')}>
        {Array.from({ length: penColorCount }, (_none, color) => (
          <button
            // The index is the identity of a colour.
            // oxlint-disable-next-line react/no-array-index-key
            key={color}
            type="button"
            role="radio"
            aria-checked={pen.color === color}
            aria-label={t('colorNumber', { number: color + 1 })}
            style={{ background: getPenColor(preferences.theme, color) }}
            onClick={() => change({ color })}
          />
        ))}
      </div>
      <span>{t('line.name')}</span>
      <Segmented
        size="small"
        aria-label={t('line.name')}
        value={pen.line}
        options={lines.map((line) => ({ value: line, label: t(`line.${line}`) }))}
        onChange={(line) => change({ line })}
      />
      <label htmlFor={`${id}course`}>{t('course.name')}</label>
      <Select
        id={`${id}course`}
        size="small"
        value={pen.course}
        options={courses.map((course) => ({ value: course, label: t(`course.${course}`) }))}
        onChange={(course) => change({ course })}
      />
      <label htmlFor={`${id}axis`}>{t('axis.name')}</label>
      <Select
        id={`${id}axis`}
        size="small"
        value={pen.axis}
        options={[
          { value: 'unit' as const, label: t('axis.unit') },
          ...axisNumbers.map((number) => ({ value: number, label: t('axis.number', { number }) })),
        ]}
        onChange={(next) => change({ axis: next })}
      />
      <span>{t('axis.range')}</span>
      <div className="trend-ends">
        <InputNumber
          size="small"
          aria-label={t('axis.min')}
          placeholder={t('axis.auto')}
          value={range.min}
          onChange={(min) => changeRange({ min })}
        />
        –
        <InputNumber
          size="small"
          aria-label={t('axis.max')}
          placeholder={t('axis.auto')}
          value={range.max}
          onChange={(max) => changeRange({ max })}
        />
      </div>
    </div>
  )
})
