import type { Row } from '../../contract/entity/define.ts'

export const cardKinds = ['value', 'curve', 'dial', 'chart', 'drawing'] as const

/** One card of a dashboard. */
export interface Card {
  readonly kind: (typeof cardKinds)[number]
  readonly label: string
  readonly tag: string
  readonly chart: string
  readonly drawing: string
  readonly min: number
  readonly max: number
  readonly unit: string
  readonly isWide: boolean
}

/** Returns the cards of a dashboard; entries of unknown kinds are dropped. */
export function readCards(row: Row): readonly Card[] {
  const { cards }: Readonly<Record<string, unknown>> = { ...row }
  return Array.isArray(cards) ? cards.flatMap(readCard) : []
}

function readCard(input: unknown): Card[] {
  if (typeof input !== 'object' || input === null) return []
  const {
    kind: kindInput,
    label,
    tag,
    chart,
    drawing,
    min,
    max,
    unit,
    isWide,
  }: Readonly<Record<string, unknown>> = { ...input }
  const kind = cardKinds.find((one) => one === kindInput)
  if (kind === undefined) return []
  return [
    {
      kind,
      label: text(label),
      tag: text(tag),
      chart: text(chart),
      drawing: text(drawing),
      min: typeof min === 'number' ? min : 0,
      max: typeof max === 'number' ? max : 100,
      unit: text(unit),
      isWide: isWide === true,
    },
  ]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const divisions = [10, 8, 6, 5, 4] as const
const tidySteps = [1, 2, 2.5, 5, 10] as const

/** Number of divisions of a gauge that yields round labels, for example steps of 1 from 0 to 8 instead of 0.8. */
export function computeDivisions(min: number, max: number): number {
  const isTidy = (parts: number): boolean => {
    const step = (max - min) / parts
    const leading = step / 10 ** Math.floor(Math.log10(step))
    return tidySteps.some((tidy) => Math.abs(leading - tidy) < 1e-9)
  }
  return divisions.find(isTidy) ?? divisions[0]
}
