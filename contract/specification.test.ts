import { describe, expect, it } from 'vitest'
import { getEntity } from './entities.ts'
import { frameNames } from './entity/define.ts'
import type { EntityField } from './entity/field.ts'
import { emptyWords, findFieldFault, readValues } from './entity/read.ts'
import { routes } from './routes.ts'

const fieldOf = (entity: string, name: string): EntityField => {
  const field = getEntity(entity).fields[name]
  if (!field) throw new Error(`${entity} has no ${name}`)
  return field
}
const optionsOf = (entity: string, name: string): readonly (string | number)[] => {
  const field = fieldOf(entity, name)
  return field.kind === 'choice' || field.kind === 'choices' ? field.options.map(({ value }) => value) : []
}

/**
 * The lines of section 3 outside lighting, each with the fields that store its items. States belong to the lifecycle;
 * creator and times are frame fields.
 */
const lines: readonly (readonly [line: string, entity: string, fields: string, frame: string])[] = [
  ['Script', 'script', 'identifier name product event action language order status kind bridge', ''],
  ['Bridge connector', 'bridge', 'name isEnabled status kind direction group', ''],
  [
    'Scene linkage',
    'linkage',
    'name status silence silenceUnit delay isOnce triggers actions execution hasAlarm recovery',
    '',
  ],
  ['Scene (area)', 'scene', 'name institution picture description devices status', 'createdBy updatedAt'],
  ['Variable', 'variable', 'origin unit valueType storage access value cycle span formula statistic tag', ''],
  ['Account', 'account', 'username password phone email status role', ''],
  ['Operation log', 'operationLog', 'user ip client object content at', ''],
  ['Project', 'project', 'name description', 'createdBy createdAt'],
]

describe('section 3 of the specification', () => {
  it.each(lines)('%s', (_line, entity, fields, frame) => {
    const { lifecycle, fields: declared } = getEntity(entity)
    for (const name of fields.split(' ')) {
      const words = lifecycle?.field === name ? lifecycle.words : declared[name]?.words
      expect([name, words]).toEqual([name, { en: expect.stringMatching(/\S/), zh: expect.stringMatching(/\S/) }])
    }
    for (const name of frame.split(' ').filter(Boolean)) expect(frameNames).toContain(name)
  })

  it('Uploaded file: the response contains its name and the ID that its URL contains', () => {
    for (const id of ['file.upload', 'picture.upload'] as const) {
      expect([id, routes[id].answer?.parse({ id: 'f1', name: 'plan.pdf', bytes: 3, type: 'application/pdf' })]).toEqual(
        [id, { id: 'f1', name: 'plan.pdf', bytes: 3, type: 'application/pdf' }],
      )
      expect([id, routes[id].envelopeFields]).toEqual([id, { fileName: 'id' }])
    }
    expect(routes['file.download'].query?.safeParse({ fileName: 'f1' }).success).toBe(true)
    expect(routes['file.resource'].query?.safeParse({ resource: 'f1' }).success).toBe(true)
  })
})

/** Values of the fields (sections 3 and 4). */
const codes: readonly (readonly [line: string, entity: string, field: string, values: readonly (string | number)[]])[] =
  [
    ['Script type HTTP service, MQTT bridge, database storage', 'script', 'kind', ['http', 'mqtt', 'database']],
    ['Language: Groovy, and JavaScript', 'script', 'language', ['groovy', 'javascript']],
    ['Bridge type Http push, Mqtt bridge, and the database that scripts store in', 'bridge', 'kind', [3, 4, 5]],
    ['Direction input, output', 'bridge', 'direction', [1, 2]],
    ['Variables are entered, measured or computed', 'variable', 'origin', ['input', 'tag', 'operation']],
    ['Type numeric or string', 'variable', 'valueType', ['number', 'text']],
    ['Store or no store', 'variable', 'storage', ['store', 'none']],
    ['Read-write or read-only', 'variable', 'access', ['rw', 'r']],
    ['Calculation cycle periodic or custom', 'variable', 'cycle', ['periodic', 'custom']],
    ['Custom period by day, week, month', 'variable', 'span', ['day', 'week', 'month']],
    ['Account roles', 'account', 'role', ['operator', 'manager', 'super']],
    ['Serial or parallel', 'linkage', 'execution', ['serial', 'parallel']],
    ['Silence in minutes or seconds', 'linkage', 'silenceUnit', ['minute', 'second']],
  ]
