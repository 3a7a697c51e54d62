import { InfoCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../kit/text/formatTime.ts'
import type { Shown } from '../source.ts'
import './PreviewNotice.css'

/** Notice that the page shows a stored revision or an unsaved drawing. */
export function PreviewNotice({ shown }: { readonly shown: Shown }) {
  const { t } = useTranslation('runtime')
  if (shown.kind === 'saved') return null
  return (
    <div className="seen-notice" role="status">
      <InfoCircleOutlined aria-hidden />
      {shown.kind === 'unsaved' ? (
        <p>
          <b>{t('seen.unsaved')}</b> {t('seen.unsavedText')}
        </p>
      ) : (
        <p>
          <b>{t('seen.revision', { revision: shown.revision })}</b>{' '}
          {t('seen.revisionText', { who: shown.savedBy, time: formatTime(shown.savedAt) })}
        </p>
      )}
    </div>
  )
}
