import * as z from 'zod'
import { limits } from '../limits.ts'
import { parseTag } from '../telemetry/tags.ts'

const { history } = limits
const minuteMs = 60_000
const instant = z.number().int().min(0).max(8.64e15)

/** Axes to which a pen can be assigned by hand. */
export const axisNumbers = [1, 2, 3, 4] as const

/** A curve of a trend. */
const pen = z.object({
  tag: z.string().refine((path) => parseTag(path) !== null),
  /** Display name; empty: the name of the tag. */
  label: z.string().max(100).default(''),
  /** Index of the palette. */
  color: z.number().int().min(0).max(31).default(0),
  line: z.enum(['solid', 'dashed', 'dotted']).default('solid'),
  /** Course between two values; `auto`: steps for switches and set points. */
  course: z.enum(['auto', 'straight', 'step']).default('auto'),
  /** `unit`: pens of the same unit share an axis. */
  axis: z.union([z.literal('unit'), z.literal(axisNumbers)]).default('unit'),
  isHidden: z.boolean().default(false),
})
/** A curve of a trend: its tag and its look. */
export type TrendPen = z.output<typeof pen>

/** Fixed ends of an axis; a missing end is automatic. `axis`: the unit or number of the axis. */
const axisRange = z.object({
  axis: z.string().max(40),
  min: z.number().nullable(),
  max: z.number().nullable(),
})
/** Fixed ends of an axis. */
export type AxisRange = z.output<typeof axisRange>

/** The displayed time: a span that ends now and moves, or a fixed period. Milliseconds. */
const range = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live'), spanMs: z.number().int().min(minuteMs).max(history.spanMs) }),
  z
    .object({ kind: z.literal('fixed'), from: instant, to: instant })
    .refine(({ from, to }) => from < to && to - from <= history.spanMs),
])
/** The displayed time of a trend. */
export type TrendRange = z.output<typeof range>

const definition = z.object({
  pens: z.array(pen).max(history.tags).readonly(),
  axes: z.array(axisRange).max(12).readonly().default([]),
  range: range.default({ kind: 'live', spanMs: 60 * minuteMs }),
  /** Distance of the earlier period that is shown for comparison, in milliseconds; null: none. */
  compareMs: z.number().int().min(minuteMs).max(history.spanMs).nullable().default(null),
})
/** Content of a saved trend. */
export type TrendDefinition = z.output<typeof definition>

export const emptyTrend: TrendDefinition = {
  pens: [],
  axes: [],
  range: { kind: 'live', spanMs: 60 * minuteMs },
  compareMs: null,
}

/** Reads the definition of a saved trend from its JSON; an empty text is an empty trend. Returns null if it is invalid. */
export function parseTrendDefinition(text: string | null | undefined): TrendDefinition | null {
  if (text === null || text === undefined || text.trim() === '') return emptyTrend
  try {
    return definition.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
