import { flag, text } from '../../schema/index.ts'
import type { Words } from '../../schema/index.ts'
import { dataFields } from '../dataFields.ts'
import { readJson, writeValue } from '../dataPath.ts'
import { defineComponent } from '../define.ts'
import { drawTable, type SheetRow } from '../drawTable.ts'
import { drawFrame } from '../shapes.ts'
import { sheetFields } from '../sheetFields.ts'
import { theme } from '../theme.ts'
import { dataWords, sentence, wordsFor, writeTime } from '../words.ts'

const example: Words = {
  en: '[{"at":1788253200000,"tag":"demo/tank-1/level","text":"Level high","level":1,"state":"active"},{"at":1788252900000,"tag":"demo/pump-1/state","text":"Pump stopped","level":3,"state":"cleared"}]',
  zh: '[{"at":1788253200000,"tag":"demo/tank-1/level","text":"液位高","level":1,"state":"active"},{"at":1788252900000,"tag":"demo/pump-1/state","text":"水泵停止","level":3,"state":"cleared"}]',
}

/**
 * Table of the project's alarms, newest first: time, level, point, message, state. Level 1 (most urgent) has a bar in
 * the alarm colour, unacknowledged alarms are bold, cleared alarms are grey.
 */
export const alarmList = defineComponent({
  type: 'alarm-list',
  words: { en: 'Alarm list', zh: '报警列表' },
  palette: 'more',
  showsTimes: true,
  size: { width: 560, height: 220 },
  miniatureColor: 'headerColor',
  fields: {
    data: text(
      { en: 'Alarms (JSON)', zh: '报警（JSON）' },
      {
        format: 'json',
        maxLength: 100_000,
        group: 'data',
        hint: {
          en: 'Shows the open alarms in run mode. This text is an example for the designer.',
          zh: '运行时自动填入当前报警；此处内容仅供设计时预览。',
        },
      },
    ),
    everySeconds: { ...dataFields.everySeconds, default: 5, max: 3600 },
    titles: text(
      { en: 'Column names, separated by commas (empty: default)', zh: '列名，用英文逗号分隔（留空为默认）' },
      { format: 'line', maxLength: 300, group: 'data' },
    ),
    showPoint: flag({ en: 'Show the point', zh: '显示点位' }, { default: true }),
    ...sheetFields,
    // Determines the number of requested alarms, so it cannot be bound.
    rowCount: { ...sheetFields.rowCount, bindable: false },
  },
  // The default has no data. Sample alarms appear only when the component is added from the toolbox.
  variants: [
    {
      id: 'sample',
      words: { en: 'Alarm list', zh: '报警列表' },
      size: { width: 560, height: 220 },
      props: { data: example.en },
      texts: { data: example },
    },
  ],
  feeds: (props) => [
    { kind: 'alarms', prop: 'data', limit: Math.round(props.rowCount), everyMs: props.everySeconds * 1000 },
  ],
  draw(brush, props, size) {
    const titles = props.titles.split(',').map((title) => title.trim())
    const weights = [1.6, 0.8, props.showPoint ? 1.9 : 0, 2.4, 1.3]
    const columns = weights
      .map((weight, index) => ({
        title: titles[index] || wordsFor(usualTitles[index] ?? nothing, brush.language),
        weight,
        align: 'left' as const,
        index,
      }))
      .filter(({ weight }) => weight > 0)
    const rows = readAlarms(props.data)
      .slice(0, Math.round(props.rowCount))
      .map((alarm): SheetRow => {
        const cells = [
          writeTime(alarm.at),
          String(alarm.level),
          alarm.tag,
          alarm.text,
          wordsFor(getStateName(alarm.state), brush.language),
        ]
        const isOver = alarm.state === 'cleared'
        return {
          cells: columns.map(({ index }) => cells[index]),
          ...(isOver
            ? { ink: theme.inkFaint }
            : { isBold: alarm.state === 'active', mark: getLevelColor(alarm.level) }),
        }
      })
    drawTable(
      brush,
      {
        columns: columns,
        rows,
        rowCount: Math.round(props.rowCount),
        headerHeight: props.showHeader ? props.headerHeight : 0,
        instead: getEmptyText(props.data),
      },
      props,
      size,
    )
    drawFrame(brush, props, size, props.radius)
  },
  describe({ data }, language) {
    const alarms = readAlarms(data)
    const [newest] = alarms
    if (!newest) return getEmptyText(data)[language]
    const active = alarms.filter(({ state }) => state === 'active').length
    const count =
      language === 'zh'
        ? `${alarms.length} 条报警，${active} 条未恢复`
        : `${alarms.length} ${alarms.length === 1 ? 'alarm' : 'alarms'}, ${active} active`
    const level = language === 'zh' ? `${newest.level} 级` : `level ${newest.level}`
    return sentence(
      [
        count,
        `${language === 'zh' ? '最新' : 'newest'} ${newest.text}`,
        level,
        getStateName(newest.state)[language],
        newest.tag,
        writeTime(newest.at),
      ],
      language,
    )
  },
})

const nothing: Words = { en: '', zh: '' }
/** Default titles, in column order. */
const usualTitles: readonly Words[] = [
  { en: 'Time', zh: '时间' },
  { en: 'Level', zh: '级别' },
  { en: 'Point', zh: '点位' },
  { en: 'Message', zh: '内容' },
  { en: 'State', zh: '状态' },
]
const states: Readonly<Record<string, Words>> = {
  active: { en: 'active', zh: '未恢复' },
  acknowledged: { en: 'acknowledged', zh: '已确认' },
  cleared: { en: 'cleared', zh: '已恢复' },
}

/** Returns the localized name of a state, or an unknown state unchanged. */
function getStateName(state: string): Words {
  return Object.hasOwn(states, state) ? (states[state] ?? nothing) : { en: state, zh: state }
}

/** Returns the text for an empty list: "no alarms", or an error if the data is invalid. */
function getEmptyText(data: string): Words {
  if (data.trim() === '') return dataWords.none
  const read = readJson(data)
  return Array.isArray(read) && read.length === 0 ? { en: 'no alarms', zh: '无报警' } : dataWords.invalid
}

interface Alarm {
  readonly at: number
  readonly tag: string
  readonly text: string
  /** 1 (most urgent) to 4. */
  readonly level: number
  readonly state: string
}

function readAlarms(data: string): readonly Alarm[] {
  const read = readJson(data)
  if (!Array.isArray(read)) return []
  return read.slice(0, 200).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const values = new Map<string, unknown>(Object.entries(entry))
    // Skip entries without tag and text.
    if (writeValue(values.get('tag')) === '' && writeValue(values.get('text')) === '') return []
    const level = Number(values.get('level'))
    return {
      at: Number(values.get('at')),
      tag: writeValue(values.get('tag')),
      text: writeValue(values.get('text')),
      level: level >= 1 && level <= 4 ? Math.round(level) : 4,
      state: writeValue(values.get('state')),
    }
  })
}

function getLevelColor(level: number): string {
  return [theme.alarm, '#e08a1eff', '#d9b73aff'][level - 1] ?? theme.outline
}
