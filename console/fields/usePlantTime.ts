import type { Row } from '../../contract/entity/define.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useStores } from '../stores/root.ts'

/**
 * Returns a function that formats a time in the time zone of its project. It returns a dash while the zone is unknown,
 * because the browser's zone could show another day. Call in an observer.
 */
export function usePlantTime(): (at: number, project: Row['project'], pattern?: string) => string {
  const { projects, zones } = useStores()
  return (at, project, pattern) => (projects.isKnown ? formatTime(at, pattern, zones.of(project)) : '–')
}
