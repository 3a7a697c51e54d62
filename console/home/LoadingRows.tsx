import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'

/** In the place of rows that are not here yet. */
export function LoadingRows({ rows }: { readonly rows: number }) {
  const { t } = useTranslation('home')
  return <div className="home-coming-rows" role="status" aria-label={t('coming')}><Skeleton active title={false} paragraph={{ rows, width: '100%' }} /></div>
}
