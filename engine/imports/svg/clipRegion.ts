import type { Box } from '../../geometry/index.ts'
import type { Corners } from '../outline.ts'

/** The area that a clip path shows. */
export interface SvgClipRegion {
  /** Bounding box; null if nothing is visible. */
  readonly box: Box | null
  /** The exact area if it is a single outline, else null. */
  readonly ring: Corners | null
}
