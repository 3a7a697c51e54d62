import { ReloadOutlined } from '@ant-design/icons'
import { Button, Select, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import type { LibraryQuery } from '../stores/drawings/libraryQuery.ts'
import { useStores } from '../stores/root.ts'

interface LibraryToolbarProps {
  readonly query: LibraryQuery
  readonly onQuery: (query: LibraryQuery) => void
}

/** Search box and type filter. */
export const LibraryToolbar = observer(function LibraryToolbar({ query, onQuery }: LibraryToolbarProps) {
  const { library } = useStores()
  const { t } = useTranslation('library')
  const types = query.type === '' || library.types.includes(query.type) ? library.types : [...library.types, query.type]
  return (
    <div className="list-toolbar" role="search">
      <SearchBox
        value={query.search}
        label={t('search')}
        clearWords={t('clear')}
        onSearch={(search) => onQuery({ ...query, search, page: 1 })}
      />
      <Select
        className="list-choice"
        aria-label={t('type')}
        value={query.type}
        options={[{ value: '', label: t('allTypes') }, ...types.map((type) => ({ value: type, label: type }))]}
        onChange={(type) => onQuery({ ...query, type, page: 1 })}
      />
      <span className="list-gap" />
      <Tooltip title={t('reload')}>
        <Button aria-label={t('reload')} icon={<ReloadOutlined aria-hidden />} onClick={() => void library.reload()} />
      </Tooltip>
    </div>
  )
})
