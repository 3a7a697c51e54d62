/**
 * Payload of the socket command `alarm`: an alarm was raised, changed or cleared, or returned after it had cleared.
 * Sent to accounts with access to its project.
 */
export interface AlarmEvent {
  readonly id: string
  readonly change: 'raised' | 'changed' | 'cleared' | 'returned'
  readonly project: string
  readonly device: string | null
  readonly fault: string
  readonly level: number
  readonly message: string
  readonly at: number
  readonly status: string
  readonly clearedAt: number | null
}

/** Parses an alarm event of a socket message. Returns null if it is invalid. */
export function readAlarmEvent(data: unknown): AlarmEvent | null {
  if (typeof data !== 'object' || data === null) return null
  const {
    id,
    change,
    project,
    device,
    fault,
    level,
    message,
    at,
    status,
    clearedAt,
  }: Readonly<Record<string, unknown>> = { ...data }
  const isAlarmChange = change === 'raised' || change === 'changed' || change === 'cleared' || change === 'returned'
  if (
    !isAlarmChange ||
    typeof id !== 'string' ||
    typeof project !== 'string' ||
    typeof fault !== 'string' ||
    typeof level !== 'number'
  )
    return null
  if (typeof message !== 'string' || typeof at !== 'number' || typeof status !== 'string') return null
  return {
    id,
    change,
    project,
    device: typeof device === 'string' ? device : null,
    fault,
    level,
    message,
    at,
    status,
    clearedAt: typeof clearedAt === 'number' ? clearedAt : null,
  }
}
