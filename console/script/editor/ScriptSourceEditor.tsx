import { CheckCircleOutlined, DiffOutlined, HistoryOutlined, SnippetsOutlined } from '@ant-design/icons'
import { Button, Dropdown, Spin } from 'antd'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScriptProblemPlace } from '../../../contract/routes/scripts.ts'
import type { FieldEditorProps } from '../../fields/editorProps.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { readDraft } from './draft.ts'
import { RehearsalDialog } from './RehearsalDialog.tsx'
import { scriptTemplates } from './templates.ts'
import { VerifyDialog } from './VerifyDialog.tsx'

/** A separate chunk, because CodeMirror is large and few pages use it. */
const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }))

const checkDelayMs = 400
const maxTags = 20

/** Source text of a rule script with its errors, templates, comparison, verification and rehearsal. */
export const ScriptSourceEditor = observer(function ScriptSourceEditor(props: FieldEditorProps) {
  const { value, onChange, rowValues = {}, isDisabled = false, field, id } = props
  const { client } = useStores()
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const source = typeof value === 'string' ? value : ''
  const stored = useRef(source)
  const language = rowValues['language'] === 'javascript' ? 'javascript' : 'groovy'
  const [problems, setProblems] = useState<readonly ScriptProblemPlace[]>([])
  const [isComparing, setComparing] = useState(false)
  const [dialog, setDialog] = useState<'verify' | 'rehearse' | null>(null)

  useEffect(() => {
    if (source.trim() === '') {
      setProblems([])
      return undefined
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      client
        .call('script.check', { body: { language, source } }, { signal: abort.signal, quiet: true })
        .then((answer) => setProblems(answer.problems))
        .catch((cause: unknown) => {
          // The check runs again when the script is saved.
          if (!(cause instanceof CallFailure) && !abort.signal.aborted) throw cause
        })
    }, checkDelayMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, language, source])

  const findTags = useCallback(
    async (search: string): Promise<readonly string[]> => {
      const query = { page: 1, pageSize: maxTags, search }
      const { rows } = await client.call('tag.list', { query }, { quiet: true })
      return rows.map(({ path }) => path)
    },
    [client],
  )
  const draft = readDraft(rowValues, source)
  return (
    <div className="script-editor" id={id}>
      <div className="script-editor-tools">
        <Dropdown
          trigger={['click']}
          disabled={isDisabled}
          menu={{
            items: scriptTemplates.map((each) => ({ key: each.id, label: localize(each.words) })),
            onClick: ({ key }) => onChange(scriptTemplates.find((each) => each.id === key)?.[language] ?? source),
          }}
        >
          <Button size="small" icon={<SnippetsOutlined aria-hidden />}>
            {t('editor.templates')}
          </Button>
        </Dropdown>
        <Button
          size="small"
          icon={<DiffOutlined aria-hidden />}
          type={isComparing ? 'primary' : 'default'}
          aria-pressed={isComparing}
          disabled={stored.current === ''}
          onClick={() => setComparing(!isComparing)}
        >
          {t('editor.compare')}
        </Button>
        <span className="script-editor-space" />
        <Button
          size="small"
          icon={<HistoryOutlined aria-hidden />}
          disabled={source.trim() === '' || draft.event !== 1}
          onClick={() => setDialog('rehearse')}
        >
          {t('editor.rehearse')}
        </Button>
        <Button
          size="small"
          icon={<CheckCircleOutlined aria-hidden />}
          disabled={source.trim() === ''}
          onClick={() => setDialog('verify')}
        >
          {t('editor.verify')}
        </Button>
      </div>
      <Suspense fallback={<Spin className="script-code" />}>
        <CodeEditor
          value={source}
          onChange={(next) => onChange(next === '' ? null : next)}
          language={language}
          problems={problems}
          label={localize(field.words)}
          isDisabled={isDisabled}
          original={isComparing ? stored.current : null}
          findTags={findTags}
          localize={localize}
        />
      </Suspense>
      {problems.length > 0 && (
        <ul className="script-problems" role="status">
          {problems.map((problem) => (
            <li key={`${problem.line}:${problem.column}`}>
              {t('editor.place', { line: problem.line, column: problem.column })} {localize(problem.words)}
            </li>
          ))}
        </ul>
      )}
      {dialog === 'verify' && <VerifyDialog draft={draft} onClose={() => setDialog(null)} />}
      {dialog === 'rehearse' && <RehearsalDialog draft={draft} onClose={() => setDialog(null)} />}
    </div>
  )
})
