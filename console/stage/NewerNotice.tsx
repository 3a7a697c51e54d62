import { InfoCircleOutlined } from '@ant-design/icons'
import { drawingVersion } from '@mimic/engine/document'
import { useTranslation } from 'react-i18next'
import './NewerNotice.css'

interface NewerNoticeProps {
  /** Of the drawing's file. */
  readonly version: number
  /** Where it stands: over a running drawing, or above one that would be designed. */
  readonly purpose: 'run' | 'design'
}

/** Says of a drawing that a newer program saved that not all of it may be seen, and what is not possible with it here. */
export function NewerNotice({ version, purpose }: NewerNoticeProps) {
  const { t } = useTranslation('stage')
  return (
    <div className="newer-notice" data-purpose={purpose} role="status">
      <InfoCircleOutlined aria-hidden />
      <p><b>{t('newer.title')}</b> {t(`newer.${purpose}`, { version, known: drawingVersion })}</p>
    </div>
  )
}
