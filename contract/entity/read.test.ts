import { describe, expect, it } from 'vitest'
import type { EntityDeclaration } from './define.ts'
import { defineEntity, formFields } from './define.ts'
import type { EntityFields, EntityValue } from './field.ts'
import { choice, flag, instant, number, ref, rows, secret, text } from './field.ts'
import { findFieldFault, canTransition, readValues } from './read.ts'
import { getEntityRoutes } from './routes.ts'

const lamp = defineEntity({
  name: 'lamp',
  path: 'lamps',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Lamp', zh: '灯' }, many: { en: 'Lamps', zh: '灯' } },
  fields: {
    name: text({ en: 'Name', zh: '名称' }, { required: true }),
    address: text({ en: 'Address', zh: '地址' }, { required: true, fixed: true, format: 'address' }),
    kind: choice(
      { en: 'Type', zh: '类型' },
      {
        options: [
          { value: 1, words: { en: 'One', zh: '单' } },
          { value: 2, words: { en: 'Two', zh: '双' } },
        ],
        required: true,
      },
    ),
    ratio: number({ en: 'Ratio', zh: '比例' }, { min: 1, max: 100, integer: true }),
    warm: number({ en: 'Warm', zh: '暖色' }, { required: true, when: { field: 'kind', is: [2] } }),
    key: secret({ en: 'Key', zh: '密钥' }),
    isMain: flag({ en: 'Main', zh: '主' }),
    on: instant({ en: 'Installed', zh: '安装时间' }),
    cabinet: ref({ en: 'Cabinet', zh: '配电箱' }, 'cabinet'),
    points: rows(
      { en: 'Points', zh: '时间点' },
      {
        at: text({ en: 'At', zh: '时间' }, { required: true, format: 'time' }),
        level: number({ en: 'Level', zh: '亮度' }, { min: 0, max: 100 }),
      },
      { max: 2 },
    ),
    seen: number({ en: 'Seen', zh: '上报' }, { readOnly: true }),
  },
  list: { columns: ['name', 'kind'], search: ['name'], sort: { by: 'name', order: 'asc' } },
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '状态' },
    initial: 1,
    states: [
      { value: 1, words: { en: 'Off', zh: '停用' } },
      { value: 2, words: { en: 'On', zh: '启用' } },
    ],
    moves: { switchOn: { words: { en: 'Switch on', zh: '启用' }, from: [1], to: 2 } },
  },
  rules: [
    {
      field: 'ratio',
      words: { en: 'A main lamp has a ratio', zh: '主灯需填写比例' },
      holds: ({ isMain, ratio }) => isMain !== true || ratio !== null,
    },
  ],
})

const good = { name: 'A', address: 'a.1', kind: 1 }

