import { flag, number, text } from '../../schema/index.ts'
import { readJson, writeAnswer } from '../dataPath.ts'
import { defineComponent } from '../define.ts'
import { drawSheet, type SheetRow } from '../sheet.ts'
import { sheetFields } from '../sheetFields.ts'
import { theme } from '../theme.ts'

const example = '[{"at":1788253200000,"tag":"demo/tank-1/level","text":"Level high 液位高","level":1,"state":"active"},{"at":1788252900000,"tag":"demo/pump-1/state","text":"Pump stopped","level":3,"state":"cleared"}]'

/**
 * The alarms of the drawing's project, newest first: time, level, point, text, state. Level 1 is the most urgent and has
 * a bar of the alarm colour; what is not acknowledged is bold, what has cleared is grey.
 */
export const alarmList = defineComponent({
  type: 'alarm-list',
  words: { en: 'Alarm list', zh: '报警列表' },
  palette: 'more',
  size: { width: 560, height: 220 },
  standIn: 'headerColor',
  fields: {
    data: text({ en: 'Alarms (JSON)', zh: '报警(JSON)' }, { default: example, format: 'json', maxLength: 100_000, group: 'data' }),
    everySeconds: number({ en: 'Ask every', zh: '刷新间隔' }, { default: 5, min: 1, max: 3600, unit: 's', group: 'data', bindable: false }),
    titles: text({ en: 'Column names', zh: '列名' }, { default: 'Time,Level,Point,Message,State', format: 'line', maxLength: 300, group: 'data', bindable: false }),
    showPoint: flag({ en: 'Show the point', zh: '显示测点' }, { default: true, bindable: false }),
    ...sheetFields,
  },
  feeds: (props) => [{ kind: 'alarms', prop: 'data', limit: Math.round(props.rowCount), everyMs: props.everySeconds * 1000 }],
  draw(brush, props, size) {
    const titles = props.titles.split(',').map((title) => title.trim())
    const weights = [1.6, 0.8, props.showPoint ? 1.9 : 0, 2.4, 1.3]
    const kept = weights.map((weight, index) => ({ title: titles[index] ?? '', weight, align: 'left' as const, index })).filter(({ weight }) => weight > 0)
    const rows = alarmsOf(props.data).slice(0, Math.round(props.rowCount)).map((alarm): SheetRow => {
      const cells = [timeOf(alarm.at), String(alarm.level), alarm.tag, alarm.text, alarm.state]
      const isOver = alarm.state === 'cleared'
      return {
        cells: kept.map(({ index }) => cells[index]),
        ...isOver ? { ink: theme.inkFaint } : { isBold: alarm.state === 'active', mark: colorOf(alarm.level) },
      }
    })
    drawSheet(brush, { columns: kept, rows, rowCount: Math.round(props.rowCount), headerHeight: props.showHeader ? props.headerHeight : 0 }, props, size)
    if (props.borderWidth > 0) brush.rect(0, 0, size.width, size.height, { stroke: props.borderColor, strokeWidth: props.borderWidth })
  },
})

interface Alarm {
  readonly at: number
  readonly tag: string
  readonly text: string
  /** 1 the most urgent to 4. */
  readonly level: number
  readonly state: string
}

function alarmsOf(data: string): readonly Alarm[] {
  const read = readJson(data)
  if (!Array.isArray(read)) return []
  return read.slice(0, 200).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const values = new Map<string, unknown>(Object.entries(entry))
    const level = Number(values.get('level'))
    return {
      at: Number(values.get('at')), tag: writeAnswer(values.get('tag')), text: writeAnswer(values.get('text')),
      level: level >= 1 && level <= 4 ? Math.round(level) : 4, state: writeAnswer(values.get('state')),
    }
  })
}

function timeOf(at: number): string {
  const date = new Date(at)
  if (!Number.isFinite(date.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

function colorOf(level: number): string {
  return [theme.alarm, '#e08a1eff', '#d9b73aff'][level - 1] ?? theme.outline
}
