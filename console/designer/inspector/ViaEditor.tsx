import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { expressionLimits } from '@mimic/engine/bindings'
import type { NamedNumber } from '@mimic/engine/catalog'
import type { Via } from '@mimic/engine/document'
import { type Field, number, text } from '@mimic/engine/schema'
import { Button, Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../../contract/routes.ts'
import { useSay } from '../../kit/useSay.ts'
import { useDesigner } from '../context.ts'
import { filledSource } from '../symbols/filled.ts'
import { shownFault } from './expressionFault.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { Row } from './Row.tsx'
import { UnknownTags } from './UnknownTags.tsx'

interface ViaEditorProps<Kind extends Via['kind'] = Via['kind']> {
  readonly via: Via & { readonly kind: Kind }
  readonly field: Field
  /** What the property's numbers mean, where they mean something each. */
  readonly named?: readonly NamedNumber[] | undefined
  readonly tag?: Tag | undefined
  readonly onChange: (via: Via) => void
}

const anyNumber = number({ en: 'Number', zh: '数值' }, { default: 0, min: -1e12, max: 1e12 })
const decimalsField = number({ en: 'Decimals', zh: '小数位数' }, { default: 1, min: 0, max: 10 })
const unitField = text({ en: 'Unit', zh: '单位' }, { maxLength: 20 })

/** The numbers of one way from a tag's value to a property. */
export function ViaEditor({ via, ...rest }: ViaEditorProps) {
  switch (via.kind) {
    case 'value': return <ValueEditor via={via} {...rest} />
    case 'range': return <RangeEditor via={via} {...rest} />
    case 'states': return <StatesEditor via={via} {...rest} />
    case 'expression': return <ExpressionEditor via={via} {...rest} />
  }
}

function ValueEditor({ via, field, onChange }: ViaEditorProps<'value'>) {
  const { t } = useTranslation('designer')
  return (
    <div className="via-pairs">
      <Row label={t('via.scale')} htmlFor="via-scale">
        <FieldEditor id="via-scale" field={anyNumber} value={via.scale ?? 1} onChange={(scale) => onChange({ ...via, scale: Number(scale) })} />
      </Row>
      <Row label={t('via.offset')} htmlFor="via-offset">
        <FieldEditor id="via-offset" field={anyNumber} value={via.offset ?? 0} onChange={(offset) => onChange({ ...via, offset: Number(offset) })} />
      </Row>
      {field.kind === 'text' && (
        <>
          <Row label={t('via.decimals')} htmlFor="via-decimals">
            <FieldEditor id="via-decimals" field={decimalsField} value={via.decimals ?? 0} onChange={(decimals) => onChange({ ...via, decimals: Math.round(Number(decimals)) })} />
          </Row>
          <Row label={t('via.unit')} htmlFor="via-unit">
            <FieldEditor id="via-unit" field={unitField} value={via.unit ?? ''} onChange={(unit) => onChange({ ...via, unit: String(unit) })} />
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
      <FieldEditor label={t('via.fromLow')} field={anyNumber} value={from[0]} onChange={(low) => onChange({ ...via, from: [Number(low), from[1]] })} />
      <span aria-hidden>{dash}</span>
      <FieldEditor label={t('via.fromHigh')} field={anyNumber} value={from[1]} onChange={(high) => onChange({ ...via, from: [from[0], Number(high)] })} />
      <span>{t('via.to')}</span>
      <FieldEditor label={t('via.toLow')} field={anyNumber} value={to[0]} onChange={(low) => onChange({ ...via, to: [Number(low), to[1]] })} />
      <span aria-hidden>{dash}</span>
      <FieldEditor label={t('via.toHigh')} field={anyNumber} value={to[1]} onChange={(high) => onChange({ ...via, to: [to[0], Number(high)] })} />
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
        <thead><tr><th>{t('via.atLeast')}</th><th>{t('via.atMost')}</th><th>{t('via.becomes')}</th><th /></tr></thead>
        <tbody>
          {states.map((state, index) => (
            <tr key={index}>
              <td><FieldEditor label={t('via.atLeast')} field={anyNumber} value={state.min} onChange={(min) => write(index, { min: Number(min) })} /></td>
              <td><FieldEditor label={t('via.atMost')} field={anyNumber} value={state.max} onChange={(max) => write(index, { max: Number(max) })} /></td>
              <td><FieldEditor label={t('via.becomes')} field={field} named={named} value={state.value} onChange={(value) => write(index, { value })} /></td>
              <td>
                <Button
                  size="small" type="text" danger aria-label={t('via.removeState')} icon={<DeleteOutlined aria-hidden />}
                  onClick={() => onChange({ ...via, states: states.filter((_, at) => at !== index) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        size="small" icon={<PlusOutlined aria-hidden />} disabled={states.length >= 64}
        onClick={() => onChange({ ...via, states: [...states, { min: (last?.max ?? -1) + 1, max: (last?.max ?? -1) + 1, value: field.default }] })}
      >
        {t('via.addState')}
      </Button>
      <div className="via-otherwise">
        <Checkbox checked={otherwise !== undefined} onChange={(event) => onChange(withOtherwise(via, event.target.checked ? field.default : undefined))}>
          {t('via.otherwise')}
        </Checkbox>
        {otherwise !== undefined && (
          <FieldEditor label={t('via.otherwise')} field={field} named={named} value={otherwise} onChange={(value) => onChange(withOtherwise(via, value))} />
        )}
      </div>
    </div>
  )
}

function ExpressionEditor({ via, field, onChange }: ViaEditorProps<'expression'>) {
  const { t } = useTranslation('designer')
  const say = useSay()
  const { params } = useDesigner().session
  const filled = filledSource(via.source, params)
  const fault = shownFault(filled, field)
  const isBroken = fault !== null && !fault.isIdle
  return (
    <div className="via-expression">
      <Input.TextArea
        aria-label={t('via.source')} autoSize={{ minRows: 2, maxRows: 6 }} maxLength={expressionLimits.length} spellCheck={false}
        status={fault ? (isBroken && !fault.problem.isIncomplete ? 'error' : 'warning') : ''} value={via.source} onChange={(event) => onChange({ kind: 'expression', source: event.target.value })}
      />
      {fault && (
        <div role={isBroken ? 'alert' : 'status'} className="via-fault" data-idle={fault.isIdle}>
          <pre>{filled.slice(0, fault.problem.from)}<mark>{filled.slice(fault.problem.from, fault.problem.to) || ' '}</mark>{filled.slice(fault.problem.to)}</pre>
          {t('via.faultAt', { at: fault.problem.from + 1, message: say(fault.problem.words) })}
        </div>
      )}
      {!isBroken && <UnknownTags source={filled} />}
      <p className="panel-hint">{t('via.hint')} <code>{example}</code></p>
      <details className="via-functions">
        <summary>{t('via.functions')}</summary>
        <dl>{functions.map(([name, call]) => <div key={name}><dt><code>{call}</code></dt><dd>{t(`call.${name}`)}</dd></div>)}</dl>
      </details>
    </div>
  )
}

/** What an expression can call and how; the words say what comes out. */
const functions = [
  ['if', 'if(a > 5, x, y)'], ['compare', '> >= == != < <= && || !'], ['min', 'min(a, b, …)'], ['max', 'max(a, b, …)'], ['round', 'round(a, 1)'], ['floor', 'floor(a) ceil(a) abs(a)'],
  ['pow', 'pow(a, b) sqrt(a)'], ['clamp', 'clamp(a, 0, 100)'], ['mapRange', 'mapRange(a, 0, 20, 0, 100)'], ['mapStates', 'mapStates(a, 0, "off", 1, "on", "?")'],
  ['mapBands', 'mapBands(a, 10, "low", 90, "normal", "high")'], ['format', 'format(a, 1)'], ['coalesce', 'coalesce(a, b)'], ['quality', 'isGood(a) isUncertain(a) isBad(a) isStale(a)'],
] as const
const dash = '–'
const example = 'value * 0.1 + {street/cabinet-01/voltageA}'

function withOtherwise({ kind, states }: Via & { readonly kind: 'states' }, otherwise: (typeof states)[number]['value'] | undefined): Via {
  return otherwise === undefined ? { kind, states } : { kind, states, otherwise }
}
