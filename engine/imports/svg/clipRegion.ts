import type { Box } from '../../geometry/index.ts'
import type { Corners } from '../outline.ts'

/** Where a clip path lets something through. */
export interface SvgClipRegion {
  /** Around all of it; null: nothing comes through. */
  readonly box: Box | null
  /** All of it, where it is one outline. */
  readonly ring: Corners | null
}
