import { expressionLimits } from '@mimic/engine/bindings'
import { resolveSource } from '@mimic/engine/document'
import type { Field } from '@mimic/engine/schema'
import { Mentions, type GetRef } from 'antd'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import { useDesigner } from '../../context.ts'
import { withPlaceholder } from '../../symbols/withPlaceholder.ts'
import { findShownFault } from './expressionFault.ts'
import { TagLine } from './TagPicker.tsx'
import { UnknownTags } from './UnknownTags.tsx'
import { useTagSearch } from './useTagSearch.ts'

interface ExpressionEditorProps {
  readonly source: string
  readonly field: Field
  readonly onChange: (source: string) => void
}

/**
 * Editor of an expression: `{` searches tags, the function list inserts calls at the caret, and errors are marked in
 * place.
 */
export const ExpressionEditor = observer(function ExpressionEditor({ source, field, onChange }: ExpressionEditorProps) {
  const {
    session: { params },
    store,
  } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const editor = useRef<GetRef<typeof Mentions>>(null)
  /** Text between `{` and the caret, and whether a `}` follows; `null` outside of braces. */
  const [completion, setCompletion] = useState<{ readonly text: string; readonly isClosed: boolean } | null>(null)
  const found = useTagSearch({
    project: store.project,
    search: completion?.text ?? '',
    pageSize: 20,
    isOpen: completion !== null,
  })
  const filled = resolveSource(source, params)
  const fault = findShownFault(filled, field)
  const isBroken = fault !== null && !fault.isIdle
  const options = [
    ...params
      .filter(({ name, kind }) => kind !== 'text' && name.startsWith(completion?.text ?? ''))
      .map(({ name, words }) => ({
        key: `param ${name}`,
        text: name,
        label: words ? `${name} · ${localize(words)}` : name,
      })),
    ...(found?.rows ?? []).map((tag) => ({
      key: tag.path,
      text: withPlaceholder(tag.path, params),
      label: <TagLine tag={tag} />,
    })),
  ].map(({ text, ...rest }) => ({ ...rest, value: completion?.isClosed ? text : `${text}}` }))

  const handleSearch = (text: string): void => {
    const area = editor.current?.textarea
    setCompletion({ text, isClosed: area?.value[area.selectionStart] === '}' })
  }
  const insert = (call: string): void => {
    const area = editor.current?.textarea
    if (!area) return
    area.focus()
    area.setRangeText(call, area.selectionStart, area.selectionEnd, 'end')
    // Simulate typing, so that the field updates its value.
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div className="via-expression">
      <Mentions
        ref={editor}
        aria-label={t('via.source')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={expressionLimits.length}
        spellCheck={false}
        status={fault ? (isBroken && !fault.problem.isIncomplete ? 'error' : 'warning') : ''}
        value={source}
        onChange={onChange}
        placeholder={t('via.sourceHint')}
        prefix="{"
        split=""
        filterOption={false}
        validateSearch={isWithinBraces}
        options={options}
        onSearch={handleSearch}
        onSelect={() => setCompletion(null)}
        onBlur={() => setCompletion(null)}
        notFoundContent={<span className="panel-hint">{t(found ? 'tag.none' : 'tag.searching')}</span>}
        popupClassName="expression-tags"
      />
      {fault && (
        <div role={isBroken ? 'alert' : 'status'} className="via-fault" data-idle={fault.isIdle}>
          <pre>
            {filled.slice(0, fault.problem.from)}
            <mark>{filled.slice(fault.problem.from, fault.problem.to) || ' '}</mark>
            {filled.slice(fault.problem.to)}
          </pre>
          {t('via.faultAt', { at: fault.problem.from + 1, message: localize(fault.problem.words) })}
        </div>
      )}
      {!isBroken && <UnknownTags source={filled} />}
      <p className="panel-hint">
        {t('via.hint')} <code>{example}</code>
      </p>
      <details className="via-functions">
        <summary>{t('via.functions')}</summary>
        <dl>
          {functions.map(([name, ...calls]) => (
            <div key={name}>
              <dt>
                {calls.map((call) => (
                  <button key={call} type="button" title={t('via.insert', { call })} onClick={() => insert(call)}>
                    <code>{call}</code>
                  </button>
                ))}
              </dt>
              <dd>{t(`call.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
})

const isWithinBraces = (text: string): boolean => !text.includes('}')

/** Functions and operators with example calls; translations describe the results. */
const functions = [
  ['if', 'if(a > 5, x, y)'],
  ['compare', '>', '>=', '==', '!=', '<', '<=', '&&', '||', '!'],
  ['min', 'min(a, b)'],
  ['max', 'max(a, b)'],
  ['round', 'round(a, 1)'],
  ['floor', 'floor(a)', 'ceil(a)', 'abs(a)'],
  ['pow', 'pow(a, b)', 'sqrt(a)'],
  ['clamp', 'clamp(a, 0, 100)'],
  ['mapRange', 'mapRange(a, 0, 20, 0, 100)'],
  ['mapStates', 'mapStates(a, 0, "off", 1, "on", "?")'],
  ['mapBands', 'mapBands(a, 10, "low", 90, "normal", "high")'],
  ['format', 'format(a, 1)'],
  ['coalesce', 'coalesce(a, b)'],
  ['quality', 'isGood(a)', 'isUncertain(a)', 'isBad(a)', 'isStale(a)'],
] as const
const example = 'value * 0.1 + {street/cabinet-01/voltageA}'
