import type { Size } from '../../paint/brush/brush.ts'
import { choice, number, tagPattern, text } from '../../schema/index.ts'
import type { FieldValues, Words } from '../../schema/index.ts'
import { buildAxes, limitLines, timeAxis, valueAxis } from '../charts/axes.ts'
import { drawChart, chartFieldsWithoutEffect } from '../charts/box.ts'
import type { ChartPlan } from '../charts/box.ts'
import { strokeSeries, withLonelyDots } from '../charts/cartesian.ts'
import { readCurves } from '../charts/data.ts'
import type { Curve } from '../charts/data.ts'
import {
  axisFields,
  chartCodeField,
  chartStyleFields,
  getColors,
  legendField,
  paletteFields,
  strokeFields,
} from '../charts/fields.ts'
import { layoutFoot, layoutHead } from '../charts/layout.ts'
import { toPaint } from '../charts/paints.ts'
import { describeCurves } from '../charts/ariaText.ts'
import { dataFields } from '../dataFields.ts'
import { defineComponent } from '../define.ts'
import { sentence, wordsFor, type Language } from '../words.ts'

const maxTags = 12

const fields = {
  tags: text(
    { en: 'Tags, one per line', zh: '点位（每行一个）' },
    {
      format: 'tags',
      maxLength: 2000,
      group: 'data',
      bindable: false,
      hint: { en: `The first ${maxTags} are shown.`, zh: `只显示前 ${maxTags} 个。` },
    },
  ),
  names: text({ en: 'Legend names, one per line', zh: '图例名称（每行一个）' }, { maxLength: 2000, group: 'data' }),
  spanMinutes: number(
    { en: 'Time span', zh: '时间跨度' },
    {
      default: 60,
      min: 1,
      max: 525_600,
      unit: 'min',
      group: 'data',
      hint: { en: 'From so long ago until now.', zh: '从此前多久显示到现在。' },
    },
  ),
  everySeconds: dataFields.everySeconds,
  data: text({ en: 'Data (JSON)', zh: '数据（JSON）' }, { format: 'json', maxLength: 400_000, group: 'data' }),
  ...chartStyleFields,
  ...legendField,
  xName: text({ en: 'Time axis name', zh: '时间轴名称' }, { maxLength: 60, format: 'line' }),
  ...axisFields,
  run: choice(
    { en: 'Between values', zh: '数值之间' },
    {
      default: 'straight',
      options: [
        { value: 'straight', words: { en: 'Straight line', zh: '直线' } },
        { value: 'hold', words: { en: 'Hold the last value', zh: '保持前值' } },
      ],
    },
  ),
  ...strokeFields,
  ...paletteFields,
  ...chartCodeField,
}

/** Recent history of tags as curves. Missing, bad or stale values interrupt the curve. */
export const historyCurve = defineComponent({
  type: 'history-curve',
  words: { en: 'History curve', zh: '历史曲线' },
  alsoCalled: { en: 'trend', zh: '趋势' },
  palette: 'chart',
  showsTimes: true,
  size: { width: 400, height: 220 },
  miniatureColor: 'backgroundColor',
  fields,
  fieldsWithoutEffect: chartFieldsWithoutEffect,
  draw(brush, props, size) {
    drawChart(brush, props, size, readCurves(props.data), (curves) => planChart(props, size, curves, brush.language))
  },
  feeds(props) {
    const tags = parseTags(props.tags).slice(0, maxTags)
    return tags.length === 0
      ? []
      : [
          {
            prop: 'data',
            kind: 'history',
            tags,
            spanMs: Math.round(props.spanMinutes * 60_000),
            everyMs: Math.round(props.everySeconds * 1000),
          },
        ]
  },
  describe(props, language) {
    const curves = readCurves(props.data)
    return sentence(
      [
        describeCurves(props, curves, getNames(props, curves.value ?? []), language),
        surplusIn(props, curves.value ?? [], language),
      ],
      language,
    )
  },
})

type CurveProps = FieldValues<typeof fields>

function parseTags(lines: string): string[] {
  return splitLines(lines).filter((line) => tagPattern.test(line))
}

/** Returns a note with the number of tags that are not shown because there are too many. */
function surplusIn(props: CurveProps, curves: readonly Curve[], language: Language | undefined): string {
  const surplus = parseTags(props.tags)
    .slice(maxTags)
    .filter((tag) => !curves.some(({ name }) => name === tag)).length
  return surplus > 0 ? wordsFor(surplusWords(surplus), language) : ''
}

const surplusWords = (surplus: number): Words => ({
  en: `${surplus} more not shown: ${maxTags} tags at most`,
  zh: `另有 ${surplus} 个点位未显示（最多 ${maxTags} 个）`,
})

function splitLines(lines: string): string[] {
  return lines.split('\n').map((line) => line.trim())
}

function planChart(props: CurveProps, size: Size, curves: readonly Curve[], language: Language | undefined): ChartPlan {
  const names = getNames(props, curves)
  const head = layoutHead(props, size, names, 'line')
  const { room, note } = layoutFoot(props, size, head.room, surplusIn(props, curves, language))
  const newest = curves.reduce(
    (latest, { points }) => points.reduce((at, point) => Math.max(at, point[0]), latest),
    -Infinity,
  )
  const [from, to] = newest > -Infinity ? [newest - props.spanMinutes * 60_000, newest] : [undefined, undefined]
  const limits = limitLines(props)
  const stroke = { ...strokeSeries(props), ...(props.run === 'hold' && { step: 'end' }) }
  return {
    isEmpty: curves.every(({ points }) => points.length === 0),
    ...(note && { note }),
    option: {
      color: getColors(props).map(toPaint),
      title: head.title,
      legend: head.legend,
      tooltip: { trigger: 'axis' },
      ...buildAxes(props, size, room, valueAxis(props, size, props.areaOpacity > 0), timeAxis(props, from, to), {
        isBlank: curves.every(({ points }) => points.every(([, value]) => value === null)),
      }),
      series: curves.map(({ points }, index) => {
        const values = points.map(([, value]) => value)
        return {
          type: 'line',
          name: names[index] ?? '',
          ...stroke,
          ...(props.showPoints ? { data: points } : withLonelyDots(points, values)),
          ...(index === 0 && limits && { markLine: limits }),
        }
      }),
    },
  }
}

/** Returns the given names by line, or else the end of the tag. */
function getNames(props: CurveProps, curves: readonly Curve[]): string[] {
  const tags = splitLines(props.tags)
  const customNames = splitLines(props.names)
  return curves.map(({ name }, index) => {
    const at = tags.indexOf(name)
    const own = customNames[at >= 0 ? at : index]
    return own !== undefined && own !== '' ? own : name.split('/').slice(1).join(' ')
  })
}
