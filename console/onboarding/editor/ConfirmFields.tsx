import { useTranslation } from 'react-i18next'
import type { MappingCommand, MappingTopic } from '../../../contract/mapping/index.ts'
import { ChoiceField, NumberField, TextField, WordsField } from './Fields.tsx'

type Confirm = NonNullable<MappingCommand['confirm']>

interface ConfirmFieldsProps {
  readonly topics: readonly MappingTopic[]
  readonly value: Confirm | undefined
  readonly isDisabled: boolean
  readonly onChange: (confirm: Confirm) => void
}

const ways = ['report', 'acknowledgement', 'nothing'] as const
const defaultTimeoutS = 10

/** How a device confirms a command: by the reported value, by an answer with words, or not at all. */
export function ConfirmFields({ topics, value = { by: 'nothing' }, isDisabled, onChange }: ConfirmFieldsProps) {
  const { t } = useTranslation('onboarding')
  const handleWay = (by: Confirm['by'] | undefined): void => {
    const timeoutS = value.by === 'nothing' ? defaultTimeoutS : value.timeoutS
    switch (by) {
      case 'report':
        return onChange({ by, timeoutS })
      case 'acknowledgement':
        return onChange({ by, timeoutS, topic: topics[0]?.id ?? '', path: '' })
      case 'nothing':
      case undefined:
        return onChange({ by: 'nothing' })
    }
  }
  return (
    <div className="onboarding-grid">
      <ChoiceField
        label={t('command.confirm')}
        isDisabled={isDisabled}
        value={value.by}
        options={ways.map((way) => ({ value: way, label: t(`command.ways.${way}`) }))}
        onChange={handleWay}
      />
      {value.by !== 'nothing' && (
        <NumberField
          label={t('command.timeout')}
          isDisabled={isDisabled}
          value={value.timeoutS}
          onChange={(timeoutS = 1) => onChange({ ...value, timeoutS })}
        />
      )}
      {value.by === 'report' && (
        <NumberField
          label={t('command.tolerance')}
          isDisabled={isDisabled}
          placeholder="0"
          value={value.tolerance}
          onChange={(tolerance) => onChange({ ...value, tolerance })}
        />
      )}
      {value.by === 'acknowledgement' && (
        <>
          <ChoiceField
            label={t('command.answerTopic')}
            isDisabled={isDisabled}
            value={value.topic}
            options={topics.map(({ id, topic }) => ({ value: id, label: topic }))}
            onChange={(topic = '') => onChange({ ...value, topic })}
          />
          <TextField
            label={t('command.answerPath')}
            isDisabled={isDisabled}
            placeholder={t('convert.wholePayload')}
            value={value.path === '' ? undefined : value.path}
            onChange={(path = '') => onChange({ ...value, path })}
          />
          <WordsField
            label={t('command.okWords')}
            isDisabled={isDisabled}
            placeholder={t('command.okExample')}
            value={value.ok}
            onChange={(ok) => onChange({ ...value, ok: ok && [...ok] })}
          />
          <WordsField
            label={t('command.failedWords')}
            isDisabled={isDisabled}
            placeholder={t('command.failedExample')}
            value={value.failed}
            onChange={(failed) => onChange({ ...value, failed: failed && [...failed] })}
          />
          <TextField
            label={t('command.idPath')}
            isDisabled={isDisabled}
            placeholder={t('command.noPath')}
            value={value.id}
            onChange={(id) => onChange({ ...value, id })}
          />
          <TextField
            label={t('command.codePath')}
            isDisabled={isDisabled}
            placeholder={t('command.noPath')}
            value={value.code}
            onChange={(code) => onChange({ ...value, code })}
          />
        </>
      )}
    </div>
  )
}
