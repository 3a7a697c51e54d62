import { useMemo } from 'react'
import type { MapStyle } from '../kit/map/point.ts'
import { useStores } from '../stores/root.ts'
import { getPalette } from '../styles/palette.ts'

/** Map theme in the colours of the console. Call in an observer. */
export function useMapStyle(): MapStyle {
  const {
    preferences: { theme, edition },
  } = useStores()
  return useMemo(() => {
    const color = getPalette(theme, edition)
    return {
      ground: color.ground,
      land: color.raised,
      line: color.lineStrong,
      ink: color.ink,
      surface: color.surface,
      states: { on: color.accent, off: color.inkFaint, unknown: color.stale, alarm: color.alarm },
    }
  }, [theme, edition])
}
