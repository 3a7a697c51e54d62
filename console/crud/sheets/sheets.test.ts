import { expect, test } from 'vitest'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { defineEntity } from '../../../contract/entity/define.ts'
import { choice, files, flag, instant, number, ref, secret, text } from '../../../contract/entity/field.ts'
import { energyData } from '../../../contract/lighting/energy.ts'
import { job, jobLog } from '../../../contract/system/logs.ts'
import { readWorkbook } from '../../../workers/spreadsheet/read.ts'
import type { Sheet } from '../../../workers/spreadsheet/write.ts'
import { writeWorkbook } from '../../../workers/spreadsheet/write.ts'
import { Zones } from '../../stores/projects/zones.ts'
import { exportRows, importRows, type SheetFacts, templateSheets } from './sheets.ts'

const entity = defineEntity({
  name: 'lamp',
  path: 'lamps',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Lamp', zh: '灯具' }, many: { en: 'Lamps', zh: '灯具' } },
  fields: {
    name: text({ en: 'Name', zh: '名称' }, { required: true }),
    channel: choice(
      { en: 'Channel', zh: '通道' },
      {
        required: true,
        options: [
          { value: 1, words: { en: 'PLC', zh: '电力载波' } },
          { value: 4, words: { en: 'LORA', zh: '无线' } },
        ],
      },
    ),
    power: number({ en: 'Power', zh: '功率' }, { min: 0, max: 400 }),
    isMain: flag({ en: 'Main', zh: '主灯' }),
    installed: instant({ en: 'Installed', zh: '安装日期' }, { precision: 'day' }),
    cabinet: ref({ en: 'Cabinet', zh: '配电箱' }, 'lamp'),
    photos: files({ en: 'Photos', zh: '照片' }),
    password: secret({ en: 'Password', zh: '密码' }),
    phone: text({ en: 'Phone', zh: '电话' }, { format: 'phone' }),
  },
  list: { columns: ['name'], search: ['name'], sort: { by: 'name', order: 'asc' } },
})
const codes = { sheet: 'Codes', header: ['Column', 'Code', 'Word'] as const }
/** Facts for a browser in the time zone `own`. */
const factsIn = (own: string, project = 'UTC', server?: string): SheetFacts => ({
  projectName: (id) => `The ${id}`,
  zones: new Zones({
    projects: { list: [{ id: 'tunnel', name: 'Tunnel', edition: 'tunnel', timeZone: project, role: 'super' }] },
    own,
    server,
    now: () => Date.parse('2026-11-21T17:00:00Z'),
  }),
})
/** Round trip through a real file, as written by another program. */
const throughFile = (sheets: readonly Sheet[]) => {
  const { sheet } = readWorkbook(writeWorkbook(sheets))
  if (!sheet) throw new Error('nothing came back')
  return sheet
}

test('the template has its headers in the language with required ones marked, an example, and all choices with their codes', () => {
  const [first, second] = templateSheets(entity, 'zh', codes)
  expect(first?.rows).toEqual([
    ['名称 *', '通道 *', '功率', '主灯', '安装日期', '配电箱', '电话'],
    ['名称 1', '电力载波', 0, '否', '2026-01-31', '配电箱 1', '13800000000'],
  ])
  expect(second).toEqual({
    name: 'Codes',
    rows: [[...codes.header], ['通道', 1, '电力载波'], ['通道', 4, '无线'], ['主灯', 1, '是'], ['主灯', 0, '否']],
  })
})

test('a filled-in template is read by its headers, in either language and any order, without its example', () => {
  const [template] = templateSheets(entity, 'en', codes)
  const sheet = throughFile([{ rows: [...(template?.rows ?? []), [], ['Lamp 7', 'PLC', 60.5], ['=1+1', 4]] }])
  expect(importRows(entity, sheet)).toEqual({
    rows: [
      { name: 'Lamp 7', channel: 'PLC', power: 60.5 },
      { name: '=1+1', channel: 4 },
    ],
    places: [4, 5],
    ignored: [],
  })
  const turned = throughFile([
    {
      rows: [
        ['备注', '通道*', '名称'],
        ['x', 4, '灯'],
      ],
    },
  ])
  expect(importRows(entity, turned)).toEqual({ rows: [{ channel: 4, name: '灯' }], places: [2], ignored: ['备注'] })
})

test('a sheet without a header row, without a required column, or with a duplicate column is rejected', () => {
  const missing = (rows: readonly (readonly string[])[]) => importRows(entity, throughFile([{ rows }]))
  expect(missing([['Lamp 7', 'PLC']])).toEqual({ missing: [] })
  expect(missing([['Name *', 'Power']])).toEqual({ missing: [{ en: 'Channel', zh: '通道' }] })
  expect(missing([['Name', '名称', 'Channel']])).toEqual({ missing: [{ en: 'Name', zh: '名称' }] })
})

test('columns named like prototype properties are ignored', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
  const sheet = throughFile([
    {
      rows: [
        ['Name', 'Channel', ...names],
        ['a', 4, ...names.map(() => 'polluted')],
      ],
    },
  ])
  expect(importRows(entity, sheet)).toEqual({ rows: [{ name: 'a', channel: 4 }], places: [2], ignored: names })
  expect(importRows(entity, throughFile([{ rows: [names, names] }]))).toEqual({ missing: [] })
  expect('polluted' in {}).toBe(false)
})

