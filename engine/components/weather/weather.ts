import { choice, number, text } from '../../schema/index.ts'
import type { Brush, Size } from '../../paint/brush/brush.ts'
import { dataFields } from '../dataFields.ts'
import { readJson, readPath } from '../dataPath.ts'
import { defineComponent } from '../define.ts'
import { fontFields, plateFields } from '../fields.ts'
import { writeNumber } from '../scale.ts'
import { drawPlate, fontStyle, type FontProps } from '../shapes.ts'
import { theme } from '../theme.ts'
import { dataWords, sentence, wordsFor } from '../words.ts'

type Sky = 'unknown' | 'clear' | 'cloudy' | 'overcast' | 'rain' | 'snow' | 'fog' | 'storm'

const skies = [
  { value: 'clear', words: { en: 'Clear', zh: '晴' } },
  { value: 'cloudy', words: { en: 'Cloudy', zh: '多云' } },
  { value: 'overcast', words: { en: 'Overcast', zh: '阴' } },
  { value: 'rain', words: { en: 'Rain', zh: '雨' } },
  { value: 'snow', words: { en: 'Snow', zh: '雪' } },
  { value: 'fog', words: { en: 'Fog', zh: '雾' } },
  { value: 'storm', words: { en: 'Thunderstorm', zh: '雷雨' } },
  { value: 'unknown', words: { en: 'Unknown', zh: '未知' } },
] as const

const measurementNames = ['temperature', 'humidity', 'windSpeed', 'windFrom'] as const

/**
 * Weather of one location: sky, temperature, humidity, wind. Values come from tags of a weather station or from an
 * address with placeholders for province, city and district, whose response (at `path`) has the form `{ "sky": "rain",
 * "temperature": 18.4, "humidity": 91, "windSpeed": 7.5, "windFrom": 300 }`. A response takes precedence over tags;
 * missing values are unknown. Without an address and tags the host's default address is used. One per drawing.
 */
