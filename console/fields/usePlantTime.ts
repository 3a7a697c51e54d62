import type { Row } from '../../contract/entity/define.ts'
import { formatTime } from '../kit/formatTime.ts'
import { useStores } from '../stores/root.ts'

/** Says a time of the plant by its project's clock; for an observer. Before that clock is known it says none: by this browser's it may be another day. */
export function usePlantTime(): (at: number, project: Row['project'], pattern?: string) => string {
  const { projects, zones } = useStores()
  return (at, project, pattern) => (projects.isKnown ? formatTime(at, pattern, zones.of(project)) : '–')
}
