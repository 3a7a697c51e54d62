import {
  AppstoreOutlined, CloseCircleFilled, PlusOutlined, ReloadOutlined, SearchOutlined, UnorderedListOutlined,
} from '@ant-design/icons'
import { Button, Input, Segmented, Select, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { routes } from '../../contract/routes.ts'
import type { DrawingQuery } from '../stores/drawingQuery.ts'
import { useStores } from '../stores/root.ts'

interface CenterToolbarProps {
  readonly query: DrawingQuery
  readonly onQuery: (query: DrawingQuery) => void
  readonly onCreate: () => void
}

const pauseMs = 300

/** Search, project, look and the button that makes a new drawing. */
export const CenterToolbar = observer(function CenterToolbar({ query, onQuery, onCreate }: CenterToolbarProps) {
  const { drawings, session } = useStores()
  const { t } = useTranslation('center')
  const mayCreate = drawings.projects.some(({ id }) => session.may(routes['drawing.create'].policy, id))
  return (
    <div className="center-toolbar" role="search">
      <SearchBox value={query.search} label={t('search')} onSearch={(search) => onQuery({ ...query, search, page: 1 })} />
      <Select
        className="center-project" aria-label={t('project')} value={query.project}
        options={[{ value: '', label: t('allProjects') }, ...drawings.projects.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(project) => onQuery({ ...query, project, page: 1 })}
      />
      <span className="center-gap" />
      <Tooltip title={t('reload')}>
        <Button aria-label={t('reload')} icon={<ReloadOutlined aria-hidden />} onClick={() => void drawings.reload()} />
      </Tooltip>
      <Segmented
        aria-label={t('view.label')} value={drawings.view}
        options={[
          { value: 'card', icon: <AppstoreOutlined aria-hidden />, label: t('view.card') },
          { value: 'list', icon: <UnorderedListOutlined aria-hidden />, label: t('view.list') },
        ]}
        onChange={(view) => drawings.lookAs(view === 'list' ? 'list' : 'card')}
      />
      {mayCreate && <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onCreate}>{t('create.open')}</Button>}
    </div>
  )
})

interface SearchBoxProps {
  readonly value: string
  readonly label: string
  readonly onSearch: (text: string) => void
}

/** Searches as one types, after a short pause, and at once on Enter. */
function SearchBox({ value, label, onSearch }: SearchBoxProps) {
  const { t } = useTranslation('center')
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [asked, setAsked] = useState<string | null>(null)
  if (value !== seen) {
    // The address changed: by our own search, while one may be typing on, or by another hand, which the box follows.
    setSeen(value)
    setAsked(null)
    if (value !== asked) setText(value)
  }

  const search = (entered: string): void => {
    if (entered.trim() === (asked ?? value)) return
    setAsked(entered.trim())
    onSearch(entered.trim())
  }
  useEffect(() => {
    const timer = setTimeout(() => search(text), pauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <Input
      className="center-search" aria-label={label} placeholder={label} maxLength={limits.list.searchLength}
      value={text} onChange={(event) => setText(event.target.value)}
      prefix={<SearchOutlined aria-hidden />} allowClear={{ clearIcon: <CloseCircleFilled aria-label={t('clear')} /> }}
      onPressEnter={() => search(text)}
    />
  )
}
