import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'

/** Placeholder for rows that are loading. */
export function LoadingRows({ rows }: { readonly rows: number }) {
  const { t } = useTranslation('home')
  return (
    <div className="home-coming-rows" role="status" aria-label={t('coming')}>
      <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
    </div>
  )
}
