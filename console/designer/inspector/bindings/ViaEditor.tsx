import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { NamedNumber } from '@mimic/engine/catalog'
import type { Via } from '@mimic/engine/document'
import { type Field, number, text } from '@mimic/engine/schema'
import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../../../contract/routes.ts'
import { ExpressionEditor } from './ExpressionEditor.tsx'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { Row } from '../parts/Row.tsx'

interface ViaEditorProps<Kind extends Via['kind'] = Via['kind']> {
  readonly via: Via & { readonly kind: Kind }
  readonly field: Field
  /** Labels of the property's values, if it has any. */
  readonly named?: readonly NamedNumber[] | undefined
  readonly tag?: Tag | undefined
  readonly onChange: (via: Via) => void
}

const anyNumber = number({ en: 'Number', zh: '数值' }, { default: 0, min: -1e12, max: 1e12 })
const decimalsField = number({ en: 'Decimals', zh: '小数位数' }, { default: 1, min: 0, max: 10 })
const unitField = text({ en: 'Unit', zh: '单位' }, { maxLength: 20 })

/** Settings of the conversion from a tag value to a property. */
export function ViaEditor({ via, ...rest }: ViaEditorProps) {
  switch (via.kind) {
    case 'value':
      return <ValueEditor via={via} {...rest} />
    case 'range':
      return <RangeEditor via={via} {...rest} />
    case 'states':
      return <StatesEditor via={via} {...rest} />
    case 'expression':
      return (
        <ExpressionEditor
          source={via.source}
          field={rest.field}
          onChange={(source) => rest.onChange({ kind: 'expression', source })}
        />
      )
  }
}

function ValueEditor({ via, field, onChange }: ViaEditorProps<'value'>) {
  const { t } = useTranslation('designer')
  return (
    <div className="via-pairs">
      <Row label={t('via.scale')} htmlFor="via-scale">
        <FieldEditor
          id="via-scale"
          field={anyNumber}
          value={via.scale ?? 1}
          onChange={(scale) => onChange({ ...via, scale: Number(scale) })}
        />
      </Row>
      <Row label={t('via.offset')} htmlFor="via-offset">
        <FieldEditor
          id="via-offset"
          field={anyNumber}
          value={via.offset ?? 0}
          onChange={(offset) => onChange({ ...via, offset: Number(offset) })}
        />
      </Row>
      {field.kind === 'text' && (
        <>
          <Row label={t('via.decimals')} htmlFor="via-decimals">
            <FieldEditor
              id="via-decimals"
              field={decimalsField}
              value={via.decimals ?? 0}
              onChange={(decimals) => onChange({ ...via, decimals: Math.round(Number(decimals)) })}
            />
          </Row>
          <Row label={t('via.unit')} htmlFor="via-unit">
            <FieldEditor
              id="via-unit"
              field={unitField}
              value={via.unit ?? ''}
              onChange={(unit) => onChange({ ...via, unit: String(unit) })}
            />
          </Row>
        </>
      )}
    </div>
  )
}

function RangeEditor({ via, onChange }: ViaEditorProps<'range'>) {
  const { t } = useTranslation('designer')
  const { from, to } = via
  return (
    <div className="via-range">
      <span>{t('via.from')}</span>
      <FieldEditor
        label={t('via.fromLow')}
        field={anyNumber}
        value={from[0]}
        onChange={(low) => onChange({ ...via, from: [Number(low), from[1]] })}
      />
      <span aria-hidden>{dash}</span>
      <FieldEditor
        label={t('via.fromHigh')}
        field={anyNumber}
        value={from[1]}
        onChange={(high) => onChange({ ...via, from: [from[0], Number(high)] })}
      />
      <span>{t('via.to')}</span>
      <FieldEditor
        label={t('via.toLow')}
        field={anyNumber}
        value={to[0]}
        onChange={(low) => onChange({ ...via, to: [Number(low), to[1]] })}
      />
      <span aria-hidden>{dash}</span>
      <FieldEditor
        label={t('via.toHigh')}
        field={anyNumber}
        value={to[1]}
        onChange={(high) => onChange({ ...via, to: [to[0], Number(high)] })}
      />
    </div>
  )
}

function StatesEditor({ via, field, named, onChange }: ViaEditorProps<'states'>) {
  const { t } = useTranslation('designer')
  const { states, otherwise } = via
  const write = (index: number, part: Partial<(typeof states)[number]>): void =>
    onChange({ ...via, states: states.map((state, at) => (at === index ? { ...state, ...part } : state)) })
  const last = states.at(-1)
  return (
    <div className="via-states">
      <table>
        <thead>
          <tr>
            <th>{t('via.atLeast')}</th>
            <th>{t('via.atMost')}</th>
            <th>{t('via.becomes')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {states.map((state, index) => (
            <tr key={index}>
              <td>
                <FieldEditor
                  label={t('via.atLeast')}
                  field={anyNumber}
                  value={state.min}
                  onChange={(min) => write(index, { min: Number(min) })}
                />
              </td>
              <td>
                <FieldEditor
                  label={t('via.atMost')}
                  field={anyNumber}
                  value={state.max}
                  onChange={(max) => write(index, { max: Number(max) })}
                />
              </td>
              <td>
                <FieldEditor
                  label={t('via.becomes')}
                  field={field}
                  named={named}
                  value={state.value}
                  onChange={(value) => write(index, { value })}
                />
              </td>
              <td>
                <Button
                  size="small"
                  type="text"
                  danger
                  aria-label={t('via.removeState')}
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => onChange({ ...via, states: states.filter((_, at) => at !== index) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={states.length >= 64}
        onClick={() =>
          onChange({
            ...via,
            states: [...states, { min: (last?.max ?? -1) + 1, max: (last?.max ?? -1) + 1, value: field.default }],
          })
        }
      >
        {t('via.addState')}
      </Button>
      <div className="via-otherwise">
        <Checkbox
          checked={otherwise !== undefined}
          onChange={(event) => onChange(withOtherwise(via, event.target.checked ? field.default : undefined))}
        >
          {t('via.otherwise')}
        </Checkbox>
        {otherwise !== undefined && (
          <FieldEditor
            label={t('via.otherwise')}
            field={field}
            named={named}
            value={otherwise}
            onChange={(value) => onChange(withOtherwise(via, value))}
          />
        )}
      </div>
    </div>
  )
}

const dash = '–'

function withOtherwise(
  { kind, states }: Via & { readonly kind: 'states' },
  otherwise: (typeof states)[number]['value'] | undefined,
): Via {
  return otherwise === undefined ? { kind, states } : { kind, states, otherwise }
}
