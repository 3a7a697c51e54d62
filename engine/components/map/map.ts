import type { Size } from '../../paint/brush/brush.ts'
import { choice, color, flag, number, provinces, text } from '../../schema/index.ts'
import type { FieldValues } from '../../schema/index.ts'
import { drawChart, chartFieldsWithoutEffect } from '../charts/box.ts'
import type { ChartPlan } from '../charts/box.ts'
import { readItems } from '../charts/data.ts'
import type { Item } from '../charts/data.ts'
import { chartCodeField, chartDataFields, chartStyleFields } from '../charts/fields.ts'
import { layoutHead, getTextStyle } from '../charts/layout.ts'
import { toPaint } from '../charts/paints.ts'
import { describeItems } from '../charts/ariaText.ts'
import { requestFeed } from '../dataFields.ts'
import { defineComponent } from '../define.ts'
import { withUnit, writeNumber } from '../scale.ts'
import { englishNames, southIslands } from './provinces.ts'

const fields = {
  province: choice({ en: 'Map', zh: '地图' }, { default: 'china', options: provinces, group: 'data' }),
  mapUrl: text(
    { en: 'Custom map data URL (GeoJSON)', zh: '自定义地图数据地址（GeoJSON）' },
    {
      format: 'url',
      group: 'data',
      bindable: false,
      hint: { en: 'Replaces the province.', zh: '填写后代替所选省份。' },
    },
  ),
  ...chartDataFields,
  ...chartStyleFields,
  isFitted: flag(
    { en: 'Fit colours to data', zh: '颜色适应数据' },
    {
      default: true,
      group: 'value',
      hint: {
        en: 'The colours range from the lowest to the highest value; otherwise from minimum to maximum.',
        zh: '两端颜色取数据的最低与最高值；否则取最小值和最大值。',
      },
    },
  ),
  min: number({ en: 'Minimum', zh: '最小值' }, { default: 0, min: -1e9, max: 1e9, group: 'value' }),
  max: number({ en: 'Maximum', zh: '最大值' }, { default: 100, min: -1e9, max: 1e9, group: 'value' }),
  showScale: flag({ en: 'Show scale', zh: '显示刻度' }, { default: true }),
  showLabels: flag({ en: 'Show region names', zh: '显示区域名称' }),
  language: choice(
    { en: 'Region names', zh: '区域名称语言' },
    {
      default: 'zh',
      options: [
        { value: 'zh', words: { en: 'Chinese', zh: '中文' } },
        { value: 'en', words: { en: 'English (country only)', zh: '英文（仅全国地图）' } },
      ],
    },
  ),
  regionColor: color({ en: 'Region colour', zh: '区域颜色' }, { default: '#e3e7eaff', gradient: true }),
  lineColor: color({ en: 'Border line colour', zh: '区域边界颜色' }, { default: '#9aa4adff' }),
  lowColor: color({ en: 'Colour of the lowest value', zh: '最低值颜色' }, { default: '#d3e0eaff' }),
  highColor: color({ en: 'Colour of the highest value', zh: '最高值颜色' }, { default: '#2f5f84ff' }),
  ...chartCodeField,
}

/** Map of a province, China or a custom region, with regions coloured by value. */
export const map = defineComponent({
  type: 'map',
  words: { en: 'Map', zh: '地图' },
  palette: 'chart',
  size: { width: 400, height: 320 },
  miniatureColor: 'regionColor',
  fields,
  fieldsWithoutEffect: chartFieldsWithoutEffect,
  draw(brush, props, size) {
    drawChart(brush, props, size, readItems(props.data), (items) => planChart(props, size, items))
  },
  feeds: (props) => requestFeed(props, 'data'),
  describe: (props, language) => describeItems(props, readItems(props.data), language, false),
})

type MapProps = FieldValues<typeof fields>

function planChart(props: MapProps, size: Size, items: readonly Item[]): ChartPlan {
  const { title, room } = layoutHead({ ...props, legend: 'none' }, size, [])
  const isCountry = props.mapUrl === '' && props.province === 'china'
  const name = props.mapUrl === '' ? props.province : props.mapUrl
  const isEnglish = isCountry && props.language === 'en'
  const values = items.map(({ value }) => value)
  const [low, high] =
    props.isFitted && values.length > 0 ? [Math.min(...values), Math.max(...values)] : [props.min, props.max]
  const hasScale =
    props.showScale &&
    items.length > 0 &&
    high > low &&
    size.height >= props.fontSize * 15 &&
    size.width >= props.fontSize * 14
  const labelStyle = { ...getTextStyle(props, 0.8), textBorderColor: '#ffffffb0', textBorderWidth: 2 }
  const islands = isEnglish ? (englishNames[southIslands] ?? southIslands) : southIslands
  return {
    // A map without values is still displayed.
    isEmpty: false,
    labels: 'name',
    map: { name, url: props.mapUrl === '' ? `/maps/${props.province}.json` : props.mapUrl },
    option: {
      title,
      tooltip: { trigger: 'item' },
      visualMap: {
        type: 'continuous',
        show: hasScale,
        min: low,
        max: high > low ? high : low + 1,
        text: [formatValue(props, high), formatValue(props, low)],
        calculable: false,
        left: room.left,
        bottom: room.bottom,
        itemWidth: 9,
        itemHeight: Math.min(70, size.height * 0.25),
        textGap: 4,
        textStyle: getTextStyle(props, 0.9),
        inRange: { color: [props.lowColor, props.highColor] },
        padding: 0,
      },
      series: [
        {
          type: 'map',
          map: name,
          roam: false,
          selectedMode: false,
          left: room.left + (hasScale && !isCountry ? props.fontSize * 3 : 0),
          right: room.right,
          top: room.top,
          bottom: room.bottom,
          data: [
            ...items.map(({ name: region, value }) => ({
              name: isEnglish ? (englishNames[region] ?? region) : isCountry ? getChineseName(region) : region,
              value,
            })),
            // The label would overlap the frame of the inset.
            ...(isCountry ? [{ name: islands, label: { show: false } }] : []),
          ],
          ...(isEnglish && { nameMap: englishNames }),
          label: {
            show: props.showLabels && size.width >= props.fontSize * 20 && size.height >= props.fontSize * 14,
            ...labelStyle,
          },
          labelLayout: { hideOverlap: true },
          itemStyle: { areaColor: toPaint(props.regionColor), borderColor: props.lineColor, borderWidth: 0.6 },
          emphasis: {
            label: { show: true, ...labelStyle },
            itemStyle: { areaColor: 'inherit', borderColor: props.fontColor, borderWidth: 1.4 },
          },
        },
      ],
    },
  }
}

function formatValue(props: MapProps, value: number): string {
  return withUnit(writeNumber(value, props.decimals), props.unit)
}

const chineseNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(englishNames).map(([zh, en]) => [en, zh]),
)

function getChineseName(name: string): string {
  return chineseNames[name] ?? name
}
