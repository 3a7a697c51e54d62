import { choice, color, flag, number, text } from '../../schema/index.ts'
import type { FieldValues } from '../../schema/index.ts'
import { dataFields } from '../dataFields.ts'
import { backgroundField, borderFields, fontFields, radiusField } from '../fields.ts'
import { theme } from '../theme.ts'

/** Maximum length of chart data stored in the drawing, in characters. The runtime limits data from feeds. */
const dataLength = 20_000

/** Data source of a chart: stored in the drawing, bound to a text tag, or requested periodically. */
export const chartDataFields = {
  data: text(
    { en: 'Data (JSON)', zh: '数据（JSON）' },
    {
      format: 'json',
      maxLength: dataLength,
      group: 'data',
      hint: {
        en: 'For example {"xdata":["Mon","Tue"],"ydata":[{"name":"Line 1","data":[3,4]}]} or [{"name":"A","value":3}].',
        zh: '格式如 {"xdata":["周一","周二"],"ydata":[{"name":"一线","data":[3,4]}]} 或 [{"name":"A","value":3}]。',
      },
    },
  ),
  ...dataFields,
  everySeconds: { ...dataFields.everySeconds, default: 30 },
}

/** An ECharts option that overrides the one generated from the fields. */
export const chartCodeField = {
  option: text(
    { en: 'Chart code (JSON)', zh: '图表代码（JSON）' },
    {
      format: 'json',
      maxLength: dataLength,
      group: 'data',
      bindable: false,
      isCode: true,
      hint: {
        en: 'ECharts options that override the chart made from the properties. Functions and external URLs are ignored.',
        zh: 'ECharts 配置项，覆盖由属性生成的图表；其中的函数和外部地址会被忽略。',
      },
    },
  ),
}

/** Fields that all charts have. */
export const chartStyleFields = {
  text: text({ en: 'Title', zh: '标题' }, { maxLength: 200, format: 'line' }),
  unit: text({ en: 'Unit', zh: '单位' }, { maxLength: 20, format: 'line', group: 'value' }),
  decimals: number({ en: 'Decimals', zh: '小数位数' }, { default: 1, min: 0, max: 6, group: 'value' }),
  fontFamily: fontFields.fontFamily,
  fontSize: number({ en: 'Font size', zh: '字号' }, { default: 12, min: 6, max: 100, unit: 'px', group: 'text' }),
  fontColor: color({ en: 'Font colour', zh: '文字颜色' }, { default: theme.inkMuted, group: 'text' }),
  fontWeight: fontFields.fontWeight,
  fontItalic: fontFields.fontItalic,
  backgroundColor: { ...backgroundField.backgroundColor, default: '#f7f8f9ff' },
  borderWidth: { ...borderFields.borderWidth, default: 1 },
  borderStyle: borderFields.borderStyle,
  borderColor: { ...borderFields.borderColor, default: '#cfd5daff' },
  radius: { ...radiusField.radius, default: 3 },
}

const palettes = {
  muted: ['#3f6f94ff', '#9aa4adff', '#b0905fff', '#6d9482ff', '#85759bff', '#545e68ff', '#7fa3bdff', '#c2b8a3ff'],
  vivid: ['#1677ffff', '#fa8c16ff', '#13a8a8ff', '#722ed1ff', '#7cb305ff', '#c41d7fff', '#36a3ffff', '#ad6800ff'],
} as const

/** Colours of series and slices: a built-in palette or six custom colours. */
export const paletteFields = {
  palette: choice(
    { en: 'Colours', zh: '配色' },
    {
      default: 'muted',
      options: [
        { value: 'muted', words: { en: 'Muted', zh: '柔和' } },
        { value: 'vivid', words: { en: 'Vivid', zh: '鲜明' } },
        { value: 'own', words: { en: 'Custom colours', zh: '自定义' } },
      ],
    },
  ),
  color1: color({ en: 'Colour 1', zh: '颜色 1' }, { default: palettes.muted[0], gradient: true }),
  color2: color({ en: 'Colour 2', zh: '颜色 2' }, { default: palettes.muted[1], gradient: true }),
  color3: color({ en: 'Colour 3', zh: '颜色 3' }, { default: palettes.muted[2], gradient: true }),
  color4: color({ en: 'Colour 4', zh: '颜色 4' }, { default: palettes.muted[3], gradient: true }),
  color5: color({ en: 'Colour 5', zh: '颜色 5' }, { default: palettes.muted[4], gradient: true }),
  color6: color({ en: 'Colour 6', zh: '颜色 6' }, { default: palettes.muted[5], gradient: true }),
}

