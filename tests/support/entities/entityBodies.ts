import type { Entity } from '../../../contract/entity/define.ts'
import { formFields, storedFields } from '../../../contract/entity/define.ts'
import type { EntityField, EntityFields, TextField } from '../../../contract/entity/field.ts'
import { readValues } from '../../../contract/entity/read.ts'
import { createRandom } from '../hostile/random.ts'

/** Returns the id of a row of the entity, or undefined if there is none yet. */
export type RefTo = (entity: string) => string | undefined

const maxAttempts = 2_000

/**
 * Returns valid values, different for each `n`. Rules over several fields are met by varying the values until
 * validation passes.
 */
export function validValues(
  entity: Entity,
  n: number,
  refTo: RefTo,
  purpose: 'create' | 'all' = 'create',
): Record<string, unknown> {
  const fields = purpose === 'create' ? formFields(entity, 'create') : storedFields(entity)
  let problems = ''
  for (let round = 0; round < maxAttempts; round++) {
    const random = createRandom(n * maxAttempts + round)
    const values = Object.fromEntries(
      fields.flatMap(([name, field]) => {
        const isLeftOut = !field.required && random() < Math.min(0.6, round / 40)
        return isLeftOut ? [] : [[name, validValue(field, name, n, refTo, random)]]
      }),
    )
    if (purpose === 'all') return values
    const read = readValues(entity, values, 'create')
    if (!read.problems) return values
    problems = read.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')
  }
  throw new Error(`no valid body of ${entity.name} was found: ${problems}`)
}

/** Returns invalid values for this kind of field: wrong types, lengths and formats, and attacks. */
export function invalidValues(field: EntityField): unknown[] {
  const random = createRandom(field.words.en.length)
  const wrongTypes: unknown[] = [
    {},
    { $ne: null },
    [[]],
    [{}],
    [null],
    { length: 1 },
    [1, 2],
    ['\u0000'],
    { toString: 'x' },
    [[['x']]],
  ]
  const texts = [
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x'.repeat(100_000),
    `' or 1=1 --\u0007`,
    '\u001b[31m',
    '\u007f',
    '\u0085',
  ]
  const numbers = [1.5e300, -1.5e300, Number.MIN_SAFE_INTEGER, 2 ** 53 + 2, 1e21]
  const flags = [true, false]
  const odd = Array.from(
    { length: 30 },
    (_, index) => [{ [`k${index}`]: random() }, random(), `\u0001${random()}`][index % 3],
  )
  switch (field.kind) {
    case 'text':
      return [
        ...wrongTypes,
        ...texts.slice(0, field.format === 'lines' || field.format === 'json' ? 4 : 8),
        ...numbers,
        ...flags,
        ...odd,
      ]
    case 'secret':
      return [
        ...wrongTypes,
        ...numbers,
        ...flags,
        'x'.repeat(field.maxLength + 1),
        ...odd.filter((value) => typeof value !== 'string'),
      ]
    case 'number':
      return [
        ...wrongTypes,
        ...texts,
        '1',
        '0x10',
        ...flags,
        1e300,
        -1e300,
        ...(field.integer ? [0.5] : []),
        ...odd.filter((value) => typeof value !== 'number'),
      ]
    case 'flag':
      return [...wrongTypes, ...texts, ...numbers, 'true', 'yes', 0, 1, null, '', ...odd]
    case 'choice':
      return [...wrongTypes, ...texts, ...flags, 0.123, 'constructor\u0000', ...numbers, ...odd]
    case 'instant':
      return [
        ...wrongTypes,
        ...texts,
        ...flags,
        0.5,
        8.64e15,
        -8.64e15,
        '2026-01-01',
        ...numbers.slice(0, 2),
        2 ** 53 + 2,
        ...odd,
      ]
    case 'ref':
      return [
        ...wrongTypes,
        ...texts,
        ...numbers,
        ...flags,
        'no-such-row',
        '../x',
        'a b',
        `x'; drop table account; --`,
        ...odd,
      ]
    case 'choices':
    case 'refs':
      return [...wrongTypes, ...texts, ...numbers, ...flags, ['no-such-row'], ['../x'], 'no-such-row', ...odd].filter(
        (value) => !Array.isArray(value) || value.length > 0,
      )
    case 'files':
    case 'rows':
      return [
        ...wrongTypes,
        ...texts,
        ...numbers,
        ...flags,
        [{ id: 'a' }],
        [{ id: '../a', name: 'a' }],
        [{ id: 'a', name: 'a', more: 1 }],
        Array.from({ length: 1000 }, () => ({ id: 'a', name: 'a' })),
        ...odd,
      ].filter((value) => !(Array.isArray(value) && isEmptyRow(field, value)))
    case 'live':
      return [1, 0, 'x', true, {}]
  }
}

