import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { MappingTopic } from '../../../contract/mapping/index.ts'
import { ChoiceField, NumberField, TextField } from './Fields.tsx'
import { DecoderForm } from './DecoderForm.tsx'
import { TimeQualityFields } from './TimeQualityFields.tsx'

interface TopicFormProps {
  readonly topic: MappingTopic
  readonly isDisabled: boolean
  readonly onChange: (topic: MappingTopic) => void
  readonly onRemove: () => void
}

const formats = ['auto', 'json', 'text', 'binary'] as const
const origins = ['topic', 'path', 'key', 'fixed', 'none'] as const

/** A topic: format of its payloads, the device that it names, time stamp, quality and decoder. */
export function TopicForm({ topic, isDisabled, onChange, onRemove }: TopicFormProps) {
  const { t } = useTranslation('onboarding')
  const { device } = topic
  const handleOrigin = (from: (typeof origins)[number] | undefined): void => {
    switch (from) {
      case 'path':
        return onChange({ ...topic, device: { from, path: '' } })
      case 'fixed':
        return onChange({ ...topic, device: { from, key: '' } })
      case 'key':
      case 'none':
        return onChange({ ...topic, device: { from } })
      default:
        return onChange({ ...topic, device: undefined })
    }
  }
  return (
    <div className="onboarding-point" role="group" aria-label={t('topics.formOf', { topic: topic.topic })}>
      <div className="onboarding-grid">
        <TextField
          label={t('topics.topic')}
          isDisabled={isDisabled}
          placeholder={t('topics.example')}
          value={topic.topic}
          onChange={(next = '') => onChange({ ...topic, topic: next })}
        />
        <ChoiceField
          label={t('topics.format')}
          isDisabled={isDisabled}
          value={topic.format ?? 'auto'}
          options={formats.map((value) => ({ value, label: t(`topics.formats.${value}`) }))}
          onChange={(format) => onChange({ ...topic, format })}
        />
        <ChoiceField
          label={t('topics.device')}
          isDisabled={isDisabled}
          value={device?.from ?? 'topic'}
          options={origins.map((value) => ({ value, label: t(`topics.origins.${value}`) }))}
          onChange={handleOrigin}
        />
        {device?.from === 'path' && (
          <TextField
            label={t('topics.devicePath')}
            isDisabled={isDisabled}
            value={device.path}
            onChange={(path = '') => onChange({ ...topic, device: { from: 'path', path } })}
          />
        )}
        {device?.from === 'fixed' && (
          <TextField
            label={t('topics.deviceKey')}
            isDisabled={isDisabled}
            value={device.key}
            onChange={(key = '') => onChange({ ...topic, device: { from: 'fixed', key } })}
          />
        )}
        <TextField
          label={t('topics.each')}
          isDisabled={isDisabled}
          placeholder={t('topics.oneItem')}
          value={topic.each}
          onChange={(each) => onChange({ ...topic, each })}
        />
        <NumberField
          label={t('topics.everyS')}
          isDisabled={isDisabled}
          placeholder="300"
          value={topic.everyS}
          onChange={(everyS) => onChange({ ...topic, everyS })}
        />
      </div>
      <TimeQualityFields
        time={topic.time}
        quality={topic.quality}
        isDisabled={isDisabled}
        onTime={(time) => onChange({ ...topic, time })}
        onQuality={(quality) => onChange({ ...topic, quality })}
      />
      <DecoderForm
        decoder={topic.decoder}
        topic={topic.topic}
        isDisabled={isDisabled}
        onChange={(decoder) => onChange({ ...topic, decoder })}
      />
      <span>
        <Button size="small" disabled={isDisabled} icon={<DeleteOutlined aria-hidden />} onClick={onRemove}>
          {t('topics.remove')}
        </Button>
      </span>
    </div>
  )
}
