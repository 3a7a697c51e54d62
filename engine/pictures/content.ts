import type { EChartsCoreOption } from 'echarts/core'
import type { ChartContent } from '../components/charts/box.ts'
import { fontFamilies } from '../paint/atlas/glyphs.ts'
import { withNumbers } from './numbers.ts'

/**
 * Returns the data of a chart component.
 * @throws if the data are not a `ChartContent`, which is a programming error.
 */
export function requireContent(data: unknown): ChartContent {
  if (!isContent(data)) throw new Error('a chart is handed a ChartContent')
  return data
}

/**
 * Returns the ECharts option with number formats, fonts and tooltip applied, and without animation or progressive
 * rendering.
 */
export function toOption(content: ChartContent): EChartsCoreOption {
  const whole = withNumbers(content)
  return {
    backgroundColor: 'transparent',
    ...whole,
    animation: false,
    // A progressively rendered chart would be uploaded before it is complete.
    progressive: 0,
    textStyle: { fontFamily: fontFamilies[content.family] },
    ...(whole['tooltip'] !== undefined && {
      tooltip: {
        ...createTooltip(fontFamilies[content.family]),
        ...asObject(whole['tooltip']),
        renderMode: 'richText',
        confine: true,
      },
    }),
  }
}

/** Option shown instead of a map that is loading or could not be loaded. */
export function createPlaceholder(content: ChartContent, words: string): EChartsCoreOption {
  return {
    animation: false,
    backgroundColor: '#e9ecefb0',
    textStyle: { fontFamily: fontFamilies[content.family] },
    title: {
      text: words,
      left: 'center',
      top: 'middle',
      textStyle: { color: '#5f6b76', fontSize: 12, fontWeight: 400 },
    },
  }
}

/**
 * Returns the distinct characters of all texts in an option. The font must have these characters before the chart is
 * painted.
 */
export function collectCharacters(content: ChartContent): string {
  const found = new Set<string>()
  const walk = (value: unknown) => {
    if (found.size > maxCharacters) return
    if (typeof value === 'string') for (const character of value) found.add(character)
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) if (typeof inner !== 'number') walk(inner)
  }
  walk(content.option)
  walk(content.unit)
  return [...found].join('')
}

const maxCharacters = 2000
/** Tooltips are rendered as text on the canvas, never as HTML, because names come from data. */
const createTooltip = (fontFamily: string) => ({
  backgroundColor: '#ffffff',
  borderColor: '#9aa4ad',
  borderWidth: 1,
  padding: [4, 6],
  textStyle: { color: '#2f363d', fontSize: 11, fontFamily },
  axisPointer: { lineStyle: { color: '#7c8792', width: 1, type: [3, 3] } },
})

function isContent(data: unknown): data is ChartContent {
  return (
    typeof data === 'object' &&
    data !== null &&
    'option' in data &&
    typeof data.option === 'object' &&
    'family' in data &&
    'labels' in data
  )
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
