import { useStores } from '../stores/root.ts'
import { type Palette, paletteOf } from '../styles/palette.ts'

/** The colours of the theme and the system, for what a chart draws; called inside an observer. */
export function usePalette(): Palette {
  const { preferences: { theme, edition } } = useStores()
  return paletteOf(theme, edition)
}
