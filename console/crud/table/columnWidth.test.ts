import { expect, it } from 'vitest'
import { choice, flag, instant, number, text } from '../../../contract/entity/field.ts'
import { cabinet } from '../../../contract/lighting/cabinet.ts'
import { pole } from '../../../contract/lighting/pole.ts'
import { columnWidth, isSentence, spread, textWidth } from './columnWidth.ts'

const localize = ({ en }: { readonly en: string }): string => en
const usual = { isTitle: false, isSortable: true, localize }

it('a column is wide enough for its head and for the words of its options, and a title for a sentence', () => {
  const words = { en: 'Status', zh: '状态' }
  const short = choice(words, { options: [{ value: 1, words: { en: 'On', zh: '开' } }] })
  const long = choice(words, {
    options: [{ value: 1, words: { en: 'Communication failure', zh: '通信故障' }, tone: 'alarm' }],
  })
  expect(columnWidth(long, 'Status', usual)).toBeGreaterThan(columnWidth(short, 'Status', usual))
  expect(columnWidth(short, 'Communication address', usual)).toBeGreaterThan(columnWidth(short, 'Status', usual))
  expect(columnWidth(text(words, { maxLength: 500 }), 'Message', { ...usual, isTitle: true })).toBeGreaterThan(
    columnWidth(text(words), 'Message', { ...usual, isTitle: true }),
  )
  expect(columnWidth(instant(words), 'Time', usual)).toBeGreaterThan(140)
})

it('names of linkages, objects of the log and faults stand there whole as people write them', () => {
  const title = { ...usual, isTitle: true }
  // Measured in the browser: 7.8 px per bold character, plus padding.
  expect(columnWidth(text({ en: 'Name', zh: '名称' }), 'Name', title)).toBeGreaterThanOrEqual(
    'Tank 03 low: start its pump'.length * 7.4 + 24,
  )
  expect(columnWidth(text({ en: 'Object', zh: '对象' }, { maxLength: 200 }), 'Object', title)).toBeGreaterThanOrEqual(
    260,
  )
})

it('a live state is as wide as its badge, and a head as its bold letters', () => {
  const { isOnline } = cabinet.fields
  // Measured in the browser: the badge "Online" is 66 px wide, plus cell padding; "Work mode" plus sort arrows.
  expect(columnWidth(isOnline, 'Online', { ...usual, isSortable: false })).toBeGreaterThanOrEqual(90)
  expect(columnWidth(pole.fields.workMode, 'Work mode', usual)).toBeGreaterThanOrEqual(72 + 40)
})

it('wide letters have the room that they take, and narrow ones no more', () => {
  const kind = choice(
    { en: 'Kind', zh: '类别' },
    { options: ['Measured', 'Entered', 'Computed'].map((en) => ({ value: en, words: { en, zh: en } })) },
  )
  // Measured in the browser: "Computed" plus padding; "Number" in bold, plus sort arrows.
  expect(columnWidth(kind, 'Kind', usual)).toBeGreaterThanOrEqual(64.1 + 24)
  expect(columnWidth(number({ en: 'Number', zh: '编号' }), 'Number', usual)).toBeGreaterThanOrEqual(51.5 + 24 + 16)
  expect(textWidth('illicit')).toBeLessThan(textWidth('mammoth') / 2)
})

it("a cell of the page's own has the room that it asks for, and a long head its own", () => {
  const isOn = flag({ en: 'Switched on', zh: '开启' })
  expect(columnWidth(isOn, 'Switched on', { ...usual, cellPx: 200 })).toBe(200)
  expect(
    columnWidth(isOn, 'Switched on by the programs of all areas together', { ...usual, cellPx: 200 }),
  ).toBeGreaterThan(200)
})

it('gives spare width to text columns, and shrinks no column without spare width', () => {
  const words = { en: 'Message', zh: '信息' }
  expect([
    isSentence(text(words, { maxLength: 1000 })),
    isSentence(text(words, { format: 'lines' })),
    isSentence(text(words)),
    isSentence(instant(words)),
    isSentence(undefined),
  ]).toEqual([true, true, false, false, false])
  const widths = { name: 168, at: 148, message: 112, note: 180 }
  const grows = (name: string): number => (name === 'message' || name === 'note' ? 1 : 0)
  expect(spread(widths, grows, 808)).toEqual({ name: 168, at: 148, message: 212, note: 280 })
  expect(spread(widths, grows, 500)).toEqual(widths)
  expect(spread(widths, (name) => (name === 'name' ? 1 : name === 'note' ? 3 : 0), 808)).toEqual({
    name: 218,
    at: 148,
    message: 112,
    note: 330,
  })
  expect(spread(widths, () => 0, 1216)).toEqual({ name: 336, at: 296, message: 224, note: 360 })
})

it('a number stands there with its unit, and where there is room an option that is longer than most', () => {
  const words = { en: 'Used', zh: '用电量' }
  // Measured in the browser: "1,336.2 kWh", plus padding.
  expect(columnWidth(number(words, { unit: 'kWh' }), 'Used', usual)).toBeGreaterThanOrEqual(76 + 24)
  const task = choice(
    { en: 'Task', zh: '任务' },
    { options: [{ value: 'backup', words: { en: 'Back up the installation', zh: '备份系统' } }] },
  )
  expect(columnWidth(task, 'Task', { ...usual, isWhole: true })).toBeGreaterThan(columnWidth(task, 'Task', usual))
  expect(
    spread(
      { name: 200, task: 150 },
      (name) => (name === 'name' ? 1 : 0),
      500,
      (name) => (name === 'task' ? 190 : 0),
    ),
  ).toEqual({ name: 310, task: 190 })
  expect(
    spread(
      { name: 200, task: 150 },
      (name) => (name === 'name' ? 1 : 0),
      380,
      (name) => (name === 'task' ? 190 : 0),
    ),
  ).toEqual({ name: 200, task: 180 })
})
