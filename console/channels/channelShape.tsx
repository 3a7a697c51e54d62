import { routes } from '../../contract/routes.ts'
import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { BrowseDialog } from './BrowseDialog.tsx'
import { ChannelState } from './ChannelState.tsx'
import { PointsEditor } from './PointsEditor.tsx'
import { TestDialog } from './TestDialog.tsx'

/** Access channels: point table by protocol, state, test and browser. */
export const channelShape: CustomScreenConfig = {
  editors: { nodes: PointsEditor },
  lead: (row) => <ChannelState row={row} />,
  rowActions: [
    { label: 'channels:test.action', needs: routes['accessChannelState.test'].policy, Dialog: TestDialog },
    { label: 'channels:browse.action', needs: routes['accessChannelState.browse'].policy, Dialog: BrowseDialog },
  ],
}
