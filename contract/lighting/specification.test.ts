import { describe, expect, it } from 'vitest'
import { entities, getEntity } from '../entities.ts'
import { toCell, readCell } from '../entity/spreadsheetCells.ts'
import { withVariantRules } from '../entity/define.ts'
import type { EntityField, Variant } from '../entity/field.ts'
import { emptyWords, findFieldFault, readValues } from '../entity/read.ts'

const fieldOf = (entity: string, name: string): EntityField => {
  const field = getEntity(entity).fields[name]
  if (!field) throw new Error(`${entity} has no ${name}`)
  return field
}

/**
 * The lines of section 3, each with the fields that store its items. Project, creator and creation time are frame
 * fields.
 */
const lines: readonly (readonly [line: string, entity: string, fields: string])[] = [
  [
    'Cabinet',
    'cabinet',
    'name address communication responsible phone specification installAddress installedAt longitude latitude isOnline usage lastOnlineAt remark wiring photos',
  ],
  [
    'Pole (single lamp)',
    'pole',
    'address name area cabinet channel kind protocol workMode factoryNumber longitude latitude dimming colorTemperature voltage current power temperature',
  ],
  [
    'Loop',
    'loop',
    'kind name address cabinet group protocol workMode ratio outputCurrent absorptionCurrent outputVoltage voltageA voltageB voltageC currentA currentB currentC',
  ],
  [
    'Sensor',
    'sensor',
    'kind name address cabinet protocol workMode isMain value dataType encoding coefficient laneCount statisticPeriod',
  ],
  ['Camera', 'camera', 'name channel address username password tunnel'],
  ['Third-party device', 'thirdParty', 'name number kind tunnel'],
  [
    'Tunnel/project',
    'tunnel',
    'name description address length laneCount laneWidth direction statisticPeriod coefficient left right',
  ],
  ['Tunnel section', 'tunnelSection', 'name number tunnel'],
  ['Timetable strategy', 'timetable', 'name points'],
  ['Scene strategy', 'lightScene', 'name scenes'],
  ['Brightness strategy', 'brightness', 'name threshold1 threshold2 transition1 transition2 interior exit'],
  ['Alarm', 'alarm', 'event fault message at status confirmedBy confirmedAt'],
  [
    'Work order',
    'workOrder',
    'number level source classification device submitter submitterPhone handler handlerPhone content status dispatchedAt receivedAt',
  ],
]

describe('section 3 of the specification', () => {
  it.each(lines)('%s', (_line, entity, fields) => {
    for (const name of fields.split(' '))
      expect([name, getEntity(entity).fields[name]?.words]).toEqual([
        name,
        { en: expect.stringMatching(/\S/), zh: expect.stringMatching(/\S/) },
      ])
    expect(getEntity(entity).scope).toBe('project')
  })
})

