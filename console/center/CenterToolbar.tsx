import {
  AppstoreOutlined,
  PlusOutlined,
  ReloadOutlined,
  StarFilled,
  StarOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Button, Segmented, Select, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { routes } from '../../contract/routes.ts'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import type { DrawingQuery } from '../stores/drawings/drawingQuery.ts'
import { useStores } from '../stores/root.ts'

interface CenterToolbarProps {
  readonly query: DrawingQuery
  readonly onQuery: (query: DrawingQuery) => void
  readonly onCreate: () => void
}

/** Search box, project filter, view switch and the button for a new drawing. */
export const CenterToolbar = observer(function CenterToolbar({ query, onQuery, onCreate }: CenterToolbarProps) {
  const { drawings, projects, session } = useStores()
  const { t } = useTranslation('center')
  const mayCreate = projects.list.some(({ id }) => session.may(routes['drawing.create'].policy, id))
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
        aria-label={t('project')}
        value={query.project}
        options={[
          { value: '', label: t('allProjects') },
          ...projects.list.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(project) => onQuery({ ...query, project, page: 1 })}
      />
      <Button
        icon={query.isFavourite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        aria-pressed={query.isFavourite}
        onClick={() => onQuery({ ...query, isFavourite: !query.isFavourite, page: 1 })}
      >
        {t('favourite.only')}
      </Button>
      <span className="list-gap" />
      <Tooltip title={t('reload')}>
        <Button aria-label={t('reload')} icon={<ReloadOutlined aria-hidden />} onClick={() => void drawings.reload()} />
      </Tooltip>
      <Segmented
        aria-label={t('view.label')}
        value={drawings.view}
        options={[
          { value: 'card', icon: <AppstoreOutlined aria-hidden />, label: t('view.card') },
          { value: 'list', icon: <UnorderedListOutlined aria-hidden />, label: t('view.list') },
        ]}
        onChange={(view) => drawings.setView(view === 'list' ? 'list' : 'card')}
      />
      {mayCreate && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onCreate}>
          {t('create.open')}
        </Button>
      )}
    </div>
  )
})
