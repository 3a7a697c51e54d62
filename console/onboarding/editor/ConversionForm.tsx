import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { MappingPoint } from '../../../contract/mapping/index.ts'
import { ChoiceField, Labelled, NumberField, TextField, WordsField } from './Fields.tsx'
import { mergeFields, type PointConversion, removeAt, replaceAt } from './edits.ts'
import { formatLiteral, parseLiteral } from './literals.ts'

interface ConversionFormProps {
  readonly point: MappingPoint
  readonly isDisabled: boolean
  readonly onChange: (conversion: PointConversion | undefined) => void
}

const encodings = ['hex', 'base64', 'raw'] as const
const kinds = ['unsigned', 'signed', 'float', 'bcd', 'utf8', 'hex'] as const
const orders = ['big', 'little', 'bigWordSwap', 'littleWordSwap'] as const
const texts = ['point', 'comma', 'hex'] as const
const roundings = ['nearest', 'down', 'up', 'zero'] as const

/** How the value of a device becomes the value of a point; only the steps that the type of the point can use. */
export function ConversionForm({ point, isDisabled, onChange }: ConversionFormProps) {
  const { t } = useTranslation('onboarding')
  const { type, conversion = {} } = point
  const set = (changes: Partial<PointConversion>): void => onChange(mergeFields<PointConversion>(conversion, changes))
  const choices = <Value extends string>(group: string, values: readonly Value[]) =>
    values.map((value) => ({ value, label: t(`convert.${group}.${value}`) }))
  const isNumber = type === 'integer' || type === 'decimal'
  const hasValues = type === 'enum' || type === 'string' || conversion.values !== undefined
  return (
    <>
      <div className="onboarding-grid">
        <ChoiceField
          label={t('convert.encoding')}
          isOptional
          isDisabled={isDisabled}
          placeholder={t('convert.noBytes')}
          value={conversion.bytes?.encoding}
          options={choices('encodings', encodings)}
          onChange={(encoding) =>
            set({ bytes: encoding && { kind: 'unsigned', length: 2, ...conversion.bytes, encoding } })
          }
        />
        {conversion.bytes && (
          <BytesFields value={conversion.bytes} isDisabled={isDisabled} onChange={(bytes) => set({ bytes })} />
        )}
        {type !== 'array' && type !== 'object' && (
          <>
            <NumberField
              label={t('convert.firstBit')}
              isDisabled={isDisabled}
              value={conversion.bits?.first}
              onChange={(first) => set({ bits: first === undefined ? undefined : { ...conversion.bits, first } })}
            />
            {conversion.bits && (
              <NumberField
                label={t('convert.bitCount')}
                isDisabled={isDisabled}
                placeholder="1"
                value={conversion.bits.count}
                onChange={(count) => set({ bits: conversion.bits && { ...conversion.bits, count } })}
              />
            )}
          </>
        )}
        {type === 'bool' && (
          <>
            <WordsField
              label={t('convert.on')}
              isDisabled={isDisabled}
              placeholder={t('convert.onExample')}
              value={conversion.words?.on}
              onChange={(on) => set({ words: toWords({ off: [], ...conversion.words, on: on ?? [] }) })}
            />
            <WordsField
              label={t('convert.off')}
              isDisabled={isDisabled}
              placeholder={t('convert.offExample')}
              value={conversion.words?.off}
              onChange={(off) => set({ words: toWords({ on: [], ...conversion.words, off: off ?? [] }) })}
            />
          </>
        )}
        {isNumber && (
          <>
            <ChoiceField
              label={t('convert.text')}
              isOptional
              isDisabled={isDisabled}
              placeholder={t('convert.noText')}
              value={conversion.text}
              options={choices('texts', texts)}
              onChange={(text) => set({ text })}
            />
            <NumberField
              label={t('convert.factor')}
              isDisabled={isDisabled}
              placeholder="1"
              value={conversion.factor}
              onChange={(factor) => set({ factor: factor === 0 ? undefined : factor })}
            />
            <NumberField
              label={t('convert.offset')}
              isDisabled={isDisabled}
              placeholder="0"
              value={conversion.offset}
              onChange={(offset) => set({ offset })}
            />
            <ChoiceField
              label={t('convert.rounding')}
              isOptional
              isDisabled={isDisabled}
              value={conversion.rounding}
              options={choices('roundings', roundings)}
              onChange={(rounding) => set({ rounding })}
            />
            <NumberField
              label={t('convert.min')}
              isDisabled={isDisabled}
              value={conversion.min}
              onChange={(min) => set({ min })}
            />
            <NumberField
              label={t('convert.max')}
              isDisabled={isDisabled}
              value={conversion.max}
              onChange={(max) => set({ max })}
            />
          </>
        )}
        <TextField
          label={t('convert.expression')}
          isDisabled={isDisabled}
          placeholder={t('convert.expressionExample')}
          value={conversion.expression}
          onChange={(expression) => set({ expression })}
        />
        <WordsField
          label={t('convert.noValue')}
          isDisabled={isDisabled}
          placeholder={t('convert.noValueExample')}
          value={conversion.noValue}
          onChange={(noValue) => set({ noValue: noValue && [...noValue] })}
        />
      </div>
      {hasValues && (
        <ValueRows values={conversion.values ?? []} isDisabled={isDisabled} onChange={(values) => set({ values })} />
      )}
    </>
  )
}

