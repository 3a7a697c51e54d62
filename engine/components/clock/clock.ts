import { choice, color, number } from '../../schema/index.ts'
import type { Brush, Size } from '../../paint/brush/brush.ts'
import { defineComponent } from '../define.ts'
import { alignFields, fontFields, plateFields } from '../fields.ts'
import { drawLabel, drawPlate } from '../shapes.ts'
import { measureWidth } from '../textWidth.ts'
import { theme } from '../theme.ts'
import type { Language } from '../words.ts'

/**
 * Local time as text or as a dial. The designer shows a fixed time, so that drawings do not change while being edited.
 */
export const clock = defineComponent({
  type: 'clock',
  words: { en: 'Clock', zh: '时钟' },
  palette: 'basic',
  showsTimes: true,
  size: { width: 180, height: 30 },
  miniatureColor: 'fontColor',
  fields: {
    nowMs: number(
      { en: 'Time (ms since 1970)', zh: '时间（1970 年起毫秒）' },
      {
        default: 1_788_253_200_000,
        min: 0,
        max: 8e15,
        group: 'value',
        hint: {
          en: 'Runs automatically. Bind it only to show a clock of the plant.',
          zh: '运行时自动走时；仅在显示现场时钟时绑定。',
        },
      },
    ),
    offsetMinutes: number(
      { en: 'Time zone, minutes east of UTC (900: browser)', zh: '时区，UTC 以东分钟数（900 为本机）' },
      { default: 900, min: -720, max: 900, group: 'value', unit: 'min' },
    ),
    format: choice(
      { en: 'Display', zh: '显示' },
      {
        bindable: false,
        default: 'dateTime',
        group: 'value',
        options: [
          { value: 'dateTime', words: { en: 'Date and time', zh: '日期和时间' } },
          { value: 'time', words: { en: 'Time', zh: '时间' } },
          { value: 'minutes', words: { en: 'Hours and minutes', zh: '时和分' } },
          { value: 'date', words: { en: 'Date', zh: '日期' } },
          { value: 'dateWeekday', words: { en: 'Date and weekday', zh: '日期和星期' } },
          { value: 'dial', words: { en: 'Dial', zh: '表盘' } },
        ],
      },
    ),
    faceColor: color({ en: 'Dial colour', zh: '表盘颜色' }, { default: theme.paper, gradient: true }),
    ...fontFields,
    fontSize: { ...fontFields.fontSize, default: 18 },
    ...alignFields,
    ...plateFields,
  },
  feeds: (props) => [
    {
      kind: 'clock',
      prop: 'nowMs',
      everyMs: props.format === 'minutes' || props.format === 'date' || props.format === 'dateWeekday' ? 10_000 : 1000,
    },
  ],
  // Minutes only: a description that changes every second is unusable for screen readers.
  describe: ({ nowMs, offsetMinutes }, language) =>
    [
      formatTime(wallTime(nowMs, offsetMinutes), 'dateWeekday', language),
      formatTime(wallTime(nowMs, offsetMinutes), 'minutes'),
    ].join(' '),
  draw(brush, props, size) {
    const at = wallTime(props.nowMs, props.offsetMinutes)
    const hasPlate = drawPlate(brush, props, size)
    if (props.format === 'dial') dial(brush, at, props.fontColor, props.faceColor, size)
    else {
      const margin = hasPlate ? 6 : 0
      const words = fitText(
        formatTime(at, props.format, brush.language),
        props.fontSize,
        size.width - 2 * margin,
        size.height,
      )
      drawLabel(brush, { ...props, ...words }, size, margin)
    }
  },
})

/** Offsets from this value on select the browser's time zone. No real time zone reaches it. */
const browserZone = 900

/** Returns a date whose UTC fields contain the local time. */
function wallTime(nowMs: number, offsetMinutes: number): Date {
  const east = offsetMinutes >= browserZone ? -new Date(nowMs).getTimezoneOffset() : offsetMinutes
  return new Date(nowMs + east * 60_000)
}

function formatTime(
  at: Date,
  format: 'dateTime' | 'time' | 'minutes' | 'date' | 'dateWeekday',
  language?: Language,
): string {
  const [date = '', time = ''] = Number.isFinite(at.getTime()) ? at.toISOString().split('T') : []
  switch (format) {
    case 'dateTime':
      return `${date} ${time.slice(0, 8)}`
    case 'time':
      return time.slice(0, 8)
    case 'minutes':
      return time.slice(0, 5)
    case 'date':
      return date
    case 'dateWeekday':
      return `${date} ${weekday(at, language)}`
  }
}

function weekday(at: Date, language: Language | undefined): string {
  const day = at.getUTCDay()
  return language === 'en'
    ? (['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][day] ?? '')
    : `星期${'日一二三四五六'[day] ?? ''}`
}

/**
 * Splits date and time into two lines if one is too narrow, and reduces the font size if they still do not fit. All
 * digits are measured with the same width, so the size does not change with the time.
 */
function fitText(
  text: string,
  fontSize: number,
  width: number,
  height: number,
): { readonly text: string; readonly fontSize: number } {
  const fitFontSize = (lines: readonly string[]) =>
    Math.max(0, Math.min(fontSize, width / Math.max(1, ...lines.map(measureWidth)), height / (lines.length * lineEm)))
  const [one, two] = [fitFontSize([text]), fitFontSize(text.split(' '))]
  return two > one * 1.2 ? { text: text.replace(' ', '\n'), fontSize: two } : { text, fontSize: one }
}

const lineEm = 1.25

function dial(brush: Brush, at: Date, ink: string, face: string, { width, height }: Size): void {
  const radius = Math.min(width, height) / 2
  const [cx, cy] = [width / 2, height / 2]
  const line = Math.max(1, radius * 0.04)
  brush.ellipse(cx - radius, cy - radius, 2 * radius, 2 * radius, { fill: face, stroke: ink, strokeWidth: line })
  const hand = (turns: number, from: number, to: number, thick: number) => {
    const [x, y] = [Math.sin(2 * Math.PI * turns), -Math.cos(2 * Math.PI * turns)]
    brush.line(cx + x * from * radius, cy + y * from * radius, cx + x * to * radius, cy + y * to * radius, {
      stroke: ink,
      width: thick,
      cap: 'round',
    })
  }
  for (let hour = 0; hour < 12; hour++) hand(hour / 12, 0.82, 0.9, hour % 3 === 0 ? 2 * line : line)
  const second = at.getUTCSeconds() / 60
  const minute = (at.getUTCMinutes() + second) / 60
  hand((at.getUTCHours() + minute) / 12, -0.08, 0.5, 2.5 * line)
  hand(minute, -0.1, 0.74, 1.8 * line)
  hand(second, -0.14, 0.78, Math.max(0.5, 0.6 * line))
}