export const legendField = {
  legend: choice(
    { en: 'Legend', zh: '图例' },
    {
      default: 'top',
      options: [
        { value: 'none', words: { en: 'None', zh: '不显示' } },
        { value: 'top', words: { en: 'Above', zh: '上方' } },
        { value: 'bottom', words: { en: 'Below', zh: '下方' } },
        { value: 'right', words: { en: 'On the right', zh: '右侧' } },
      ],
    },
  ),
}

/** Value axis, grid and limit lines of a chart. */
export const axisFields = {
  yName: text({ en: 'Value axis name', zh: '数值轴名称' }, { maxLength: 60, format: 'line' }),
  isFitted: flag(
    { en: 'Fit axis to data', zh: '坐标轴适应数据' },
    {
      default: true,
      group: 'value',
      hint: {
        en: 'The axis ends at the data; otherwise at minimum and maximum.',
        zh: '坐标轴范围由数据决定；否则取最小值和最大值。',
      },
    },
  ),
  min: number({ en: 'Minimum', zh: '最小值' }, { default: 0, min: -1e9, max: 1e9, group: 'value' }),
  max: number({ en: 'Maximum', zh: '最大值' }, { default: 100, min: -1e9, max: 1e9, group: 'value' }),
  tickInterval: number(
    { en: 'Tick interval', zh: '刻度间隔' },
    { default: 0, min: 0, max: 1e9, group: 'value', hint: { en: '0: automatic.', zh: '0 为由图表自动选择。' } },
  ),
  showLimits: flag({ en: 'Show limits', zh: '显示限值线' }, { group: 'value' }),
  lowLimit: number({ en: 'Low limit', zh: '下限' }, { default: 10, min: -1e9, max: 1e9, group: 'value' }),
  highLimit: number({ en: 'High limit', zh: '上限' }, { default: 90, min: -1e9, max: 1e9, group: 'value' }),
  limitColor: color({ en: 'Limit colour', zh: '限值线颜色' }, { default: '#b4574eff' }),
  showGrid: flag({ en: 'Grid lines', zh: '网格线' }, { default: true }),
  gridColor: color({ en: 'Grid colour', zh: '网格颜色' }, { default: '#e1e5e9ff' }),
  axisColor: color({ en: 'Axis colour', zh: '坐标轴颜色' }, { default: '#9aa4adff' }),
}

/** Category axis of a chart. */
export const alongFields = {
  xName: text({ en: 'Category axis name', zh: '类目轴名称' }, { maxLength: 60, format: 'line' }),
  xKind: choice(
    { en: 'Category axis', zh: '类目轴类型' },
    {
      default: 'category',
      options: [
        { value: 'category', words: { en: 'Names', zh: '类目' } },
        { value: 'time', words: { en: 'Time', zh: '时间' } },
        { value: 'number', words: { en: 'Numbers', zh: '数值' } },
      ],
    },
  ),
}

/** Line style of a series. */
export const strokeFields = {
  lineWidth: number({ en: 'Line width', zh: '线宽' }, { default: 2, min: 0.5, max: 20, unit: 'px' }),
  showPoints: flag({ en: 'Show points', zh: '显示数据点' }),
  areaOpacity: number({ en: 'Area fill', zh: '面积填充' }, { default: 0, min: 0, max: 100, unit: '%' }),
}

export const stackFields = {
  isStacked: flag({ en: 'Stack series', zh: '堆叠' }),
  showLabels: flag({ en: 'Show values', zh: '显示数值' }),
}

/** Values of `chartLookFields`: title, unit, fonts, background and border. */
export type ChartStyleProps = FieldValues<typeof chartStyleFields>
/** Values of `axisFields`: value axis, grid and limit lines. */
export type AxisProps = FieldValues<typeof axisFields>
/** Values of `alongFields`: name and kind of the category axis. */
export type AlongProps = FieldValues<typeof alongFields>
/** Values of `strokeFields`: line width in px, point markers and area opacity in percent. */
export type StrokeProps = FieldValues<typeof strokeFields>
/** Values of `paletteFields`: the selected palette and the six custom colours. */
export type PaletteProps = FieldValues<typeof paletteFields>
/** Value of `legendField`: position of the legend. */
export type LegendProps = FieldValues<typeof legendField>

/** Returns the colours that series use in turn. */
export function getColors(props: PaletteProps): readonly string[] {
  return props.palette === 'own'
    ? [props.color1, props.color2, props.color3, props.color4, props.color5, props.color6]
    : palettes[props.palette]
}
