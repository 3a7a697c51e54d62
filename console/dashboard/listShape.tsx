import { Link } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { dashboard } from '../../contract/platform/dashboards.ts'
import { type CustomScreenConfig, getTitle } from '../crud/config/screenConfig.ts'

/** Dashboard list; "Open" is the first row action. */
export const dashboardListShape: CustomScreenConfig = {
  cells: { name: (row) => <Link to={getPath(row)}>{getTitle(dashboard, row)}</Link> },
  rowActions: [{ label: 'dashboard:open', to: getPath }],
}

function getPath({ id }: Row): string {
  return `/platform/dashboard?id=${id}`
}
