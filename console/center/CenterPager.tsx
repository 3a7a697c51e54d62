import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { ListPager } from '../kit/page/ListPager.tsx'
import type { DrawingQuery } from '../stores/drawings/drawingQuery.ts'
import { withPageSize } from '../stores/entities/pagingQuery.ts'
import { useStores } from '../stores/root.ts'

interface CenterPagerProps {
  readonly query: DrawingQuery
  readonly onQuery: (query: DrawingQuery) => void
}

export const CenterPager = observer(function CenterPager({ query, onQuery }: CenterPagerProps) {
  const { drawings } = useStores()
  const { t } = useTranslation('center')
  return (
    <ListPager
      label={t('pages')}
      words={(count) => t('total', { count })}
      page={query.page}
      pageSize={query.pageSize}
      sizes={limits.list.pageSizes}
      total={drawings.total}
      onPage={(page) => onQuery({ ...query, page })}
      onPageSize={(size) => onQuery(withPageSize(query, size, drawings.total))}
    />
  )
})