/** Words without any entry are no step of the conversion. */
const toWords = ({
  on,
  off,
}: {
  readonly on: readonly (string | number | boolean | null)[]
  readonly off: readonly (string | number | boolean | null)[]
}): PointConversion['words'] => (on.length + off.length === 0 ? undefined : { on: [...on], off: [...off] })

type Bytes = NonNullable<PointConversion['bytes']>

function BytesFields({
  value,
  isDisabled,
  onChange,
}: {
  readonly value: Bytes
  readonly isDisabled: boolean
  readonly onChange: (bytes: Bytes) => void
}) {
  const { t } = useTranslation('onboarding')
  return (
    <>
      <ChoiceField
        label={t('convert.kind')}
        isDisabled={isDisabled}
        value={value.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`convert.kinds.${kind}`) }))}
        onChange={(kind) => kind && onChange({ ...value, kind })}
      />
      <NumberField
        label={t('convert.firstByte')}
        isDisabled={isDisabled}
        placeholder="0"
        value={value.offset}
        onChange={(offset) => onChange({ ...value, offset })}
      />
      <NumberField
        label={t('convert.byteCount')}
        isDisabled={isDisabled}
        value={value.length}
        onChange={(length) => onChange({ ...value, length })}
      />
      <ChoiceField
        label={t('convert.order')}
        isOptional
        isDisabled={isDisabled}
        placeholder={t('convert.orders.big')}
        value={value.order}
        options={orders.map((order) => ({ value: order, label: t(`convert.orders.${order}`) }))}
        onChange={(order) => onChange({ ...value, order })}
      />
    </>
  )
}

type Values = NonNullable<PointConversion['values']>

/** Values of an enumeration: the word of the device and the value of the point. */
function ValueRows({
  values,
  isDisabled,
  onChange,
}: {
  readonly values: Values
  readonly isDisabled: boolean
  readonly onChange: (values: Values | undefined) => void
}) {
  const { t } = useTranslation('onboarding')
  const toValue = (text: string): string | number => {
    const value = parseLiteral(text)
    return typeof value === 'number' ? value : typeof value === 'string' ? value : text
  }
  return (
    <Labelled label={t('convert.values')}>
      {values.map((row, index) => (
        <span key={index} className="onboarding-pair">
          <Input
            size="small"
            aria-label={t('convert.from', { number: index + 1 })}
            placeholder={t('convert.deviceWord')}
            disabled={isDisabled}
            value={formatLiteral(row.from)}
            onChange={({ target }) => onChange(replaceAt(values, index, { ...row, from: parseLiteral(target.value) }))}
          />
          →
          <Input
            size="small"
            aria-label={t('convert.to', { number: index + 1 })}
            placeholder={t('convert.pointValue')}
            disabled={isDisabled}
            value={formatLiteral(row.to)}
            onChange={({ target }) => onChange(replaceAt(values, index, { ...row, to: toValue(target.value) }))}
          />
          <Button
            type="text"
            size="small"
            disabled={isDisabled}
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('convert.removeValue', { number: index + 1 })}
            onClick={() => onChange(values.length === 1 ? undefined : removeAt(values, index))}
          />
        </span>
      ))}
      <span>
        <Button size="small" disabled={isDisabled} onClick={() => onChange([...values, { from: '', to: '' }])}>
          {t('convert.addValue')}
        </Button>
      </span>
    </Labelled>
  )
}
