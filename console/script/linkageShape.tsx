import { routes } from '../../contract/routes.ts'
import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { LinkageProblem } from './LinkageProblem.tsx'
import { LinkageRehearsalDialog } from './LinkageRehearsal.tsx'
import { LinkageRows } from './LinkageRows.tsx'
import { LinkageRuns } from './LinkageRuns.tsx'
import { QuietPeriod } from './QuietPeriod.tsx'
import { formatQuietPeriod } from './quietPeriodText.ts'
import './script.css'

const renewMs = 5_000

/** Scene linkages with their runs and custom editors for triggers and actions. */
export const linkageShape: CustomScreenConfig = {
  clock: 'periods',
  editors: { triggers: LinkageRows, actions: LinkageRows },
  // The number alone is meaningless without the unit of the other column.
  texts: { silence: formatQuietPeriod },
  cells: { silence: (row) => <QuietPeriod row={row} />, problem: (row) => <LinkageProblem row={row} /> },
  mergedFields: ['silenceUnit'],
  rowActions: [
    { label: 'script:runs', Dialog: LinkageRuns },
    { label: 'script:editor.rehearse', needs: routes['linkage.rehearse'].policy, Dialog: LinkageRehearsalDialog },
  ],
  // Runs happen automatically; refresh to show the last one.
  renewMs: () => renewMs,
}