export const weather = defineComponent({
  type: 'weather',
  words: { en: 'Weather', zh: '天气' },
  palette: 'more',
  size: { width: 220, height: 84 },
  miniatureColor: 'fontColor',
  isSingle: true,
  fields: {
    province: text({ en: 'Province', zh: '省' }, { maxLength: 40, format: 'line', group: 'data', bindable: false }),
    city: text(
      { en: 'City', zh: '市' },
      { default: '深圳', maxLength: 40, format: 'line', group: 'data', bindable: false },
    ),
    district: text({ en: 'District', zh: '区' }, { maxLength: 40, format: 'line', group: 'data', bindable: false }),
    sky: choice<Sky>(
      { en: 'Conditions', zh: '天气状况' },
      { default: 'cloudy', unknown: 'unknown', bindable: true, group: 'value', options: skies },
    ),
    temperature: number(
      { en: 'Temperature', zh: '温度' },
      { default: 24, unknown: NaN, min: -100, max: 100, unit: '°C', group: 'value' },
    ),
    humidity: number(
      { en: 'Humidity', zh: '湿度' },
      { default: 60, unknown: NaN, min: 0, max: 100, unit: '%', group: 'value' },
    ),
    windSpeed: number(
      { en: 'Wind speed', zh: '风速' },
      { default: 3, unknown: NaN, min: 0, max: 200, unit: 'm/s', group: 'value' },
    ),
    windFrom: number(
      { en: 'Wind direction', zh: '风向' },
      { default: 90, unknown: NaN, min: 0, max: 360, unit: '°', group: 'value' },
    ),
    ...dataFields,
    url: {
      ...dataFields.url,
      words: {
        en: 'Data address (GET) with {province} {city} {district}; empty: server default',
        zh: '数据地址（GET），可含 {province} {city} {district}；留空用服务器的',
      },
    },
    everySeconds: { ...dataFields.everySeconds, default: 600 },
    data: text(
      {
        en: 'Response, for example {"sky":"rain","temperature":18.4,"humidity":91,"windSpeed":7.5,"windFrom":300}',
        zh: '响应，如 {"sky":"rain","temperature":18.4,"humidity":91,"windSpeed":7.5,"windFrom":300}',
      },
      { format: 'json', maxLength: 20_000, group: 'data', isCode: true },
    ),
    ...fontFields,
    fontSize: { ...fontFields.fontSize, default: 13 },
    ...plateFields,
  },
  feeds({ url, path, everySeconds, province, city, district }, bound) {
    if (url === '' && bound && ['sky', ...measurementNames].some((prop) => bound.has(prop))) return []
    return [
      {
        kind: 'weather',
        prop: 'data',
        url,
        path,
        everyMs: Math.round(everySeconds * 1000),
        place: { province, city, district },
      },
    ]
  },
  draw(brush, own, size) {
    const found = parseMeasurements(own.data)
    drawPlate(brush, own, size)
    if (!found) return drawUnknown(brush, own, size)
    const props = { ...own, ...found }
    const icon = Math.max(0, Math.min(size.height * 0.8, size.width * 0.34))
    const margin = size.height * 0.1
    if (props.sky !== null) drawSky(brush, props.sky, margin, (size.height - icon) / 2, icon)
    const left = margin * 2 + icon
    const width = Math.max(0, size.width - left - margin)
    const { fontSize } = props
    const style = {
      fill: props.fontColor,
      family: props.fontFamily,
      weight: props.fontWeight,
      isItalic: props.fontItalic,
      valign: 'middle',
      overflow: 'ellipsis',
    } as const
    const place = formatPlace(props)
    const line = size.height / 3
    brush.text(left, 0, width, line, place, { ...style, fontSize, fill: theme.inkMuted })
    brush.text(left, line * 0.85, width, line * 1.2, formatMeasurement(props.temperature, 0, '°C'), {
      ...style,
      fontSize: fontSize * 1.8,
      weight: 'bold',
    })
    brush.text(
      left,
      line * 2,
      width,
      line,
      `${formatMeasurement(props.humidity, 0, '%')}  ${getWindDirection(props.windFrom)}${formatMeasurement(props.windSpeed, 1, 'm/s')}`,
      { ...style, fontSize },
    )
  },
  describe(own, language) {
    const found = parseMeasurements(own.data)
    if (!found) return sentence([formatPlace(own), dataWords.none[language]], language)
    const props = { ...own, ...found }
    const sky = props.sky === 'unknown' ? '' : (skies.find(({ value }) => value === props.sky)?.words[language] ?? '')
    const [humidity, wind] = language === 'zh' ? ['湿度', '风'] : ['humidity', 'wind']
    return sentence(
      [
        formatPlace(props),
        sky,
        ...(isUnknown(props.temperature) ? [] : [`${writeNumber(props.temperature, 0)} °C`]),
        ...(isUnknown(props.humidity) ? [] : [`${humidity} ${writeNumber(props.humidity, 0)}%`]),
        ...(isUnknown(props.windSpeed)
          ? []
          : [`${wind} ${getWindDirection(props.windFrom)}${writeNumber(props.windSpeed, 1)} m/s`]),
      ],
      language,
    )
  },
})

const formatPlace = ({
  province,
  city,
  district,
}: {
  readonly province: string
  readonly city: string
  readonly district: string
}): string => [province, city, district].filter(Boolean).join(' ')

/** Draws the location and "no data". Default weather would be mistaken for real data. */
function drawUnknown(
  brush: Brush,
  props: FontProps & { readonly province: string; readonly city: string; readonly district: string },
  { width, height }: Size,
): void {
  const style = { ...fontStyle(props), align: 'center', valign: 'middle', overflow: 'ellipsis' } as const
  brush.text(0, 0, width, height / 2, formatPlace(props), { ...style, fill: theme.inkMuted })
  brush.text(0, height / 2, width, height / 2, wordsFor(dataWords.none, brush.language), style)
}

type Measurements = { readonly [name in (typeof measurementNames)[number]]: number | null } & {
  readonly sky: Sky | null
}

/**
 * Returns the weather values of a response by property name; null for missing or invalid values. Returns an empty
 * object if there is no response (use the properties), and undefined for a response without any weather value.
 */
