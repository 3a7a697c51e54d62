import { EditOutlined, ExpandOutlined } from '@ant-design/icons'
import { Button, Select, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { routes } from '../../contract/routes.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { CallFailure } from '../net/failure.ts'
import { allPages } from '../stores/entities/allPages.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { DrawingFrame } from '../kit/drawing/DrawingFrame.tsx'
import '../kit/page/List.css'
import { designPath, runPath } from '../kit/drawing/drawingPaths.ts'
import './scene.css'

/** Monitoring page: runs the drawings of a project beside the menu, one at a time; `?project=…&id=…` selects it. */
export const MonitorPage = observer(function MonitorPage() {
  const {
    client,
    preferences: { edition },
    projects,
    session,
  } = useStores()
  const { t } = useTranslation('scene')
  const [params, setParams] = useSearchParams()
  const selectedProject = params.get('project') ?? projects.startIn(edition, null)
  const list = useRequest(selectedProject ?? null, (signal) =>
    allPages((page) =>
      client.call('drawing.list', { query: { ...page, project: selectedProject } }, { signal, quiet: true }),
    ),
  )
  const rows = list instanceof CallFailure ? [] : list
  const shown = rows?.find(({ id }) => id === params.get('id')) ?? rows?.[0]
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('monitor.title')}</h1>
        <div className="list-toolbar">
          <Select
            className="list-choice"
            aria-label={t('project')}
            value={selectedProject ?? null}
            options={projects.list.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(project: string) => setParams({ project })}
          />
          {shown && (
            <Select
              showSearch
              optionFilterProp="label"
              className="list-choice"
              aria-label={t('monitor.drawing')}
              value={shown.id}
              options={rows?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              onChange={(id: string) =>
                setParams({ ...(selectedProject === undefined ? {} : { project: selectedProject }), id })
              }
            />
          )}
          <span className="list-gap" />
          {shown && session.may(routes['drawing.save'].policy, shown.project) && (
            <Link to={designPath(shown.id)}>
              <Button icon={<EditOutlined aria-hidden />}>{t('drawing.design')}</Button>
            </Link>
          )}
          {shown && (
            <Link to={runPath(shown.id)}>
              <Button icon={<ExpandOutlined aria-hidden />}>{t('drawing.full')}</Button>
            </Link>
          )}
        </div>
      </header>
      <div className="scene-monitor">
        {rows === null && <Skeleton active className="scene-pad" />}
        {rows !== null && !shown && (
          <EmptyPanel tone="empty" title={t('monitor.none')} text={t('monitor.noneText')}>
            <Link to="/scada/center">
              <Button type="primary">{t('monitor.make')}</Button>
            </Link>
          </EmptyPanel>
        )}
        {shown && (
          <DrawingFrame key={shown.id} src={runPath(shown.id)} label={t('drawing.frame', { name: shown.name })} />
        )}
      </div>
    </div>
  )
})
