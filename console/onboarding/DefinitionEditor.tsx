import { Input, Segmented } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mapping, MappingProblem } from '../../contract/mapping/index.ts'
import { messageProblems, readMapping } from '../../contract/mapping/index.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { DefinitionForm } from './editor/DefinitionForm.tsx'
import { LastMessages } from './editor/LastMessages.tsx'
import { usePreview } from './editor/usePreview.ts'
import { emptyMapping } from './mappingDraft.ts'
import './onboarding.css'

const maxProblems = 10
type View = 'form' | 'json'

/** Editor of a mapping as a form or as JSON, with its faults, and a preview of the last messages. */
export const DefinitionEditor = observer(function DefinitionEditor({
  id,
  value,
  onChange,
  label,
  isDisabled,
}: FieldEditorProps) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const [view, setView] = useState<View>('form')
  const text = typeof value === 'string' ? value : ''
  /** The mapping that the form has written; it may be incomplete, while a stored text has to be valid. */
  const [written, setWritten] = useState<{ readonly text: string; readonly mapping: Mapping } | null>(null)
  const { mapping: stored, problems = [] } = useMemo(() => readDefinition(text), [text])
  const mapping = stored ?? (text === '' ? emptyMapping : written?.text === text ? written.mapping : null)
  const { preview, device, setDevice, pasted, setPasted, newestAt, failure } = usePreview(mapping)
  const handleForm = (next: Mapping): void => {
    const json = JSON.stringify(next, null, 2)
    setWritten({ text: json, mapping: next })
    onChange(json)
  }
  const shownView = mapping === null ? 'json' : view
  return (
    <div className="onboarding-definition">
      <Segmented<View>
        aria-label={t('editor.view')}
        value={shownView}
        options={[
          { value: 'form', label: t('editor.form'), disabled: mapping === null },
          { value: 'json', label: t('editor.json') },
        ]}
        onChange={setView}
      />
      {mapping === null && <p className="onboarding-note">{t('editor.noForm')}</p>}
      {mapping !== null && shownView === 'form' ? (
        <DefinitionForm
          mapping={mapping}
          preview={preview}
          device={device}
          isDisabled={isDisabled === true}
          onChange={handleForm}
        />
      ) : (
        <Input.TextArea
          id={id}
          className="editor-code"
          value={text}
          disabled={isDisabled === true}
          aria-label={label}
          autoSize={{ minRows: 8, maxRows: 24 }}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        />
      )}
      {text !== '' && problems.length > 0 && (
        <ul className="onboarding-fault" role="alert">
          {problems.slice(0, maxProblems).map(({ path, words }) => (
            <li key={`${path} ${words.en}`}>
              {path !== '' && <code>{shownView === 'form' ? nameProblem(path, mapping) : path}: </code>}
              {localize(words)}
            </li>
          ))}
        </ul>
      )}
      <LastMessages
        preview={preview}
        newestAt={newestAt}
        device={device}
        onDevice={setDevice}
        pasted={pasted}
        onPaste={setPasted}
        failure={failure?.words ?? null}
      />
    </div>
  )
})

function readDefinition(text: string): { readonly mapping?: Mapping; readonly problems?: readonly MappingProblem[] } {
  try {
    return readMapping(JSON.parse(text))
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
    return { problems: [{ path: '', words: messageProblems.json }] }
  }
}

/** Replaces the number of a point or topic in the place of a problem by its identifier or topic. */
function nameProblem(path: string, mapping: Mapping | null): string {
  const [list = '', index = '', ...rest] = path.split('.')
  const name =
    list === 'points'
      ? mapping?.points[Number(index)]?.point
      : list === 'topics'
        ? mapping?.topics[Number(index)]?.topic
        : undefined
  return name === undefined || name === '' ? path : [name, ...rest].join(' · ')
}
