import { useStores } from '../stores/root.ts'
import { type Palette, getPalette } from '../styles/palette.ts'

/** Chart colours of the current theme and edition. Call it inside an observer component. */
export function usePalette(): Palette {
  const {
    preferences: { theme, edition },
  } = useStores()
  return getPalette(theme, edition)
}
