/** One result, with its bound if there is one. */
export interface Figure {
  readonly measure: string
  readonly value: number
  readonly unit: string
  readonly max?: number
  readonly atLeast?: number
  readonly median?: number
  readonly first?: number
  /** CPU time of server and database per operation, independent of other load. */
  readonly cpuMs?: number
  /** Of an import: seconds until the check was answered. */
  readonly checkS?: number
}

/** Adds the ratio to the bound; 1 reaches it exactly. */
export function judged({ max, atLeast, ...figure }: Figure) {
  const ratio =
    max === undefined
      ? atLeast === undefined
        ? undefined
        : atLeast / figure.value
      : max === 0
        ? figure.value
        : figure.value / max
  return {
    ...figure,
    ...(max === undefined ? {} : { atMost: max }),
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(ratio === undefined
      ? {}
      : { ratio: Math.round(ratio * 100) / 100, met: max === 0 ? figure.value === 0 : ratio <= 1 }),
  }
}

/** Returns the results as a text table. */
export function lines(figures: readonly Figure[]): string {
  return figures
    .map((figure) => {
      const { measure, value, unit, ratio, met, cpuMs } = judged(figure)
      const verdict = met === undefined ? '' : met ? 'reached' : 'MISSED'
      return `${verdict.padEnd(8)}${measure.padEnd(54)}${String(value).padStart(8)} ${unit.padEnd(9)} ${ratio === undefined ? '' : `${ratio} of the bound`.padEnd(20)}${cpuMs === undefined ? '' : `cpu ${cpuMs} ms`}`.trimEnd()
    })
    .join('\n')
}
