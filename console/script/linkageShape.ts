import type { OwnShape } from '../crud/shape.ts'
import { LinkageRuns } from './LinkageRuns.tsx'
import './script.css'

const renewMs = 5_000

/** The scene linkages; each has its runs at hand. */
export const linkageShape: OwnShape = {
  rowActions: [{ label: 'script:runs', Dialog: LinkageRuns }],
  // Runs come by themselves: the list says the last one.
  renewMs: () => renewMs,
}