describe('reading values by a declaration', () => {
  it('fills in defaults, trims texts, and stores empty input as null', () => {
    expect(readValues(lamp, { ...good, name: '  A  ', ratio: '' }, 'create').values).toMatchObject({
      name: 'A',
      ratio: null,
      isMain: false,
      points: [],
      cabinet: null,
    })
  })

  it.each<[Record<string, unknown>, string, string]>([
    [{ name: '' }, 'name', 'empty'],
    [{ name: 'a\u0000b' }, 'name', 'characters'],
    [{ name: 5 }, 'name', 'type'],
    [{ name: 'x'.repeat(101) }, 'name', 'length'],
    [{ address: 'a b' }, 'address', 'format'],
    [{ kind: 3 }, 'kind', 'option'],
    [{ kind: '1' }, 'kind', 'option'],
    [{ ratio: 100.5 }, 'ratio', 'integer'],
    [{ ratio: 0 }, 'ratio', 'range'],
    [{ ratio: NaN }, 'ratio', 'type'],
    [{ isMain: 1 }, 'isMain', 'type'],
    [{ on: 1e300 }, 'on', 'type'],
    [{ cabinet: '../x' }, 'cabinet', 'ref'],
    [{ points: [{}] }, 'points.0.at', 'empty'],
    [{ points: [{ at: '24:00' }] }, 'points.0.at', 'format'],
    [{ points: [1] }, 'points.0', 'type'],
    [{ points: [{ at: '01:00' }, { at: '02:00' }, { at: '03:00' }] }, 'points', 'count'],
    [{ seen: 1 }, 'seen', 'unknown'],
    [{ status: 2 }, 'status', 'unknown'],
    [{ project: 'x' }, 'project', 'unknown'],
    [{ isMain: true }, 'ratio', 'rule'],
    [{ kind: 2 }, 'warm', 'empty'],
  ])('refuses %j at %s as %s, in both languages', (change, path, code) => {
    const { problems } = readValues(lamp, { ...good, ...change }, 'create')
    expect(problems).toContainEqual(expect.objectContaining({ path, code }))
    for (const { words } of problems ?? [])
      expect([words.en, words.zh].every((message) => message.length > 0)).toBe(true)
  })

  it('requires a conditional field only if its condition holds, and clears it otherwise', () => {
    expect(readValues(lamp, { ...good, kind: 2, warm: 3 }, 'create').values).toMatchObject({ warm: 3 })
    expect(readValues(lamp, { ...good, kind: 1, warm: 3 }, 'create').values).toMatchObject({ warm: null })
  })

  it('changes the given fields, keeps the rest and rejects changes to immutable fields', () => {
    const present = readValues(lamp, { ...good, ratio: 7 }, 'create').values
    expect(readValues(lamp, { name: 'B' }, 'update', present).values).toMatchObject({
      name: 'B',
      ratio: 7,
      address: 'a.1',
    })
    expect(readValues(lamp, { address: 'b.1' }, 'update', present).problems).toMatchObject([
      { path: 'address', code: 'unknown' },
    ])
  })

  it.each([[null], [[]], ['x'], [5]])('refuses %j as a whole', (input) => {
    expect(readValues(lamp, input, 'create').problems).toHaveLength(1)
  })

  it('is not fooled by names that every object has', () => {
    expect(
      readValues(lamp, { ...good, constructor: 1, toString: 'x' }, 'create').problems?.map(({ path }) => path),
    ).toEqual(['constructor', 'toString'])
  })

  it('returns the error of a single field for a form', () => {
    expect(findFieldFault(lamp.fields.name, '')).toEqual({ en: 'Please enter: Name', zh: '请输入名称' })
    expect(findFieldFault(lamp.fields.name, 'A')).toBeNull()
  })
})

describe('a declaration', () => {
  it('that names a field it has not is refused when it is loaded', () => {
    expect(() => defineEntity({ ...lamp, fields: lamp.fields, list: { ...lamp.list, columns: ['nme'] } })).toThrow(
      'nme',
    )
  })

  it('of an imported, project-independent or service-owned entity cannot display device titles, not even in nested rows', () => {
    const device = text({ en: 'Device', zh: '设备' }, { isDevice: true })
    const withDevice =
      (more: Partial<EntityDeclaration>, fields: EntityFields = { device }) =>
      () =>
        defineEntity({ ...lamp, fields: { ...lamp.fields, ...fields }, ...more })
    const within = { steps: rows({ en: 'Steps', zh: '步骤' }, { device }, { max: 2 }) }
    for (const more of [{ imports: true }, { scope: 'none' as const }, { custom: true as const }]) {
      expect(withDevice(more)).toThrow("lamp.device is shown by a device's name")
      expect(withDevice(more, within)).toThrow("lamp.steps.device is shown by a device's name")
    }
    expect(withDevice({}, within)).not.toThrow()
  })

  it('keeps the state and fixed fields out of forms', () => {
    expect(formFields(lamp, 'update').map(([name]) => name)).not.toContain('address')
    expect(formFields(lamp, 'create').map(([name]) => name)).not.toContain('status')
  })

  it('of a log has no routes that write', () => {
    expect(Object.keys(getEntityRoutes({ ...lamp, origin: 'server' }))).toEqual([
      'list',
      'export',
      'options',
      'read',
      'events',
      'switchOn',
    ])
  })
})

it('a move is open to a row that is as the move asks, in one of its states, and to no other', () => {
  const move = { from: ['enabled', 2], when: { field: 'isPresent', is: [true] } }
  const open = (state: EntityValue, isPresent: EntityValue) => canTransition(move, state, { isPresent })
  expect([open('enabled', true), open(2, true)]).toEqual([true, true])
  expect([
    open('enabled', false),
    open('enabled', null),
    open('disabled', true),
    open(null, true),
    open(['enabled'], true),
  ]).toEqual([false, false, false, false, false])
  expect(canTransition({ from: ['enabled'] }, 'enabled', {})).toBe(true)
})
