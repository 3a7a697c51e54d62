import { InfoCircleOutlined } from '@ant-design/icons'
import { drawingVersion } from '@mimic/engine/document'
import { useTranslation } from 'react-i18next'
import './NewerNotice.css'

interface NewerNoticeProps {
  /** Version of the drawing format. */
  readonly version: number
  /** Place of the notice: over a running drawing or above the designer. */
  readonly purpose: 'run' | 'design'
}

/**
 * Notice that the drawing was saved by a newer program version and may be shown incompletely, with the resulting
 * restrictions.
 */
export function NewerNotice({ version, purpose }: NewerNoticeProps) {
  const { t } = useTranslation('stage')
  return (
    <div className="newer-notice" data-purpose={purpose} role="status">
      <InfoCircleOutlined aria-hidden />
      <p>
        <b>{t('newer.title')}</b> {t(`newer.${purpose}`, { version, known: drawingVersion })}
      </p>
    </div>
  )
}
