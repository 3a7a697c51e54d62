import type { Brush, FontFamily, Size } from '../../paint/brush.ts'
import type { Parsed, Words } from '../../schema/index.ts'
import { readObject } from './data.ts'
import type { LookProps } from './fields.ts'
import { withCode } from './option.ts'
import type { JsonObject } from './option.ts'
import { dashOf, fontStyle, gapOf } from '../shapes.ts'
import type { FontProps } from '../shapes.ts'
import { dataWords, wordsFor } from '../words.ts'

/** Which words a chart's labels are: the value with unit, the share in percent, or both after the name. */
export type LabelManner = 'none' | 'value' | 'percent' | 'name' | 'nameValue' | 'namePercent'

/** What a chart hands to its painter: an ECharts option as data, and what the painter writes numbers and words with. */
export interface ChartContent {
  readonly option: JsonObject
  readonly family: FontFamily
  readonly unit: string
  readonly decimals: number
  readonly labels: LabelManner
  /** What the brush painted below it, for a live chart to stand on. */
  readonly ground: { readonly color: string; readonly radius: number; readonly border: number }
  /** A map that must have come before anything can be drawn. */
  readonly map?: { readonly name: string; readonly url: string }
}

export interface ChartPlan {
  readonly option: JsonObject
  readonly labels?: LabelManner
  readonly map?: { readonly name: string; readonly url: string }
  /** Words that stand as a title of their own, whatever the chart's code says of titles. */
  readonly note?: JsonObject
  /** No numbers at all: said in words over the empty axes. */
  readonly isEmpty: boolean
}

/** Nobody reads a mirrored chart. */
export const idleOfChart = (): readonly string[] => ['flipX', 'flipY']

/**
 * Draws a chart's box and hands its content to the chart painter. Data or code that cannot be read are said in words:
 * an empty picture would look like a plant at rest.
 */
export function drawChart<T>(
  brush: Brush, props: LookProps & { readonly option: string }, size: Size, data: Parsed<T>, plan: (data: T) => ChartPlan,
): void {
  drawGround(brush, props, size)
  const code = readObject(props.option)
  if (data.problems || code.problems) return drawWords(brush, props, size, dataWords.invalid)
  if (!(size.width >= smallest) || !(size.height >= smallest)) return
  const planned = plan(data.value)
  const content: ChartContent = {
    option: withNote(withCode(planned.option, code.value), planned.note), family: props.fontFamily, unit: props.unit, decimals: Math.round(props.decimals),
    labels: planned.labels ?? 'value', ground: { color: props.backgroundColor, radius: props.radius, border: props.borderWidth },
    ...(planned.map && { map: planned.map }),
  }
  brush.picture(0, 0, size.width, size.height, { painter: 'chart', key: keyOf(content), data: content })
  if (planned.isEmpty) drawWords(brush, props, size, dataWords.none)
}

function withNote(option: JsonObject, note: JsonObject | undefined): JsonObject {
  return note ? { ...option, title: [option['title'] ?? [], note].flat() } : option
}

type WordsProps = Pick<LookProps, keyof FontProps>

/** Below this no chart can be read; its box stands alone. */
const smallest = 24
const longestKey = 4000

/** Background and border, which the picture leaves to the brush: they stay sharp at every zoom. */
function drawGround(brush: Brush, props: LookProps, size: Size): void {
  const dashed = props.borderStyle === 'solid' ? {} : { dash: dashOf(props.borderStyle, props.borderWidth), gap: gapOf(props.borderStyle, props.borderWidth) }
  const border = Math.min(props.borderWidth, size.width / 2, size.height / 2)
  brush.rect(0, 0, size.width, size.height, {
    fill: props.backgroundColor, stroke: props.borderColor, strokeWidth: border, radius: props.radius, ...dashed,
  })
}

/** Words in the middle of a box, in place of what cannot be shown there. */
export function drawWords(brush: Brush, props: WordsProps, size: Size, words: Words, x = 0, y = 0): void {
  brush.text(x, y, size.width, size.height, wordsFor(words, brush.language), {
    ...fontStyle(props), align: 'center', valign: 'middle', overflow: 'ellipsis',
  })
}

/** The content itself where it is short; of a long one a digest of 64 bits and its length. */
function keyOf(content: ChartContent): string {
  const json = JSON.stringify(content)
  if (json.length <= longestKey) return json
  let [a, b] = [0x811c9dc5, 0x9e3779b9]
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
    b ^= b >>> 13
  }
  return `${json.length} ${(a >>> 0).toString(36)} ${(b >>> 0).toString(36)}`
}
