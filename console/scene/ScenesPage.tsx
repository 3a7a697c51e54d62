import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { scene } from '../../contract/scada/scene.ts'
import { EntityScreen } from '../crud/EntityScreen.tsx'
import { type ScreenShape, titleOf, valueOf } from '../crud/shape.ts'
import { useRights } from '../crud/useRights.ts'
import { DrawingEditor } from '../fields/DrawingEditor.tsx'
import { DeviceAllot } from './DeviceAllot.tsx'
import { detailPath, editPath, variablesPath } from './paths.ts'
import './scene.css'

const editors = { devices: DeviceAllot, drawing: DrawingEditor }
const cells: NonNullable<ScreenShape['cells']> = {
  name: (row) => <Link className="scene-name" to={detailPath(row.id)}>{titleOf(scene, row)}</Link>,
  devices: (row) => <Count value={valueOf(row, 'devices')} />,
}

/** The scenes as a list: each leads to what it shows, to its own page of changes and to its variables. */
export function ScenesPage() {
  const { t } = useTranslation('scene')
  const navigate = useNavigate()
  const may = useRights(scene)
  const shape: ScreenShape = {
    entity: scene,
    cells, editors,
    rowActions: (row) => [
      { key: 'open', label: t('open'), onClick: () => void navigate(detailPath(row.id)) },
      ...(may('update', row.project) ? [{ key: 'change', label: t('changePage'), onClick: () => void navigate(editPath(row.id)) }] : []),
      { key: 'variables', label: t('variables'), onClick: () => void navigate(variablesPath(row.id)) },
    ],
  }
  return <EntityScreen shape={shape} />
}

function Count({ value }: { readonly value: unknown }) {
  return <span className="cell-number">{Array.isArray(value) ? value.length : 0}</span>
}