test('an exported list has words for codes and titles for ids, keeps secrets, and can be imported again', () => {
  const values = {
    name: '=Lamp',
    channel: 4,
    power: null,
    isMain: true,
    installed: new Date(2026, 0, 31).getTime(),
    cabinet: 'c1',
    photos: [{ id: 'f', name: 'a.png' }],
    password: true,
    phone: '+86 138',
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer as the server gives it; Row's own type knows no single entity
  const row = {
    id: 'a',
    revision: 1,
    project: 'tunnel',
    createdAt: new Date(2026, 0, 31, 8).getTime(),
    createdBy: 'ann',
    updatedAt: new Date(2026, 0, 31, 9).getTime(),
    updatedBy: 'ann',
    titles: { c1: 'Cabinet 1' },
    ...values,
  } as unknown as Row
  const texts = { name: ({ id }: Row) => ({ en: `Named ${id}`, zh: `名为 ${id}` }) }
  // A column with unreadable values is exported with the texts of its page.
  expect(
    (['en', 'zh'] as const).map(
      (language) =>
        exportRows(
          { entity, texts },
          [row],
          language,
          { project: '', created: '', changed: '' },
          factsIn('UTC'),
        )[1]?.[0],
    ),
  ).toEqual(['Named a', '名为 a'])
  const rows = exportRows(
    { entity },
    [row],
    'en',
    { project: 'Project', created: 'Created', changed: 'Changed' },
    factsIn('UTC'),
  )
  expect(rows).toEqual([
    ['Name', 'Channel', 'Power', 'Main', 'Installed', 'Cabinet', 'Photos', 'Phone', 'Project', 'Created', 'Changed'],
    [
      '=Lamp',
      'LORA',
      '',
      'yes',
      '2026-01-31',
      'Cabinet 1',
      'a.png',
      '+86 138',
      'The tunnel',
      '2026-01-31 08:00:00',
      '2026-01-31 09:00:00',
    ],
  ])
  expect(importRows(entity, throughFile([{ rows }]))).toEqual({
    rows: [
      {
        name: '=Lamp',
        channel: 'LORA',
        isMain: 'yes',
        installed: '2026-01-31',
        cabinet: 'Cabinet 1',
        phone: '+86 138',
      },
    ],
    places: [2],
    ignored: ['Photos', 'Project', 'Created', 'Changed'],
  })
})

test('a text table has numbers and dates of its notation in fields of that kind; texts stay as they are written', () => {
  const sheet = {
    rows: [
      ['Name', 'Channel', 'Power', 'Installed', 'Phone'],
      ['1,234', 'PLC', '60,5', '1.2.2026', '030 123 456'],
      ['1.2.2026', 'PLC', '1.000', '', ''],
    ],
    places: [1, 2, 3],
  }
  expect(importRows(entity, sheet, { decimal: ',', dates: 'dmy' }).rows).toEqual([
    { name: '1,234', channel: 'PLC', power: '60.5', installed: '2026-02-01', phone: '030 123 456' },
    { name: '1.2.2026', channel: 'PLC', power: '1000' },
  ])
})

const createRow = (values: object): Row =>
  JSON.parse(
    JSON.stringify({
      id: 'a',
      revision: 1,
      project: 'tunnel',
      createdAt: 0,
      createdBy: 'ann',
      updatedAt: 0,
      updatedBy: 'ann',
      titles: {},
      ...values,
    }),
  )

test('times of jobs and job runs are exported in the server time zone in any browser, with the zone in the header', () => {
  const at = Date.parse('2026-11-20T18:30:00Z')
  const shanghai = '2026-11-21 02:30:00'
  const rows = (kind: Entity, own: string) =>
    exportRows(
      { entity: kind, clock: 'runs' },
      [createRow({ project: null, at, nextAt: at, createdAt: at, updatedAt: at })],
      'en',
      { project: '', created: 'Created', changed: 'Changed' },
      factsIn(own, 'UTC', 'Asia/Shanghai'),
    )
  for (const own of ['UTC', 'America/New_York', 'Asia/Shanghai']) {
    const by = own === 'Asia/Shanghai' ? '' : ' (Asia/Shanghai)'
    const [header = [], row = []] = rows(jobLog, own)
    expect([own, header[0], row[0], header.slice(-2), row.slice(-2)]).toEqual([
      own,
      `Time${by}`,
      shanghai,
      [`Created${by}`, `Changed${by}`],
      [shanghai, shanghai],
    ])
    const [titles = [], jobs = []] = rows(job, own)
    expect([own, jobs[titles.indexOf(`${job.fields.nextAt.words.en}${by}`)]]).toEqual([own, shanghai])
  }
})

test('an export uses the dates of the project time zone in any browser and names the time zones where the two differ', () => {
  const words = { project: 'Project', created: 'Created', changed: 'Changed' }
  const at = Date.parse('2026-11-20T16:00:00Z')
  const used = (own: string) =>
    exportRows(
      { entity: energyData },
      [createRow({ device: 'm', period: 'day', at, energy: 7, isEstimated: false })],
      'en',
      words,
      factsIn(own, 'Asia/Shanghai'),
    )
  for (const own of ['UTC', 'Europe/Berlin', 'Asia/Shanghai'])
    expect([own, used(own)[1]?.[2]]).toEqual([own, '2026-11-21 00:00:00'])
  expect([used('UTC')[0], used('Asia/Shanghai')[0]]).toEqual([
    ['Meter', 'Period', 'Start (Asia/Shanghai)', 'Energy', 'Estimated', 'Project', 'Created (UTC)', 'Changed (UTC)'],
    ['Meter', 'Period', 'Start', 'Energy', 'Estimated', 'Project', 'Created', 'Changed'],
  ])
  const lamps = exportRows(
    { entity },
    [createRow({ installed: at })],
    'en',
    words,
    factsIn('America/New_York', 'Asia/Shanghai'),
  )
  // Columns that can be imported again keep their header.
  expect([lamps[0]?.[4], lamps[1]?.[4]]).toEqual(['Installed', '2026-11-21'])
})
