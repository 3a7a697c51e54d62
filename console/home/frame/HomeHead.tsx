import { ReloadOutlined } from '@ant-design/icons'
import { Button, Select, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/root.ts'
import { maxActiveAlarms } from '../model/activeAlarms.ts'
import type { Home } from './useHome.ts'

/** Header of a home page: title, project filter and refresh. */
export const HomeHead = observer(function HomeHead({
  title,
  home: { project, setProject, overview },
  children,
}: {
  readonly title: string
  readonly home: Home
  readonly children?: ReactNode
}) {
  const { projects } = useStores()
  const { t } = useTranslation('home')
  return (
    <header className="home-head">
      <h1>{title}</h1>
      {projects.list.length > 1 && (
        <Select
          className="home-project"
          aria-label={t('project')}
          value={project ?? ''}
          onChange={(next) => setProject(next || undefined)}
          options={[
            { value: '', label: t('allProjects') },
            ...projects.list.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {children}
      {overview.active.isCut && (
        <span className="home-hint" role="status">
          {t('activeCut', { count: maxActiveAlarms })}
        </span>
      )}
      <span className="home-gap" />
      {overview.failure && (
        <span className="home-failure" role="alert">
          {t('failed')}
        </span>
      )}
      <Tooltip title={t('refresh')}>
        <Button
          type="text"
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('refresh')}
          onClick={() => overview.refresh()}
        />
      </Tooltip>
    </header>
  )
})
