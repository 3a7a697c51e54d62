import { Link } from 'react-router-dom'
import { scene } from '../../contract/scada/scene.ts'
import { type CustomScreenConfig, getTitle, getValue } from '../crud/config/screenConfig.ts'
import { detailPath, editPath, variablesPath } from './paths.ts'
import { sceneEditors } from './sceneEditors.ts'
import './scene.css'

/** Scene list with links to details, edit page and variables. */
export const sceneListShape: CustomScreenConfig = {
  cells: {
    name: (row) => (
      <Link className="scene-name" to={detailPath(row.id)}>
        {getTitle(scene, row)}
      </Link>
    ),
    devices: (row) => <Count value={getValue(row, 'devices')} />,
  },
  editors: sceneEditors,
  rowActions: [
    { label: 'scene:open', to: ({ id }) => detailPath(id) },
    { label: 'scene:changePage', needs: 'update', to: ({ id }) => editPath(id) },
    { label: 'scene:variables', to: ({ id }) => variablesPath(id) },
  ],
}

function Count({ value }: { readonly value: unknown }) {
  return <span className="cell-number">{Array.isArray(value) ? value.length : 0}</span>
}