const states: readonly (readonly [line: string, entity: string, values: readonly string[]])[] = [
  ['Scene: enabled or disabled', 'scene', ['disabled', 'enabled']],
  ['Script status', 'script', ['disabled', 'enabled']],
  ['Linkage status', 'linkage', ['disabled', 'enabled']],
  ['Account status', 'account', ['enabled', 'disabled']],
  ['Bridge: not connected, connecting, and then connected', 'bridge', ['none', 'connecting', 'connected']],
]

describe('the codes of sections 3 and 4', () => {
  it.each(codes)('%s', (_line, entity, field, values) => {
    expect(optionsOf(entity, field)).toEqual(values)
  })
  it.each(states)('%s', (_line, entity, values) => {
    expect(getEntity(entity).lifecycle?.states.map(({ value }) => value)).toEqual(values)
  })
})

/** Required fields (section 5) with their messages. The status belongs to a lifecycle and is always set. */
const messages: readonly (readonly [entity: string, fields: string])[] = [
  ['script', 'identifier product name kind language bridge'],
  ['scene', 'name'],
  ['linkage', 'name triggers actions'],
  ['account', 'username password role'],
  ['project', 'name'],
]

describe('the empty-field messages of section 5', () => {
  it.each(messages)('%s', (entity, fields) => {
    for (const name of fields.split(' ')) {
      const field = fieldOf(entity, name)
      expect([name, field.required, findFieldFault(field, field.kind === 'rows' ? [] : null)]).toEqual([
        name,
        true,
        emptyWords(field),
      ])
      expect([name, field.emptyWords]).toEqual([
        name,
        { en: expect.stringMatching(/^Please/), zh: expect.stringMatching(/^请/) },
      ])
    }
  })
})

describe('the limits of section 5', () => {
  const script = (identifier: unknown) =>
    readValues(
      getEntity('script'),
      {
        identifier,
        name: 'Forward',
        product: 'p1',
        event: 1,
        action: 3,
        language: 'groovy',
        products: 'one',
        bridge: 'b1',
        order: 1,
        source: 'return',
      },
      'create',
    )

  it.each(['a', 'Z', 'a1', 'pump2Forward', 'A'.repeat(64)])(
    'a script id is letters and digits, a letter first: %s',
    (identifier) => {
      expect(script(identifier).problems).toBeUndefined()
    },
  )
  it.each(['1a', '9', 'a-b', 'a_b', 'a b', 'a.b', '泵1', 'é1', 'a\nb', '$a', 'A'.repeat(65)])(
    'and nothing else: %j',
    (identifier) => {
      expect(script(identifier).problems?.map(({ path }) => path)).toEqual(['identifier'])
    },
  )
  it('explains in both languages the format of an invalid script ID, and that an empty one is missing', () => {
    expect(findFieldFault(fieldOf('script', 'identifier'), '1a')).toEqual({
      en: expect.stringContaining('letters and digits only, starting with a letter'),
      zh: expect.stringContaining('只能含字母和数字，并以字母开头'),
    })
    for (const empty of ['', null])
      expect(script(empty).problems?.[0]).toMatchObject({
        path: 'identifier',
        words: { en: 'Please enter the script ID', zh: '请输入脚本标识' },
      })
  })

  it('a formula is of 200 characters at most, right, and has a variable', () => {
    const of = (formula: string) =>
      readValues(
        getEntity('variable'),
        {
          scene: 's1',
          name: 'Energy',
          identifier: 'energy',
          origin: 'operation',
          valueType: 'number',
          storage: 'store',
          access: 'r',
          formula,
          cycle: 'periodic',
          everyMinutes: 5,
        },
        'create',
      ).problems?.map(({ words }) => words.en)
    expect(of('{power} * 2')).toBeUndefined()
    expect(of('{power} *')).toEqual(['Formula error'])
    expect(of('2 * 3')).toEqual(['Please insert a variable'])
    expect(of(`{power} + ${'1'.repeat(200)}`)).toHaveLength(1)
  })

  it.each([
    ['13800138000', null],
    ['+86 10 5555 0100', null],
    ['call me', 'fault'],
    ['12', 'fault'],
  ])('the phone of an account must be valid: %s', (phone, fault) => {
    expect(findFieldFault(fieldOf('account', 'phone'), phone) === null ? null : 'fault').toBe(fault)
  })
})
