/** One figure, and what it is held against where the issue names one. */
export interface Figure {
  readonly measure: string
  readonly value: number
  readonly unit: string
  readonly atMost?: number
  readonly atLeast?: number
  readonly median?: number
  readonly first?: number
  /** What server and database computed for one, whatever else the machine did. */
  readonly cpuMs?: number
  /** Of an import: until its check was answered. */
  readonly checkS?: number
}

/** With what of its bound is used up: 1 is all of it. */
export function judged({ atMost, atLeast, ...figure }: Figure) {
  const ratio = atMost === undefined ? (atLeast === undefined ? undefined : atLeast / figure.value) : atMost === 0 ? figure.value : figure.value / atMost
  return {
    ...figure, ...(atMost === undefined ? {} : { atMost }), ...(atLeast === undefined ? {} : { atLeast }),
    ...(ratio === undefined ? {} : { ratio: Math.round(ratio * 100) / 100, met: atMost === 0 ? figure.value === 0 : ratio <= 1 }),
  }
}

/** The table that a person reads. */
export function lines(figures: readonly Figure[]): string {
  return figures.map((figure) => {
    const { measure, value, unit, ratio, met, cpuMs } = judged(figure)
    const verdict = met === undefined ? '' : met ? 'reached' : 'MISSED'
    return `${verdict.padEnd(8)}${measure.padEnd(54)}${String(value).padStart(8)} ${unit.padEnd(9)} ${ratio === undefined ? '' : `${ratio} of the bound`.padEnd(20)}${cpuMs === undefined ? '' : `cpu ${cpuMs} ms`}`.trimEnd()
  }).join('\n')
}
