import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Words } from '../../../contract/entity/field.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import type { Preview } from '../preview.ts'
import type { PastedMessage } from './usePreview.ts'

interface LastMessagesProps {
  readonly preview: Preview
  /** Time of the newest message; null if none has arrived. */
  readonly newestAt: number | null
  readonly device: string | null
  readonly onDevice: (device: string) => void
  readonly pasted: PastedMessage
  readonly onPaste: (message: PastedMessage) => void
  /** Why the last messages cannot be read from the server. */
  readonly failure: Words | null
}

/** Chooses the messages of the preview: the last ones of a device, or a pasted one. */
export function LastMessages({ preview, newestAt, device, onDevice, pasted, onPaste, failure }: LastMessagesProps) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const isPasted = pasted.topic !== ''
  const rejection = isPasted ? preview.rejected.get(pasted.topic) : undefined
  const isUnread = isPasted && preview.devices.length === 0 && rejection === undefined
  return (
    <fieldset className="onboarding-preview">
      <legend>{t('preview.title')}</legend>
      <p role="status" className="onboarding-note">
        {isPasted
          ? t('preview.pasted')
          : failure
            ? localize(failure)
            : newestAt === null
              ? t('preview.waiting')
              : t('preview.newest', { time: formatTime(newestAt) })}
      </p>
      {preview.devices.length > 0 && (
        <Select<string>
          size="small"
          className="onboarding-wide"
          aria-label={t('preview.device')}
          value={device}
          options={preview.devices.map((key) => ({ value: key, label: key }))}
          onChange={onDevice}
        />
      )}
      <Input
        size="small"
        value={pasted.topic}
        placeholder={t('preview.topic')}
        aria-label={t('preview.topic')}
        onChange={({ target }) => onPaste({ ...pasted, topic: target.value.trim() })}
      />
      {isPasted && (
        <Input.TextArea
          className="editor-code"
          value={pasted.payload}
          placeholder={t('preview.payload')}
          aria-label={t('preview.payload')}
          autoSize={{ minRows: 2, maxRows: 8 }}
          onChange={({ target }) => onPaste({ ...pasted, payload: target.value })}
        />
      )}
      {isUnread && <p className="onboarding-fault">{t('preview.noTopic')}</p>}
      {rejection && <p className="onboarding-fault">{localize(rejection)}</p>}
    </fieldset>
  )
}