function parseMeasurements(data: string): Measurements | Readonly<Record<string, never>> | undefined {
  if (data.trim() === '') return {}
  const answer = readJson(data)
  const numberAt = (name: string): number | null => {
    const value = readPath(answer, name)
    const read = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value
    return typeof read === 'number' && Number.isFinite(read) ? read : null
  }
  const sky = skies.find(({ value }) => value === readPath(answer, 'sky'))?.value ?? null
  const found: Measurements = {
    sky,
    temperature: numberAt('temperature'),
    humidity: numberAt('humidity'),
    windSpeed: numberAt('windSpeed'),
    windFrom: numberAt('windFrom'),
  }
  return Object.values(found).every((value) => value === null) ? undefined : found
}

/** True for values missing in the response and for tags without a value. */
const isUnknown = (value: number | null): value is null => value === null || Number.isNaN(value)

const formatMeasurement = (value: number | null, decimals: number, unit: string): string =>
  isUnknown(value) ? `— ${unit}` : `${writeNumber(value, decimals)} ${unit}`

/** Returns the compass direction with a trailing space; '' if unknown. */
function getWindDirection(fromDeg: number | null): string {
  if (isUnknown(fromDeg)) return ''
  return `${['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'][Math.round(fromDeg / 45) % 8] ?? 'N'} `
}

function drawSky(brush: Brush, sky: Sky, x: number, y: number, side: number): void {
  const at = (share: number) => share * side
  if (sky === 'clear' || sky === 'cloudy') {
    const [cx, cy, r] = sky === 'clear' ? [0.5, 0.5, 0.22] : [0.36, 0.34, 0.17]
    brush.ellipse(x + at(cx - r), y + at(cy - r), at(2 * r), at(2 * r), { fill: theme.light })
    for (let ray = 0; ray < 8; ray++) {
      const [dx, dy] = [Math.cos((ray * Math.PI) / 4), Math.sin((ray * Math.PI) / 4)]
      brush.line(
        x + at(cx + dx * r * 1.35),
        y + at(cy + dy * r * 1.35),
        x + at(cx + dx * r * 1.75),
        y + at(cy + dy * r * 1.75),
        { stroke: theme.light, width: Math.max(1, at(0.045)), cap: 'round' },
      )
    }
  }
  if (sky === 'clear' || sky === 'unknown') return
  if (sky === 'fog') {
    for (const [i, share] of [0.35, 0.5, 0.65].entries()) {
      brush.line(x + at(0.15 + 0.05 * i), y + at(share), x + at(0.85 - 0.05 * i), y + at(share), {
        stroke: theme.unlit,
        width: Math.max(1, at(0.06)),
        cap: 'round',
      })
    }
    return
  }
  const cloud = sky === 'cloudy' ? theme.body : theme.unlit
  brush.ellipse(x + at(0.2), y + at(0.42), at(0.3), at(0.26), { fill: cloud })
  brush.ellipse(x + at(0.36), y + at(0.32), at(0.34), at(0.36), { fill: cloud })
  brush.ellipse(x + at(0.56), y + at(0.43), at(0.26), at(0.25), { fill: cloud })
  brush.rect(x + at(0.3), y + at(0.55), at(0.42), at(0.13), { fill: cloud, radius: at(0.06) })
  if (sky === 'storm')
    brush.polygon(
      [0.5, 0.66, 0.4, 0.86, 0.5, 0.84, 0.44, 1, 0.62, 0.78, 0.52, 0.79, 0.6, 0.66].map(
        (share, i) => (i % 2 === 0 ? x : y) + at(share),
      ),
      { fill: theme.light },
    )
  if (sky !== 'rain' && sky !== 'snow') return
  for (const share of [0.32, 0.48, 0.64]) {
    if (sky === 'rain')
      brush.line(x + at(share), y + at(0.74), x + at(share - 0.06), y + at(0.9), {
        stroke: theme.liquid,
        width: Math.max(1, at(0.04)),
        cap: 'round',
      })
    else brush.ellipse(x + at(share - 0.03), y + at(0.78), at(0.07), at(0.07), { fill: theme.crest })
  }
}
