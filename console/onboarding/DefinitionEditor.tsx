import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageProblems, parseHex, readMapping } from '../../contract/mapping/index.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { previewMapping } from './preview.ts'
import { ValueCell } from './ValueCell.tsx'
import './onboarding.css'

const maxProblems = 10
const encoder = new TextEncoder()
const hexPrefix = 'hex:'

/** Editor of a mapping as JSON, with its faults, and a preview of a pasted message. */
export function DefinitionEditor({ id, value, onChange, label, isDisabled }: FieldEditorProps) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const [topic, setTopic] = useState('')
  const [openedAt] = useState(() => Date.now())
  const [payload, setPayload] = useState('')
  const text = typeof value === 'string' ? value : ''
  const { mapping, problems = [] } = useMemo(() => readDefinition(text), [text])
  const preview = useMemo(
    () =>
      mapping && topic !== ''
        ? previewMapping(mapping, [{ topic, payload: toBytes(payload), at: openedAt }], 'UTC')
        : null,
    [mapping, topic, payload, openedAt],
  )
  const rejection = preview?.rejected.get(topic)
  const isRead = preview !== null && (preview.values.size > 0 || rejection !== undefined)
  return (
    <div className="onboarding-definition">
      <Input.TextArea
        id={id}
        className="editor-code"
        value={text}
        disabled={isDisabled === true}
        aria-label={label}
        autoSize={{ minRows: 8, maxRows: 24 }}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
      {text !== '' && problems.length > 0 && (
        <ul className="onboarding-fault" role="alert">
          {problems.slice(0, maxProblems).map(({ path, words }) => (
            <li key={`${path} ${words.en}`}>
              {path !== '' && <code>{path}: </code>}
              {localize(words)}
            </li>
          ))}
        </ul>
      )}
      <fieldset className="onboarding-preview">
        <legend>{t('preview.title')}</legend>
        <Input
          value={topic}
          placeholder={t('preview.topic')}
          aria-label={t('preview.topic')}
          onChange={({ target }) => setTopic(target.value.trim())}
        />
        <Input.TextArea
          className="editor-code"
          value={payload}
          placeholder={t('preview.payload')}
          aria-label={t('preview.payload')}
          autoSize={{ minRows: 2, maxRows: 10 }}
          onChange={({ target }) => setPayload(target.value)}
        />
        <div role="status">
          {preview && !isRead && <p>{t('preview.noTopic')}</p>}
          {rejection && <p className="onboarding-fault">{localize(rejection)}</p>}
          {[...(preview?.values ?? [])].map(([device, values]) => (
            <dl key={device} className="onboarding-values">
              <dt>{t('preview.device')}</dt>
              <dd>{device}</dd>
              {[...values.values()].map((each) => (
                <div key={each.point}>
                  <dt>
                    <code>{each.point}</code>
                  </dt>
                  <dd>
                    <ValueCell value={each} unit={mapping?.points.find(({ point }) => point === each.point)?.unit} />
                  </dd>
                </div>
              ))}
            </dl>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

function readDefinition(text: string): ReturnType<typeof readMapping> {
  try {
    return readMapping(JSON.parse(text))
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
    return { problems: [{ path: '', words: messageProblems.json }] }
  }
}

/** A pasted payload: text, or bytes as `hex:01 a4`. */
const toBytes = (text: string): Uint8Array =>
  (text.startsWith(hexPrefix) ? parseHex(text.slice(hexPrefix.length).replaceAll(/\s/g, '')) : null) ??
  encoder.encode(text)
