import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { routes } from '../../contract/routes.ts'
import { scene } from '../../contract/scada/scene.ts'
import { EntityScreen } from '../crud/EntityScreen.tsx'
import type { ScreenShape } from '../crud/shape.ts'
import { DrawingEditor } from '../fields/DrawingEditor.tsx'
import { DrawingPicture } from '../fields/DrawingPicture.tsx'
import { useStores } from '../stores/root.ts'
import { designPath, detailPath, editPath, runPath } from './paths.ts'
import { DeviceAllot } from './DeviceAllot.tsx'
import { sceneOf } from './sceneRow.ts'
import '../kit/Cards.css'
import './scene.css'

const shape: ScreenShape = {
  entity: scene,
  editors: { devices: DeviceAllot, drawing: DrawingEditor },
  view: (rows, actions) => <ul className="cards">{rows.map((row) => <li key={row.id}><SceneCard row={row} actions={actions(row)} /></li>)}</ul>,
}

/** `/scada/center/scene`: each scene by its drawing, to be designed and run; one without asks for it. */
export function SceneDrawingsPage() {
  const { t } = useTranslation('scene')
  return <EntityScreen shape={{ ...shape, title: t('drawingsTitle') }} />
}

const SceneCard = observer(function SceneCard({ row, actions }: { readonly row: Row; readonly actions: ReactNode }) {
  const { session, projects } = useStores()
  const { t } = useTranslation('scene')
  const { id, name, drawing, project, devices, description } = sceneOf(row)
  return (
    <article className="card" aria-label={name}>
      <Link to={drawing === '' ? editPath(id) : detailPath(id)} className="card-picture" aria-label={t('openNamed', { name })}>
        {drawing === '' ? <span className="drawing-missing">{t('drawing.none')}</span> : <DrawingPicture drawing={drawing} label={name} missing={t('drawing.gone')} />}
      </Link>
      <div className="card-text">
        <h2 title={name}>{name}</h2>
        <p className="card-said">{description || t('none')}</p>
        <p className="card-facts"><span className="card-project">{projects.name(project)}</span><span>{t('deviceCount', { count: devices.length })}</span></p>
      </div>
      <footer className="card-actions">
        {drawing === '' ? <Link to={editPath(id)}><Button type="text" size="small">{t('drawing.bind')}</Button></Link> : (
          <>
            {session.may(routes['drawing.save'].policy, project) && <Link to={designPath(drawing)}><Button type="text" size="small">{t('drawing.design')}</Button></Link>}
            <Link to={runPath(drawing)}><Button type="text" size="small">{t('drawing.run')}</Button></Link>
          </>
        )}
        <span className="card-gap" />{actions}
      </footer>
    </article>
  )
})
