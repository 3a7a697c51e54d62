import { ArrowLeftOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { scene } from '../../contract/scada/scene.ts'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields } from '../../contract/entity/field.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { useRights } from '../crud/config/useRights.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { editPath, listPath, variablesPath } from './paths.ts'
import { SceneCameras } from './SceneCameras.tsx'
import { SceneDrawing } from './SceneDrawing.tsx'
import { SceneOverview } from './SceneOverview.tsx'
import { toScene } from './sceneRow.ts'
import { useRow } from './useRow.ts'
import '../kit/page/List.css'
import './scene.css'

const tabs = ['overview', 'drawing', 'video'] as const
type Tab = (typeof tabs)[number]

/** `/scene/list/detail?id=…&tab=…`: a scene with overview, running drawing and cameras. */
export const SceneDetailPage = observer(function SceneDetailPage() {
  const [params, setParams] = useSearchParams()
  const { t } = useTranslation('scene')
  const localize = useLocalized()
  const id = params.get('id') ?? ''
  const tab: Tab = tabs.find((one) => one === params.get('tab')) ?? 'overview'
  const row = useRow(scene, id)
  const may = useRights(scene)
  if (id === '' || row instanceof CallFailure) {
    return (
      <div className="list-page">
        <EmptyPanel
          tone="failed"
          title={t('missing')}
          text={row instanceof CallFailure ? localize(row.words) : t('missingText')}
        >
          <Link to={listPath}>
            <Button type="primary">{t('back')}</Button>
          </Link>
        </EmptyPanel>
      </div>
    )
  }
  if (row === null)
    return (
      <div className="list-page" aria-busy="true">
        <ProgressLine active />
      </div>
    )
  const facts = toScene(row)
  return (
    <div className="list-page">
      <header className="list-head">
        <Link to={listPath}>
          <Button type="text" size="small" icon={<ArrowLeftOutlined aria-hidden />}>
            {t('back')}
          </Button>
        </Link>
        <h1>{facts.name}</h1>
        <SceneState row={row} />
        <div className="list-toolbar">
          <span className="list-gap" />
          <Link to={variablesPath(id)}>
            <Button>{t('variables')}</Button>
          </Link>
          {may('update', row.project) && (
            <Link to={editPath(id)}>
              <Button icon={<EditOutlined aria-hidden />}>{t('changePage')}</Button>
            </Link>
          )}
        </div>
      </header>
      <Tabs
        className="scene-tabs"
        activeKey={tab}
        onChange={(next) => setParams({ id, ...(next === 'overview' ? {} : { tab: next }) }, { replace: true })}
        destroyOnHidden
        items={[
          { key: 'overview', label: t('tab.overview'), children: <SceneOverview row={row} facts={facts} /> },
          { key: 'drawing', label: t('tab.drawing'), children: <SceneDrawing facts={facts} /> },
          { key: 'video', label: t('tab.video'), children: <SceneCameras facts={facts} /> },
        ]}
      />
    </div>
  )
})

function SceneState({ row }: { readonly row: Row }) {
  const fields: EntityFields = scene.fields
  return fields['status'] ? <FieldCell field={fields['status']} value={getValue(row, 'status')} row={row} /> : null
}
