import { fontFamily } from '../../styles/antdTheme.ts'
import type { Palette } from '../../styles/palette.ts'

/**
 * Colours of additional series; the first uses the accent colour. They differ in lightness, and none represents a
 * state.
 */
const further = {
  light: ['#7d9a3c', '#8a5a83', '#3f8f8b', '#b07d3f', '#5c6c9e', '#6d6f73'],
  dark: ['#a9c46c', '#c193bb', '#74c0bb', '#d9ab71', '#9aaad8', '#a3a6aa'],
} as const

/** ECharts theme in the colours of the console. Settings of an option take precedence. */
export function createChartTheme(color: Palette, theme: 'light' | 'dark'): Readonly<Record<string, unknown>> {
  const axis = {
    axisLine: { lineStyle: { color: color.lineStrong } },
    axisTick: { lineStyle: { color: color.lineStrong } },
    axisLabel: { color: color.inkSoft, fontSize: 11 },
    splitLine: { lineStyle: { color: color.line } },
    nameTextStyle: { color: color.inkFaint, fontSize: 11 },
  }
  return {
    color: [color.accent, ...further[theme]],
    backgroundColor: 'transparent',
    textStyle: { color: color.ink, fontFamily },
    title: { textStyle: { color: color.ink, fontSize: 14 }, subtextStyle: { color: color.inkSoft } },
    legend: { textStyle: { color: color.inkSoft, fontSize: 12 }, inactiveColor: color.inkFaint },
    tooltip: { backgroundColor: color.surface, borderColor: color.line, textStyle: { color: color.ink, fontSize: 12 } },
    categoryAxis: axis,
    valueAxis: axis,
    timeAxis: axis,
    logAxis: axis,
    gauge: {
      axisLine: { lineStyle: { color: [[1, color.line]] } },
      axisLabel: { color: color.inkSoft },
      detail: { color: color.ink },
      title: { color: color.inkSoft },
    },
    pie: { label: { color: color.ink } },
  }
}
