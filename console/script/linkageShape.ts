import type { OwnShape } from '../crud/shape.ts'
import { LinkageRows } from './LinkageRows.tsx'
import { LinkageRuns } from './LinkageRuns.tsx'
import './script.css'

const renewMs = 5_000

/** The scene linkages; each has its runs at hand, and is made of what its devices have. */
export const linkageShape: OwnShape = {
  editors: { triggers: LinkageRows, actions: LinkageRows },
  rowActions: [{ label: 'script:runs', Dialog: LinkageRuns }],
  // Runs come by themselves: the list says the last one.
  renewMs: () => renewMs,
}
