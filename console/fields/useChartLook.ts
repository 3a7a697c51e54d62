import { useMemo } from 'react'
import { chartLook } from '../kit/chart/look.ts'
import { useStores } from '../stores/root.ts'
import { getPalette } from '../styles/palette.ts'

/** Chart theme in the colours of the console. Call in an observer. */
export function useChartLook(): Readonly<Record<string, unknown>> {
  const {
    preferences: { theme, edition },
  } = useStores()
  return useMemo(() => chartLook(getPalette(theme, edition), theme), [theme, edition])
}
