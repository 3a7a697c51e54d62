/** A point that an alarm can watch. */
export interface AlarmPoint {
  readonly identifier: string
  /** Display name; may be empty. */
  readonly label: string
  /** Unit of the value; may be empty. */
  readonly unit: string
}

/** Points of the rows under `properties` of a product, also of an unsaved one. Incomplete rows are ignored. */
export function listPoints(properties: unknown): readonly AlarmPoint[] {
  const points = new Map<string, AlarmPoint>()
  for (const row of Array.isArray(properties) ? properties : []) {
    if (typeof row !== 'object' || row === null) continue
    const { identifier, label, unit }: Readonly<Record<string, unknown>> = row
    if (typeof identifier === 'string' && identifier !== '' && !points.has(identifier))
      points.set(identifier, { identifier, label: toText(label), unit: toText(unit) })
  }
  return [...points.values()]
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
