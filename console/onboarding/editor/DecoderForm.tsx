import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { codecNames, codecs } from '../../../contract/mapping/index.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { DecoderTrial } from './DecoderTrial.tsx'
import type { Decoder } from './edits.ts'
import { ChoiceField, Labelled, TextField } from './Fields.tsx'

interface DecoderFormProps {
  readonly decoder: Decoder | undefined
  readonly topic: string
  readonly isDisabled: boolean
  readonly onChange: (decoder: Decoder | undefined) => void
}

const encodings = ['hex', 'base64', 'raw'] as const
const sample = {
  javascript: `const bytes = msgContext.getData('bytes')
return { temperature: ((bytes[0] << 8) | bytes[1]) / 100 }`,
  groovy: `def bytes = msgContext.data.bytes
return [temperature: ((bytes[0] << 8) | bytes[1]) / 100]`,
} as const

/** Decoder of binary payloads: none, a built-in one or a script, which can be tried out. */
export function DecoderForm({ decoder, topic, isDisabled, onChange }: DecoderFormProps) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const handleKind = (kind: string | undefined): void => {
    const { encoding, path, port } = decoder ?? { encoding: 'raw' as const }
    const bytes = { encoding, path, port }
    const codec = codecNames.find((name) => name === kind)
    if (codec) onChange({ kind: 'codec', codec, ...bytes })
    else if (kind === 'javascript' || kind === 'groovy')
      onChange({
        kind: 'script',
        language: kind,
        source: decoder?.kind === 'script' && decoder.language === kind ? decoder.source : sample[kind],
        ...bytes,
      })
    else onChange(undefined)
  }
  return (
    <>
      <div className="onboarding-grid">
        <ChoiceField<string>
          label={t('decoder.title')}
          isOptional
          isDisabled={isDisabled}
          placeholder={t('decoder.none')}
          value={decoder && (decoder.kind === 'codec' ? decoder.codec : decoder.language)}
          options={[
            ...codecNames.map((name) => ({ value: name, label: localize(codecs[name].words) })),
            { value: 'javascript', label: t('decoder.javascript') },
            { value: 'groovy', label: t('decoder.groovy') },
          ]}
          onChange={handleKind}
        />
        {decoder && (
          <>
            <TextField
              label={t('decoder.path')}
              isDisabled={isDisabled}
              placeholder={t('convert.wholePayload')}
              value={decoder.path}
              onChange={(path) => onChange({ ...decoder, path })}
            />
            <ChoiceField
              label={t('convert.encoding')}
              isDisabled={isDisabled}
              value={decoder.encoding}
              options={encodings.map((value) => ({ value, label: t(`convert.encodings.${value}`) }))}
              onChange={(encoding) => encoding && onChange({ ...decoder, encoding })}
            />
            <TextField
              label={t('decoder.portPath')}
              isDisabled={isDisabled}
              placeholder={t('decoder.portExample')}
              value={decoder.port}
              onChange={(port) => onChange({ ...decoder, port })}
            />
          </>
        )}
      </div>
      {decoder?.kind === 'script' && (
        <Labelled label={t('decoder.source')}>
          <Input.TextArea
            className="editor-code"
            aria-label={t('decoder.source')}
            disabled={isDisabled}
            value={decoder.source}
            autoSize={{ minRows: 3, maxRows: 16 }}
            onChange={({ target }) => onChange({ ...decoder, source: target.value })}
          />
        </Labelled>
      )}
      {decoder && <DecoderTrial decoder={decoder} topic={topic} />}
    </>
  )
}
