import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { createTopicPattern } from './mappingDraft.ts'

interface DeviceLevelProps {
  readonly topic: string
  readonly level: number
  readonly onChange: (level: number) => void
}

/** Choice of the topic level that names the device. */
export function DeviceLevel({ topic, level, onChange }: DeviceLevelProps) {
  const { t } = useTranslation('onboarding')
  return (
    <label className="onboarding-field">
      {t('messages.deviceLevel')}
      <Select<number>
        value={level}
        aria-label={t('messages.deviceLevel')}
        options={topic.split('/').map((name, index) => ({
          value: index,
          label: `${name}  (${createTopicPattern(topic, index)})`,
        }))}
        onChange={onChange}
      />
    </label>
  )
}
