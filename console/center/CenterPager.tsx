import { Grid, Pagination } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { type DrawingQuery, withPageSize } from '../stores/drawingQuery.ts'
import { useStores } from '../stores/root.ts'

interface CenterPagerProps {
  readonly query: DrawingQuery
  readonly onQuery: (query: DrawingQuery) => void
}

/** Total, sizes, previous, pages, next, jumper; fewer page buttons below 992 px (specification, section 9). */
export const CenterPager = observer(function CenterPager({ query, onQuery }: CenterPagerProps) {
  const { drawings } = useStores()
  const { t } = useTranslation('center')
  const isWide = Grid.useBreakpoint().lg ?? true
  if (drawings.total === 0) return null
  return (
    <nav className="center-pager" aria-label={t('pages')}>
      <Pagination
        size="small" current={query.page} pageSize={query.pageSize} total={drawings.total}
        showSizeChanger showQuickJumper showLessItems={!isWide}
        pageSizeOptions={[...limits.list.pageSizes]} showTotal={(count) => t('total', { count })}
        onChange={(page, size) => {
          const pageSize = limits.list.pageSizes.find((known) => known === size) ?? query.pageSize
          onQuery(pageSize === query.pageSize ? { ...query, page } : withPageSize(query, pageSize, drawings.total))
        }}
      />
    </nav>
  )
})
