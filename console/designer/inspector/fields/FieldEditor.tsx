import { Checkbox, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import type { FieldEditorProps } from '../parts/fieldEditorProps.ts'
import { ColorEditor } from '../color/ColorEditor.tsx'
import { FormattedText } from './FormattedText.tsx'
import { WholeNumber } from './WholeNumber.tsx'

/** Editor of a field by its kind. Passes only valid values to `onChange`. */
export function FieldEditor(props: FieldEditorProps) {
  const { field, value, label } = props
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const mixed = value === undefined ? t('inspector.mixed') : ''
  const common = { id: props.id, disabled: props.isOff ?? false, 'aria-label': label, size: 'small' } as const
  switch (field.kind) {
    case 'number':
      if (props.named) return <NamedEditor {...props} named={props.named} />
      if (props.isWhole) {
        return (
          <WholeNumber
            id={props.id}
            label={label}
            min={field.min}
            max={field.max}
            step={field.step}
            value={typeof value === 'number' ? Math.round(value * 100) / 100 : null}
            isOff={common.disabled}
            onChange={props.onChange}
          />
        )
      }
      return (
        <InputNumber
          {...common}
          className="wide"
          min={field.min}
          max={field.max}
          step={field.step}
          suffix={value === undefined ? undefined : field.unit || undefined}
          value={typeof value === 'number' ? rounded(value) : null}
          placeholder={mixed}
          changeOnWheel={false}
          onChange={(next) => {
            if (typeof next === 'number' && Number.isFinite(next)) props.onChange(next)
          }}
        />
      )
    case 'text':
      return field.format === 'lines' ? (
        <Input.TextArea
          {...common}
          autoSize={{ minRows: 1, maxRows: 5 }}
          maxLength={field.maxLength}
          placeholder={mixed}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => props.onChange(event.target.value)}
        />
      ) : (
        <FormattedText {...props} field={field} />
      )
    case 'color':
      return <ColorEditor {...props} field={field} />
    case 'flag':
      return (
        <Checkbox
          id={props.id}
          disabled={common.disabled}
          aria-label={label}
          checked={value === true}
          indeterminate={value === undefined}
          onChange={(event) => props.onChange(event.target.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          className="wide"
          value={typeof value === 'string' ? value : null}
          placeholder={mixed}
          options={field.options.map((option) => ({ value: option.value, label: localize(option.words) }))}
          onChange={(next: string) => props.onChange(next)}
        />
      )
    case 'points':
      return <PointsEditor {...props} />
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Selects a number by its label. A number without a label is kept until another one is selected. */
function NamedEditor({
  id,
  label,
  named,
  value,
  isBound = false,
  isOff,
  onChange,
}: FieldEditorProps & { readonly named: NonNullable<FieldEditorProps['named']> }) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const valueOptions = named.map((each) => ({
    value: each.value,
    label: t('inspector.meaning', { words: localize(each.words), number: each.value }),
  }))
  const isNameless = typeof value === 'number' && !named.some((each) => each.value === value)
  // The tag will provide the value; do not display a number that represents no state.
  const isLater = isNameless && isBound
  const options =
    isNameless && !isLater
      ? [...valueOptions, { value, label: t('inspector.meaningless', { number: value }) }]
      : valueOptions
  return (
    <Select<number | null>
      id={id}
      aria-label={label}
      size="small"
      className="wide"
      disabled={isOff ?? false}
      value={typeof value === 'number' && !isLater ? value : null}
      placeholder={isLater ? t('inspector.byTag') : value === undefined ? t('inspector.mixed') : ''}
      options={options}
      onChange={(next) => {
        if (next !== null) onChange(next)
      }}
    />
  )
}

/** Points as pairs of percent, such as `0,50 100,50`. Written only when complete. */
function PointsEditor({ id, label, value, isOff, minPoints, onChange }: FieldEditorProps) {
  const { t } = useTranslation('designer')
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typeof value === 'object' ? formatPoints(value) : ''
  const isWrong = typed !== null && !parsePoints(typed, minPoints)
  const handleBlur = (): void => {
    const points = typed === null ? undefined : parsePoints(typed, minPoints)
    if (points) onChange(points)
    setTyped(null)
  }
  return (
    <Input
      id={id}
      aria-label={label}
      size="small"
      disabled={isOff ?? false}
      value={typed ?? shown}
      placeholder={t('inspector.mixed')}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      title={t('inspector.pointsHint')}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={handleBlur}
      onPressEnter={handleBlur}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setTyped(null)
      }}
    />
  )
}

function formatPoints(points: readonly number[]): string {
  const percent = points.map((share) => Math.round(share * 1000) / 10)
  return percent.map((each, index) => (index % 2 === 0 ? `${index > 0 ? ' ' : ''}${each},` : `${each}`)).join('')
}

function parsePoints(text: string, minCount = 2): number[] | undefined {
  const list = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
  const fits =
    list.length >= 2 * minCount &&
    list.length <= 512 &&
    list.length % 2 === 0 &&
    list.every((each) => Math.abs(each) <= 1000)
  return fits ? list.map((each) => each / 100) : undefined
}
