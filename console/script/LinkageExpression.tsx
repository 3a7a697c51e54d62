import { expressionLimits } from '@mimic/engine/bindings'
import { Mentions } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findConditionFault } from '../../contract/scada/linkageTrigger.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'

/** Editor of an expression trigger: `{` searches the points of the project, and a fault is shown below. */
export function LinkageExpression({
  id,
  value,
  onChange,
  isBad = false,
  isDisabled = false,
  label,
  project,
}: FieldEditorProps) {
  const { client } = useStores()
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const [search, setSearch] = useState<string | null>(null)
  const source = typeof value === 'string' ? value : ''
  const answer = useRequest(
    search === null || project === undefined ? null : JSON.stringify([project, search]),
    (signal) =>
      client.call(
        'tag.list',
        { query: { project, search: search || undefined, page: 1, pageSize: 20 } },
        { signal, quiet: true },
      ),
  )
  const tags = answer === null || answer instanceof CallFailure ? [] : answer.rows
  const fault = source === '' ? null : findConditionFault(source)
  return (
    <>
      <Mentions
        id={id}
        {...(label === undefined ? {} : { 'aria-label': label })}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={expressionLimits.length}
        spellCheck={false}
        disabled={isDisabled}
        status={isBad ? 'error' : fault ? 'warning' : ''}
        value={source}
        placeholder={t('expression.example')}
        prefix="{"
        split=""
        filterOption={false}
        validateSearch={(text) => !text.includes('}')}
        options={tags.map(({ path, words, deviceName }) => ({
          key: path,
          value: `${path}}`,
          label: (
            <span className="editor-device">
              {path}
              <small>{[deviceName, localize(words)].filter(Boolean).join(' · ')}</small>
            </span>
          ),
        }))}
        notFoundContent={t(answer === null ? 'expression.searching' : 'expression.noPoint')}
        onSearch={setSearch}
        onSelect={() => setSearch(null)}
        onBlur={() => setSearch(null)}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
      {fault && (
        <small className="linkage-note" role="status">
          {localize(fault)}
        </small>
      )}
      <small className="linkage-hint">{t('expression.hint')}</small>
    </>
  )
}
