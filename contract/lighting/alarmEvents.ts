/** What the socket's command `alarm` carries: an alarm that began, ended or was handled, told to who may see its project. */
export interface AlarmEvent {
  readonly id: string
  readonly change: 'raised' | 'changed' | 'cleared'
  readonly project: string
  readonly device: string | null
  readonly fault: string
  readonly level: number
  readonly message: string
  readonly at: number
  readonly status: string
  readonly clearedAt: number | null
}

/** The news in a message of the socket; null where it is none. */
export function readAlarmEvent(data: unknown): AlarmEvent | null {
  if (typeof data !== 'object' || data === null) return null
  const { id, change, project, device, fault, level, message, at, status, clearedAt }: Readonly<Record<string, unknown>> = { ...data }
  const isTold = change === 'raised' || change === 'changed' || change === 'cleared'
  if (!isTold || typeof id !== 'string' || typeof project !== 'string' || typeof fault !== 'string' || typeof level !== 'number') return null
  if (typeof message !== 'string' || typeof at !== 'number' || typeof status !== 'string') return null
  return { id, change, project, device: typeof device === 'string' ? device : null, fault, level, message, at, status, clearedAt: typeof clearedAt === 'number' ? clearedAt : null }
}
