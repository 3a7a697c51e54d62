import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { routes } from '../../contract/routes.ts'
import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { DrawingPicture } from '../fields/DrawingPicture.tsx'
import { Card, Cards } from '../kit/page/Card.tsx'
import { designPath, runPath } from '../kit/drawing/drawingPaths.ts'
import { useStores } from '../stores/root.ts'
import { detailPath, editPath } from './paths.ts'
import { sceneEditors } from './sceneEditors.ts'
import { toScene } from './sceneRow.ts'
import './scene.css'

/**
 * `/scada/center/scene`: scenes as cards with their drawings, to design and run. Scenes without a drawing offer to bind
 * one.
 */
export const sceneCardsShape: CustomScreenConfig = {
  editors: sceneEditors,
  view: (rows, actions) => (
    <Cards>
      {rows.map((row) => (
        <SceneCard key={row.id} row={row} actions={actions(row)} />
      ))}
    </Cards>
  ),
}

const SceneCard = observer(function SceneCard({ row, actions }: { readonly row: Row; readonly actions: ReactNode }) {
  const { session, projects } = useStores()
  const { t } = useTranslation('scene')
  const { id, name, drawing, project, devices, description } = toScene(row)
  return (
    <Card
      name={name}
      to={{
        path: drawing === '' ? editPath(id) : detailPath(id),
        label: drawing === '' ? `${t('openNamed', { name })} · ${t('drawing.none')}` : t('openNamed', { name }),
      }}
      description={description || t('none')}
      picture={
        drawing === '' ? (
          <span className="drawing-missing">{t('drawing.none')}</span>
        ) : (
          <DrawingPicture drawing={drawing} label={name} missing={t('drawing.gone')} />
        )
      }
      facts={
        <>
          <span className="card-project">{projects.name(project)}</span>
          <span>{t('deviceCount', { count: devices.length })}</span>
        </>
      }
      actions={
        <>
          {drawing === '' ? (
            <Link to={editPath(id)}>
              <Button type="text" size="small">
                {t('drawing.bind')}
              </Button>
            </Link>
          ) : (
            <>
              {session.may(routes['drawing.save'].policy, project) && (
                <Link to={designPath(drawing)}>
                  <Button type="text" size="small">
                    {t('drawing.design')}
                  </Button>
                </Link>
              )}
              <Link to={runPath(drawing)}>
                <Button type="text" size="small">
                  {t('drawing.run')}
                </Button>
              </Link>
            </>
          )}
          <span className="card-gap" />
          {actions}
        </>
      }
    />
  )
})
