import { routes } from '../../contract/routes.ts'
import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { BrowseDialog } from './BrowseDialog.tsx'
import { ChannelStateCell } from './ChannelStateCell.tsx'
import { ChannelState } from './ChannelState.tsx'
import { PointsEditor } from './PointsEditor.tsx'
import { TestDialog } from './TestDialog.tsx'

/** Access channels: live state in the list, point table by protocol, state, test and browser. */
export const channelShape: CustomScreenConfig = {
  cells: { isEnabled: (row) => <ChannelStateCell key={row.id} row={row} /> },
  // One line of the longest state; a fault takes more lines.
  cellsPx: { isEnabled: 180 },
  editors: { nodes: PointsEditor },
  lead: (row) => <ChannelState row={row} />,
  rowActions: [
    { label: 'channels:test.action', needs: routes['accessChannelState.test'].policy, Dialog: TestDialog },
    { label: 'channels:browse.action', needs: routes['accessChannelState.browse'].policy, Dialog: BrowseDialog },
  ],
}
