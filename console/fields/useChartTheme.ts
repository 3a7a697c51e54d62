import { useMemo } from 'react'
import { createChartTheme } from '../kit/chart/chartTheme.ts'
import { useStores } from '../stores/root.ts'
import { getPalette } from '../styles/palette.ts'

/** Chart theme in the colours of the console. Call in an observer. */
export function useChartTheme(): Readonly<Record<string, unknown>> {
  const {
    preferences: { theme, edition },
  } = useStores()
  return useMemo(() => createChartTheme(getPalette(theme, edition), theme), [theme, edition])
}
