import { Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FullPageMessage } from '../kit/FullPageMessage.tsx'
import { useSay } from '../kit/useSay.ts'
import { listPath } from '../kit/drawingPaths.ts'
import type { Opening } from './session/designerStore.ts'

interface OpeningFailedProps {
  readonly opening: Opening & { readonly kind: 'failed' }
  readonly onRetry: () => void
}

/** A drawing that cannot be opened: why, and the way on. */
export function OpeningFailed({ opening: { failure, problems }, onRetry }: OpeningFailedProps) {
  const { t } = useTranslation('designer')
  const say = useSay()
  const isMissing = failure?.error === 'object.missing'
  const place = problems[0]
  return (
    <FullPageMessage
      title={t(isMissing ? 'open.missing' : 'open.failed')}
      text={failure ? say(failure.words) : t('open.invalid')}
      code={place ? `${place.path}: ${place.message}` : (failure?.error ?? '')}
    >
      <Space>
        <Link to={listPath}><Button type={isMissing ? 'primary' : 'default'}>{t('bar.back')}</Button></Link>
        {!isMissing && <Button type="primary" onClick={onRetry}>{t('open.retry')}</Button>}
      </Space>
    </FullPageMessage>
  )
}
