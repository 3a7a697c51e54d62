import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { ListPager } from '../../kit/page/ListPager.tsx'
import type { EntityQuery } from '../../net/entityClient.ts'
import { withPageSize } from '../../stores/entities/pagingQuery.ts'
import type { EntityStore } from '../../stores/entities/entityStore.ts'

interface EntityPagerProps {
  readonly store: EntityStore
  readonly query: EntityQuery
  readonly onQuery: (query: EntityQuery) => void
}

/** Pager of the list. Indicates when the server did not count all rows. */
export const EntityPager = observer(function EntityPager({ store, query, onQuery }: EntityPagerProps) {
  const { t } = useTranslation('crud')
  return (
    <ListPager
      label={t('pages')}
      words={(count) => t(store.atLeast ? 'totalAtLeast' : 'total', { count })}
      page={query.page}
      pageSize={getPageSize(query)}
      sizes={limits.list.pageSizes}
      total={store.total}
      onPage={(page) => onQuery({ ...query, page })}
      onPageSize={(size) => onQuery(withPageSize({ ...query, pageSize: getPageSize(query) }, size, store.total))}
    />
  )
})

const getPageSize = (query: EntityQuery) =>
  limits.list.pageSizes.find((size) => size === query.pageSize) ?? limits.list.pageSize