/** Returns the cells that a user would enter for these values: dates and words instead of codes. */
export function sheetRow(
  entity: Entity,
  values: Readonly<Record<string, unknown>>,
  toCell: (field: EntityField, value: unknown) => string | number | boolean | null,
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    formFields(entity, 'create').flatMap(([name, field]) => {
      if (
        field.kind === 'files' ||
        field.kind === 'secret' ||
        field.kind === 'rows' ||
        field.kind === 'live' ||
        values[name] === undefined ||
        values[name] === null
      )
        return []
      return [[name, toCell(field, values[name])]]
    }),
  )
}

function validValue(field: EntityField, name: string, n: number, refTo: RefTo, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  switch (field.kind) {
    case 'text':
      return validText(field, name, n, random)
    case 'secret':
      return 'x'.repeat(Math.max(field.minLength, Math.min(12, field.maxLength)))
    case 'number': {
      const from = Math.max(field.min, -1e6)
      const to = Math.min(field.max, 1e6)
      const value = from + random() * (to - from)
      return field.integer
        ? Math.min(Math.floor(to), Math.max(Math.ceil(from), Math.round(value)))
        : Number(value.toFixed(3)) >= field.min && Number(value.toFixed(3)) <= field.max
          ? Number(value.toFixed(3))
          : field.min
    }
    case 'flag':
      return random() < 0.5
    // Dictionary entries are covered by tests that create them.
    case 'choice':
      return pick(field.options)?.value ?? null
    case 'choices': {
      const some = field.options.filter(() => random() < 0.5).map(({ value }) => value)
      return some.length > 0 || !field.required ? some : field.options.slice(0, 1).map(({ value }) => value)
    }
    case 'instant':
      return 1_790_000_000_000 + n * 86_400_000 + Math.floor(random() * 80_000) * 1000
    case 'ref':
      return refTo(field.to) ?? null
    case 'refs': {
      const id = refTo(field.to)
      return id === undefined ? [] : [id]
    }
    case 'files':
      return field.required ? [{ id: `file-${n}`, name: `a.${field.extensions[0] ?? 'pdf'}` }] : []
    case 'rows':
      return Array.from(
        { length: Math.max(field.min, field.required ? 1 : 0, Math.min(field.max, Math.floor(random() * 3))) },
        (_, index) => innerRow(field.fields, n + index, refTo, random),
      )
    case 'live':
      return null
  }
}

const innerRow = (fields: EntityFields, n: number, refTo: RefTo, random: () => number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, validValue(field, name, n, refTo, random)]))

function validText(field: TextField, name: string, n: number, random: () => number): string {
  const generated = createText(field, name, n, random)
  const long = generated.length < field.minLength ? generated.padEnd(field.minLength, 'x') : generated
  return long.length > field.maxLength ? long.slice(-field.maxLength) : long
}

function createText(
  { format, default: defaultText }: TextField,
  name: string,
  n: number,
  random: () => number,
): string {
  if (defaultText !== null && random() < 0.3) return defaultText
  switch (format) {
    case 'line':
      return random() < 0.5 ? `${name} 灯 ${n}` : `${name} ${n}`
    case 'lines':
      // The text of a script must be valid in each of its languages.
      return name === 'source' ? `// 第 ${n} 行\nreturn ${n}` : `line ${n}\n第二行`
    case 'code':
    case 'drawing':
    case 'address':
      return `c${n}`
    case 'plantName':
    case 'plantDevice':
      return `p${n}`
    case 'scriptId':
      return `s${n}`
    case 'phone':
      return `1380013${String(n % 10_000).padStart(4, '0')}`
    case 'email':
      return `a${n}@example.org`
    case 'url':
      return `https://example.org/${n}`
    case 'endpoint': {
      const schemes = ['https', 'mqtt', 'postgresql']
      return `${schemes[Math.floor(random() * schemes.length)]}://example.org/t${n}`
    }
    case 'rtsp':
      return `rtsp://example.org/${n}`
    case 'cron':
      return '0 3 * * *'
    case 'json':
      if (name === 'definition')
        return `{"version":1,"topics":[{"id":"t${n}","topic":"site/{device}/t${n}"}],"points":[]}`
      return `{"n":${n}}`
    case 'tag':
      return `tunnel/lamp-${String(n % 100).padStart(3, '0')}/lamp`
    case 'topic':
      return `site/{device}/t${n}`
    case 'date':
      return `${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`
    case 'time':
      return `${String(n % 24).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}`
  }
}

const isEmptyRow = (field: EntityField, value: readonly unknown[]): boolean =>
  field.kind === 'rows' &&
  value.length > 0 &&
  value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row) && Object.keys(row).length === 0)
