/** End and reason of a manual setting. `until` null: the next point of the program. */
export interface ManualEnd {
  readonly until: number | null
  readonly reason: string
}

/** Until the next point, without a reason. */
export const nextPoint: ManualEnd = { until: null, reason: '' }

/** The part of a request that carries end and reason. */
export const toManualBody = ({ until, reason }: ManualEnd) => ({
  ...(until === null ? {} : { until }),
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
})
