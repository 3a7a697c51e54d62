import { choice, number } from '../../schema/index.ts'
import type { Brush, Size } from '../../paint/brush.ts'
import { defineComponent } from '../define.ts'
import { alignFields, fontFields, plateFields } from '../fields.ts'
import { drawLabel, drawPlate } from '../shapes.ts'
import { theme } from '../theme.ts'

/** The time of day where the screen stands, as digits or as a dial. A designer sees a fixed time: a drawing at rest is the same every day. */
export const clock = defineComponent({
  type: 'clock',
  words: { en: 'Clock', zh: '时钟' },
  palette: 'basic',
  size: { width: 180, height: 30 },
  standIn: 'fontColor',
  fields: {
    nowMs: number({ en: 'Time (ms since 1970)', zh: '时间(1970 年起毫秒)' }, { default: 1_788_253_200_000, min: 0, max: 8e15, group: 'value' }),
    offsetMinutes: number({ en: 'Time zone, minutes east of UTC (900: the screen\'s own)', zh: '时区,UTC 以东分钟数(900 为本机)' }, { default: 900, min: -720, max: 900, group: 'value', bindable: false, unit: 'min' }),
    format: choice({ en: 'Shows', zh: '显示' }, {
      default: 'dateTime',
      group: 'value',
      options: [
        { value: 'dateTime', words: { en: 'Date and time', zh: '日期和时间' } },
        { value: 'time', words: { en: 'Time', zh: '时间' } },
        { value: 'minutes', words: { en: 'Hours and minutes', zh: '时和分' } },
        { value: 'date', words: { en: 'Date', zh: '日期' } },
        { value: 'dateWeekday', words: { en: 'Date and weekday (Chinese)', zh: '日期和星期' } },
        { value: 'dial', words: { en: 'Dial', zh: '表盘' } },
      ],
    }),
    ...fontFields,
    fontSize: { ...fontFields.fontSize, default: 18 },
    ...alignFields,
    ...plateFields,
  },
  feeds: (props) => [{ kind: 'clock', prop: 'nowMs', everyMs: props.format === 'minutes' || props.format === 'date' || props.format === 'dateWeekday' ? 10_000 : 1000 }],
  draw(brush, props, size) {
    const at = wallTime(props.nowMs, props.offsetMinutes)
    const hasPlate = drawPlate(brush, props, size)
    if (props.format === 'dial') dial(brush, at, props.fontColor, size)
    else drawLabel(brush, { ...props, text: written(at, props.format) }, size, hasPlate ? 6 : 0)
  },
})

/** From here on the offset means: the screen's own zone. No zone lies so far east. */
const ownZone = 900

/** A date whose UTC parts are those of the wall. */
function wallTime(nowMs: number, offsetMinutes: number): Date {
  const east = offsetMinutes >= ownZone ? -new Date(nowMs).getTimezoneOffset() : offsetMinutes
  return new Date(nowMs + east * 60_000)
}

function written(at: Date, format: 'dateTime' | 'time' | 'minutes' | 'date' | 'dateWeekday'): string {
  const [date = '', time = ''] = Number.isFinite(at.getTime()) ? at.toISOString().split('T') : []
  switch (format) {
    case 'dateTime': return `${date} ${time.slice(0, 8)}`
    case 'time': return time.slice(0, 8)
    case 'minutes': return time.slice(0, 5)
    case 'date': return date
    case 'dateWeekday': return `${date} 星期${'日一二三四五六'[at.getUTCDay()] ?? ''}`
  }
}

function dial(brush: Brush, at: Date, ink: string, { width, height }: Size): void {
  const radius = Math.min(width, height) / 2
  const [cx, cy] = [width / 2, height / 2]
  const line = Math.max(1, radius * 0.04)
  brush.ellipse(cx - radius, cy - radius, 2 * radius, 2 * radius, { fill: theme.paper, stroke: ink, strokeWidth: line })
  const hand = (turns: number, from: number, to: number, thick: number) => {
    const [x, y] = [Math.sin(2 * Math.PI * turns), -Math.cos(2 * Math.PI * turns)]
    brush.line(cx + x * from * radius, cy + y * from * radius, cx + x * to * radius, cy + y * to * radius, { stroke: ink, width: thick, cap: 'round' })
  }
  for (let hour = 0; hour < 12; hour++) hand(hour / 12, 0.82, 0.9, hour % 3 === 0 ? 2 * line : line)
  const second = at.getUTCSeconds() / 60
  const minute = (at.getUTCMinutes() + second) / 60
  hand((at.getUTCHours() + minute) / 12, -0.08, 0.5, 2.5 * line)
  hand(minute, -0.1, 0.74, 1.8 * line)
  hand(second, -0.14, 0.78, Math.max(0.5, 0.6 * line))
}
