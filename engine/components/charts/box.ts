import type { Brush, FontFamily, Size } from '../../paint/brush/brush.ts'
import type { Parsed, Words } from '../../schema/index.ts'
import { readObject } from './data.ts'
import type { ChartStyleProps } from './fields.ts'
import { withCode } from './option.ts'
import type { JsonObject } from './option.ts'
import { getDash, fontStyle, getGap } from '../shapes.ts'
import type { FontProps } from '../shapes.ts'
import { dataWords, wordsFor } from '../words.ts'

/** Label content: the value with unit, the share in percent, or either of them after the name. */
export type LabelContent = 'none' | 'value' | 'percent' | 'name' | 'nameValue' | 'namePercent'

/** Input of the chart painter: an ECharts option as data, and the settings for numbers and fonts. */
export interface ChartContent {
  readonly option: JsonObject
  readonly family: FontFamily
  readonly unit: string
  readonly decimals: number
  readonly labels: LabelContent
  /** Background painted by the brush below a live chart. */
  readonly ground: { readonly color: string; readonly radius: number; readonly border: number }
  /** A map that must be loaded before the chart can be drawn. */
  readonly map?: { readonly name: string; readonly url: string }
}

/** A chart before the user's chart code is merged: generated ECharts option, label kind and required map. */
export interface ChartPlan {
  readonly option: JsonObject
  readonly labels?: LabelContent
  readonly map?: { readonly name: string; readonly url: string }
  /** Text in a separate title element, independent of titles in the chart code. */
  readonly note?: JsonObject
  /** True if there are no values; the chart then shows a text over empty axes. */
  readonly isEmpty: boolean
}

/** Charts are never mirrored. */
export const chartFieldsWithoutEffect = (): readonly string[] => ['flipX', 'flipY']

/**
 * Draws the box of a chart and passes its content to the chart painter. Invalid data or code is shown as an error text,
 * because an empty chart would look like an idle plant.
 */
export function drawChart<T>(
  brush: Brush,
  props: ChartStyleProps & { readonly option: string },
  size: Size,
  data: Parsed<T>,
  plan: (data: T) => ChartPlan,
): void {
  drawGround(brush, props, size)
  const code = readObject(props.option)
  if (data.problems || code.problems) return drawWords(brush, props, size, dataWords.invalid)
  if (!(size.width >= minChartSize) || !(size.height >= minChartSize)) return
  const planned = plan(data.value)
  const content: ChartContent = {
    option: withNote(withCode(planned.option, code.value), planned.note),
    family: props.fontFamily,
    unit: props.unit,
    decimals: Math.round(props.decimals),
    labels: planned.labels ?? 'value',
    ground: { color: props.backgroundColor, radius: props.radius, border: props.borderWidth },
    ...(planned.map && { map: planned.map }),
  }
  brush.picture(0, 0, size.width, size.height, { painter: 'chart', key: createKey(content), data: content })
  if (planned.isEmpty) drawWords(brush, props, size, dataWords.none)
}

function withNote(option: JsonObject, note: JsonObject | undefined): JsonObject {
  return note ? { ...option, title: [option['title'] ?? [], note].flat() } : option
}

type WordsProps = Pick<ChartStyleProps, keyof FontProps>

/** Minimum size in px of a readable chart. Below it only the box is drawn. */
const minChartSize = 24
const maxKeyLength = 4000

/** Draws background and border with the brush, which keeps them sharp at every zoom. */
function drawGround(brush: Brush, props: ChartStyleProps, size: Size): void {
  const dashed =
    props.borderStyle === 'solid'
      ? {}
      : { dash: getDash(props.borderStyle, props.borderWidth), gap: getGap(props.borderStyle, props.borderWidth) }
  const border = Math.min(props.borderWidth, size.width / 2, size.height / 2)
  brush.rect(0, 0, size.width, size.height, {
    fill: props.backgroundColor,
    stroke: props.borderColor,
    strokeWidth: border,
    radius: props.radius,
    ...dashed,
  })
}

/** Draws a text in the middle of a box that cannot show its content. */
export function drawWords(brush: Brush, props: WordsProps, size: Size, words: Words, x = 0, y = 0): void {
  brush.text(x, y, size.width, size.height, wordsFor(words, brush.language), {
    ...fontStyle(props),
    align: 'center',
    valign: 'middle',
    overflow: 'ellipsis',
  })
}

/** Returns the content itself if it is short, otherwise its length and a 64-bit hash. */
function createKey(content: ChartContent): string {
  const json = JSON.stringify(content)
  if (json.length <= maxKeyLength) return json
  let [a, b] = [0x811c9dc5, 0x9e3779b9]
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
    b ^= b >>> 13
  }
  return `${json.length} ${(a >>> 0).toString(36)} ${(b >>> 0).toString(36)}`
}
