import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { listCommandPlaceholders } from '../../../contract/mapping/index.ts'
import type { Mapping, MappingCommand, MappingPoint } from '../../../contract/mapping/index.ts'
import { ChoiceField, Labelled } from './Fields.tsx'

type Payload = MappingCommand['payload']

interface PayloadTemplateFieldProps {
  readonly mapping: Mapping
  readonly point: MappingPoint
  readonly value: Payload
  readonly hasBytes: boolean
  readonly isDisabled: boolean
  readonly onChange: (payload: Payload) => void
}

const kinds = ['text', 'json'] as const

/** Payload of a command as text or JSON. Placeholders are inserted by buttons; JSON with a fault is not taken over. */
export function PayloadTemplateField({
  mapping,
  point,
  value,
  hasBytes,
  isDisabled,
  onChange,
}: PayloadTemplateFieldProps) {
  const { t } = useTranslation('onboarding')
  /** JSON as it is written, which may have a fault. */
  const [written, setWritten] = useState<{ readonly text: string; readonly payload: Payload } | null>(null)
  const [faulty, setFaulty] = useState<string | null>(null)
  const text =
    faulty ??
    (value.kind === 'text'
      ? value.text
      : written?.payload === value
        ? written.text
        : JSON.stringify(value.json, null, 2))
  const handleText = (next: string, kind: Payload['kind'] = value.kind): void => {
    if (kind === 'text') {
      setFaulty(null)
      return onChange({ kind, text: next })
    }
    const json = parseJson(next)
    if (json === undefined) return setFaulty(next)
    const payload: Payload = { kind, json }
    setFaulty(null)
    setWritten({ text: next, payload })
    onChange(payload)
  }
  const handleKind = (kind: Payload['kind'] | undefined): void => {
    if (kind === undefined || kind === value.kind) return
    setFaulty(null)
    if (kind === 'text') handleText(JSON.stringify(value.kind === 'json' ? value.json : ''), kind)
    else onChange({ kind, json: (value.kind === 'text' ? parseJson(value.text) : undefined) ?? { value: '{value}' } })
  }
  const placeholders = listCommandPlaceholders(mapping, point).filter((name) => name !== 'bytes' || hasBytes)
  return (
    <>
      <div className="onboarding-grid">
        <ChoiceField
          label={t('command.payloadKind')}
          isDisabled={isDisabled}
          value={value.kind}
          options={kinds.map((kind) => ({ value: kind, label: t(`command.payloadKinds.${kind}`) }))}
          onChange={handleKind}
        />
      </div>
      <Labelled label={t('command.payload')}>
        <Input.TextArea
          className="editor-code"
          aria-label={t('command.payload')}
          aria-invalid={faulty !== null}
          status={faulty === null ? '' : 'error'}
          disabled={isDisabled}
          value={text}
          autoSize={{ minRows: value.kind === 'json' ? 3 : 1, maxRows: 12 }}
          onChange={({ target }) => handleText(target.value)}
        />
        {faulty !== null && (
          <p role="alert" className="onboarding-fault">
            {t('command.noJson')}
          </p>
        )}
        <span className="onboarding-placeholders">
          {placeholders.map((name) => (
            <Button
              key={name}
              size="small"
              type="dashed"
              className="editor-code"
              disabled={isDisabled}
              title={name in placeholderNames ? t(`command.placeholders.${name as PlaceholderName}`) : name}
              onClick={() => handleText(insertPlaceholder(text, value.kind, name))}
            >
              {`{${name}}`}
            </Button>
          ))}
        </span>
      </Labelled>
    </>
  )
}

const placeholderNames = { device: 1, point: 1, value: 1, id: 1, at: 1, expiresAt: 1, bytes: 1 } as const
type PlaceholderName = keyof typeof placeholderNames

function parseJson(text: string): z.infer<ReturnType<typeof z.json>> | undefined {
  try {
    return z.json().parse(JSON.parse(text))
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** Appends a placeholder to a text, or a field of its name to a JSON object. */
function insertPlaceholder(text: string, kind: Payload['kind'], name: string): string {
  if (kind === 'text') return `${text}{${name}}`
  const json = parseJson(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return text
  return JSON.stringify({ ...json, [name]: `{${name}}` }, null, 2)
}
