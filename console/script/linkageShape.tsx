import type { CustomScreenConfig } from '../crud/screenConfig.ts'
import { LinkageRows } from './LinkageRows.tsx'
import { LinkageRuns } from './LinkageRuns.tsx'
import { QuietPeriod } from './QuietPeriod.tsx'
import { silenceWords } from './silenceWords.ts'
import './script.css'

const renewMs = 5_000

/** The scene linkages; each has its runs at hand, and is made of what its devices have. */
export const linkageShape: CustomScreenConfig = {
  clock: 'periods',
  editors: { triggers: LinkageRows, actions: LinkageRows },
  // A figure whose unit stands in another column says nothing by itself.
  texts: { silence: silenceWords },
  cells: { silence: (row) => <QuietPeriod row={row} /> },
  saidAlong: ['silenceUnit'],
  rowActions: [{ label: 'script:runs', Dialog: LinkageRuns }],
  // Runs come by themselves: the list says the last one.
  renewMs: () => renewMs,
}
