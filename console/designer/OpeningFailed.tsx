import { Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FullPageMessage } from '../kit/page/FullPageMessage.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { listPath } from '../kit/drawing/drawingPaths.ts'
import type { Opening } from './session/designerStore.ts'

interface OpeningFailedProps {
  readonly opening: Opening & { readonly kind: 'failed' }
  readonly onRetry: () => void
}

/** Error page of a drawing that cannot be opened: the reason, and how to continue. */
export function OpeningFailed({ opening: { failure, problems, newer }, onRetry }: OpeningFailedProps) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const isMissing = failure?.error === 'object.missing'
  const isFinal = isMissing || newer !== null
  const place = problems[0]
  const why = newer ?? failure?.words
  return (
    <FullPageMessage
      title={t(isMissing ? 'open.missing' : 'open.failed')}
      text={why ? localize(why) : t('open.invalid')}
      code={place ? `${place.path}: ${place.message}` : (failure?.error ?? '')}
    >
      <Space>
        <Link to={listPath}>
          <Button type={isFinal ? 'primary' : 'default'}>{t('bar.back')}</Button>
        </Link>
        {!isFinal && (
          <Button type="primary" onClick={onRetry}>
            {t('open.retry')}
          </Button>
        )}
      </Space>
    </FullPageMessage>
  )
}
