import { Link } from 'react-router-dom'
import { trend } from '../../../contract/platform/trend.ts'
import { type CustomScreenConfig, getTitle } from '../../crud/config/screenConfig.ts'
import { trendPath } from '../trendPaths.ts'

/** List of saved trends; the name opens the trend. */
export const trendListShape: CustomScreenConfig = {
  cells: { name: (row) => <Link to={trendPath({ id: row.id })}>{getTitle(trend, row)}</Link> },
  rowActions: [{ label: 'trend:open', to: ({ id }) => trendPath({ id }) }],
}
