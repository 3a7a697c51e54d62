import { EditOutlined, ExpandOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { routes } from '../../contract/routes.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { designPath, runPath } from '../kit/drawing/drawingPaths.ts'
import { useStores } from '../stores/root.ts'
import { DrawingFrame } from '../kit/drawing/DrawingFrame.tsx'
import { editPath } from './paths.ts'
import type { SceneFacts } from './sceneRow.ts'

/** Runs the drawing of the scene. */
export const SceneDrawing = observer(function SceneDrawing({
  facts: { id, name, drawing, project },
}: {
  readonly facts: SceneFacts
}) {
  const { session } = useStores()
  const { t } = useTranslation('scene')
  if (drawing === '') {
    return (
      <EmptyPanel tone="empty" title={t('drawing.none')} text={t('drawing.noneText')}>
        <Link to={editPath(id)}>
          <Button type="primary">{t('drawing.bind')}</Button>
        </Link>
      </EmptyPanel>
    )
  }
  return (
    <div className="scene-drawing">
      <div className="scene-drawing-tools">
        {session.may(routes['drawing.save'].policy, project) && (
          <Link to={designPath(drawing)}>
            <Button size="small" icon={<EditOutlined aria-hidden />}>
              {t('drawing.design')}
            </Button>
          </Link>
        )}
        <Link to={runPath(drawing)}>
          <Button size="small" icon={<ExpandOutlined aria-hidden />}>
            {t('drawing.full')}
          </Button>
        </Link>
      </div>
      <DrawingFrame src={runPath(drawing)} label={t('drawing.frame', { name })} />
    </div>
  )
})