/** The codes of sections 5 (import templates) and 9, as used in sheets and by devices. */
const codes: readonly (readonly [line: string, entity: string, field: string, values: readonly (string | number)[]])[] =
  [
    ['Communication channel 1 PLC, 2 RS485_1, 3 RS485_2, 4 LORA', 'pole', 'channel', [1, 2, 3, 4]],
    ['Cabinet communication 1 (4G/2G) or 2 (LAN)', 'cabinet', 'communication', [1, 2]],
    ['Usage state 1 disabled, 2 enabled', 'cabinet', 'usage', [1, 2]],
    ['Protocol 1 DL645-1997, 2 DL645-2007, 3 ModBus', 'loop', 'protocol', [1, 2, 3]],
    ['Pole work modes: 0 timetable, 2 scene', 'pole', 'workMode', [0, 2]],
    ['Loop work modes: 0 timetable, 1 longitude/latitude', 'loop', 'workMode', [0, 1]],
    ['Loop types 1 to 4', 'loop', 'kind', [1, 2, 3, 4]],
    ['Pole types 1 to 3', 'pole', 'kind', [1, 2, 3]],
    ['Sensor types 1 to 3, the fourth reserved', 'sensor', 'kind', [1, 2, 3, 4]],
    ['Sensor work mode 1 control, 2 non-control', 'sensor', 'workMode', [1, 2]],
    ['Work order statuses', 'workOrder', 'status', ['waiting', 'dispatched', 'processed', 'ended', 'abnormal']],
    ['Weekdays Monday to Sunday', 'timetable', 'days', ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']],
  ]

describe('the codes of sections 4, 5 and 9', () => {
  it.each(codes)('%s', (_line, entity, name, values) => {
    const field = fieldOf(entity, name)
    expect(
      field.kind === 'choice' || field.kind === 'choices' ? field.options.map(({ value }) => value) : field.kind,
    ).toEqual(values)
  })
})

it('the main device of a sensor is read as both readings of section 9 write it', () => {
  const field = fieldOf('sensor', 'isMain')
  expect(
    ['0 central', '1 non-central', '1 no', '2 yes', '0 中心', '1 非中心', '1 否', '2 是'].map(
      (cell) => readCell(field, cell).value,
    ),
  ).toEqual([true, false, false, true, true, false, false, true])
})

it('the reserved fourth type of a sensor is taken from a sheet and by the API, and is called unknown', () => {
  const field = fieldOf('sensor', 'kind')
  const word = field.kind === 'choice' ? field.options.find(({ value }) => value === 4)?.words : undefined
  expect(word).toEqual({ en: expect.stringMatching(/^Unknown type/), zh: expect.stringMatching(/^未知类型/) })
  expect([4, '4', word?.en ?? '', word?.zh ?? ''].map((cell) => readCell(field, cell).value)).toEqual([4, 4, 4, 4])
  expect([findFieldFault(field, 4), findFieldFault(field, 5)]).toEqual([
    null,
    { en: expect.any(String), zh: expect.any(String) },
  ])
  expect(toCell(field, 4, 'zh')).toBe(word?.zh)
})

/** Required fields (section 5) with their messages. */
const messages: readonly (readonly [entity: string, fields: string])[] = [
  ['cabinet', 'name address communication'],
  ['pole', 'address name area cabinet channel kind protocol workMode'],
  ['loop', 'name kind address cabinet group protocol workMode ratio'],
  ['sensor', 'name kind address cabinet protocol workMode'],
  ['camera', 'name channel serial address'],
  ['thirdParty', 'name number kind tunnel'],
  ['tunnel', 'name address'],
  ['timetable', 'name points'],
  ['lightScene', 'name scenes'],
  ['brightness', 'name threshold1 threshold2 transition1 transition2 interior exit'],
  ['tunnelSection', 'name number tunnel'],
]

describe('the empty-field messages of section 5', () => {
  it.each(messages)('%s', (entity, fields) => {
    for (const name of fields.split(' ')) {
      const field = fieldOf(entity, name)
      expect([name, field.required]).toEqual([name, true])
      expect([name, findFieldFault(field, field.kind === 'rows' ? [] : null)]).toEqual([name, emptyWords(field)])
      expect([name, field.emptyWords]).toEqual([
        name,
        { en: expect.stringMatching(/^Please/), zh: expect.stringMatching(/^请/) },
      ])
    }
  })
})

describe('the tunnel of a sensor and a camera', () => {
  const emptyTunnel = (entity: string, variant?: Variant) =>
    readValues(withVariantRules(getEntity(entity), variant), {}, 'create').problems?.some(
      ({ path }) => path === 'tunnel',
    ) ?? false

  it.each(['sensor', 'camera'])('is asked for on the tunnel pages and nowhere else: %s', (entity) => {
    expect((['plain', 'ob', 'tunnel', undefined] as const).map((variant) => emptyTunnel(entity, variant))).toEqual([
      false,
      false,
      true,
      false,
    ])
  })
})

/** Limits of sections 5 and 9: values inside are accepted, values outside are rejected. */
const limits: readonly (readonly [
  line: string,
  entity: string,
  field: string,
  taken: readonly unknown[],
  refused: readonly unknown[],
])[] = [
  ['Conversion coefficient: integer 1 to 100', 'sensor', 'coefficient', [1, 100], [0, 101, 1.5, -1]],
  ['Conversion coefficient of a tunnel', 'tunnel', 'coefficient', [1, 100], [0, 101, 1.5]],
  ['Area range 1-99', 'area', 'number', [1, 99], [0, 100, 2.5]],
  ['Ratios in percent', 'pole', 'dimming', [0, 100], [-1, 101, 0.5]],
  [
    '6 time points',
    'timetable',
    'points',
    [points(1), points(6)],
    [
      points(7),
      [{ at: '24:00', dimming: 1, colorTemperature: 1 }],
      [{ at: '12:00', dimming: 101, colorTemperature: 1 }],
    ],
  ],
  ['8 scenes', 'lightScene', 'scenes', [scenes(1), scenes(8)], [scenes(9)]],
  ['6 brightness segments', 'brightness', 'threshold1', [0, 100], [101, -1, 0.5]],
  ['Phone must be valid', 'workOrder', 'handlerPhone', ['13800138000', '+86 10 5555 0100'], ['call me', '12']],
  [
    'Images: 5 of 5 MB, png, jpg or jpeg',
    'cabinet',
    'photos',
    [[]],
    [Array.from({ length: 6 }, (_, n) => ({ id: `f${n}`, name: 'a.png' }))],
  ],
]

describe('the limits of sections 5 and 9', () => {
  it.each(limits)('%s', (_line, entity, name, accepted, refused) => {
    const field = fieldOf(entity, name)
    for (const value of accepted) expect([value, findFieldFault(field, value)]).toEqual([value, null])
    for (const value of refused)
      expect([value, findFieldFault(field, value)]).toEqual([value, { en: expect.any(String), zh: expect.any(String) }])
  })

  it('a picture is png, jpg or jpeg and of 5 MB at most', () => {
    expect(fieldOf('cabinet', 'wiring')).toMatchObject({
      extensions: ['png', 'jpg', 'jpeg'],
      maxBytes: 5 * 1024 * 1024,
      max: 5,
    })
  })

  it('camera passwords are written and never read', () => {
    expect(fieldOf('camera', 'password').kind).toBe('secret')
  })
})

/** User actions and acknowledgements of the cabinet. */
const installing = ['install', 'uninstall', 'confirmInstalled', 'confirmUninstalled', 'fail']

describe('the transitions of section 4', () => {
  it.each([
    ['workOrder', ['dispatch', 'receive', 'complete', 'refuse', 'terminate', 'end', 'resubmit']],
    ['alarm', ['confirm', 'submitOrder', 'shelve', 'unshelve']],
    ['cabinet', ['disable', 'enable']],
    ['pole', installing],
    ['loop', installing],
    ['sensor', installing],
    ['tunnel', ['beginMarking', 'completeMarking', 'importAgain']],
  ])('%s', (entity, moves) => {
    expect(Object.keys(getEntity(entity).lifecycle?.moves ?? {})).toEqual(moves)
  })
})

it('every state of a lifecycle is a badge: one that is plain text among badges looks like none', () => {
  const plain = entities.flatMap(({ name, lifecycle }) =>
    (lifecycle?.states ?? []).filter(({ tone }) => tone === undefined).map(({ value }) => `${name} ${value}`),
  )
  expect(plain).toEqual([])
})

function points(count: number) {
  return Array.from({ length: count }, (_, n) => ({ at: `0${n}:00`, dimming: 50, colorTemperature: 50 }))
}

function scenes(count: number) {
  return Array.from({ length: count }, (_, n) => ({ label: `Scene ${n}`, dimming: 50, colorTemperature: 50 }))
}
