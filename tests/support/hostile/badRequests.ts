import type { Entity } from '../../../contract/entity/define.ts'
import { formFields } from '../../../contract/entity/define.ts'
import { findFieldFault } from '../../../contract/entity/read.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { invalidValues, validValues } from '../entities/entityBodies.ts'
import type { RawRequest } from '../server/keepAlive.ts'
import { createRandom } from './random.ts'

export interface BadRequest extends RawRequest {
  readonly entity: string
  readonly action: string
  /** Description for failure messages. */
  readonly description: string
}

export interface BadRequests {
  readonly draw: (n: number) => BadRequest
  /** Number of requests, from 0, that cover every kind of error at every write route. */
  readonly wholeRound: number
}

/** An existing row id per entity, so that not only the id is wrong. */
export type RowIds = ReadonlyMap<string, string>

interface Target {
  readonly entity: Entity
  readonly action: string
  readonly method: string
  readonly path: string
  /** Valid bodies except for required references. */
  readonly good: readonly Record<string, unknown>[]
  readonly wrong: readonly { readonly name: string; readonly value: unknown }[]
}

const project = 'tunnel'
const goodBodies = 4
/** Kinds of errors: the first seven are the cases below, the other three are invalid values. */
const kinds = 10

/**
 * Generates invalid requests from the declarations: each write route of each entity in turn, with an error in body,
 * values, headers or id. Deterministic by number.
 */
export function createBadRequests(entities: readonly Entity[], rowIds: RowIds, seed: number): BadRequests {
  const targets = entities.flatMap(getTargets)
  const draw = (n: number): BadRequest => {
    const target = targets[n % targets.length]
    if (!target) throw new Error('there is nothing to write to')
    const random = createRandom(seed + n)
    const pick = <T>(list: readonly T[]): T => {
      const chosen = list[Math.floor(random() * list.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    }
    const { entity, action, method, path } = target
    // A removal needs only an id, so with an existing one it would be valid.
    const id = action === 'remove' ? undefined : rowIds.get(entity.name)
    const json = { 'content-type': 'application/json' }
    const createRequest = (
      description: string,
      body: unknown,
      headers: Readonly<Record<string, string>> = {},
      row = id ?? 'no-such-row',
    ): BadRequest => ({
      entity: entity.name,
      action,
      method,
      path: path.replace(':id', encodeURIComponent(row)),
      description,
      headers: { ...json, ...(action === 'update' ? { 'if-match': '"1"' } : {}), ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    })
    const within = entity.scope === 'project' && (action === 'create' || action === 'importCheck') ? { project } : {}

    const whole = (): unknown => {
      const values = pick(target.good)
      if (action === 'create') return { ...within, values }
      if (action === 'update') return { values }
      if (action === 'updateMany') return { ids: [id ?? 'no-such-row'], values }
      if (action === 'removeMany') return { ids: ['no-such-row'] }
      return action === 'importCheck' ? { ...within, rows: [{ noSuchColumn: 1 }] } : { ...values, noSuchField: 1 }
    }

    // Each route gets another kind in each round, and all kinds in ten rounds.
    switch ((Math.floor(n / targets.length) + (n % targets.length)) % kinds) {
      case 0: {
        // invalid JSON
        const text = JSON.stringify(whole())
        const cut = text.slice(0, 1 + Math.floor(random() * (text.length - 1)))
        return pick([
          () => createRequest('cut off', cut),
          () => createRequest('something after the end', `${text}${pick(['}', 'x', ',{}', '\u0000'])}`),
          () => createRequest('no UTF-8', Buffer.concat([Buffer.from(cut), Buffer.from([0xff, 0xc0, 0x80])])),
          () => createRequest('single quotes', text.replaceAll('"', `'`)),
          () =>
            createRequest(
              'a number that is none',
              text.replace(/\}$/, `,"n":${pick(['NaN', '1e', '0x1f', '--1', 'Infinity'])}}`),
            ),
          () => createRequest('nothing', ''),
        ])()
      }
      case 1: {
        // prototype keys
        const key = pick([
          '__proto__',
          'constructor',
          'prototype',
          String.raw`\u005f_proto__`,
          String.raw`constr\u0075ctor`,
        ])
        const evil = `"${key}":{"polluted":"yes","isAdmin":true}`
        return pick([
          () => createRequest('a prototype', `{${evil},${JSON.stringify(whole()).slice(1)}`),
          () => createRequest('a prototype within the values', `{"values":{${evil}}}`),
          () => createRequest('a prototype far inside', `{"values":{"a":[[{"b":{${evil}}}]]}}`),
          () => createRequest('a key twice', `{"values":{"name":"a","name":"b"}}`),
        ])()
      }
      case 2: {
        // too deep
        const depth = pick([65, 200, 5_000])
        return pick([
          () => createRequest('deep lists', `{"values":${'['.repeat(depth)}${']'.repeat(depth)}}`),
          () => createRequest('deep objects', `{"values":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`),
        ])()
      }
      case 3:
        return createRequest('anything', noise(random, 0)) // random JSON with unknown keys
      case 4: {
        // around the values
        const body = whole()
        const odd = noise(random, 2)
        const broken = isRecord(body) ? { ...body } : {}
        const key = pick([...Object.keys(broken), 'more'])
        return key === 'more' ||
          action === 'update' ||
          !['create', 'updateMany', 'removeMany', 'importCheck'].includes(action)
          ? createRequest('a key that there is not', { ...broken, [`more${Math.floor(random() * 99)}`]: odd })
          : createRequest(`${key} is something else`, {
              ...broken,
              [key]:
                key === 'values'
                  ? pick([null, 1, 'x', [], true])
                  : pick([null, 1, {}, '../x', [], ['../x'], [1], [[]]]),
            })
      }
      case 5: // missing row or invalid id
        if (path.includes(':id'))
          return createRequest(
            'no such row',
            { ...asRecord(whole()), noSuchField: 1 },
            {},
            pick([
              'no-such-row',
              '..',
              '../../etc/passwd',
              '%',
              `' or 1=1 --`,
              'x'.repeat(300),
              '-',
              'a b',
              '\u0000',
              '9007199254740993',
              '__proto__',
            ]),
          )
        return createRequest('ids that are none', {
          ids: pick([
            [],
            ['no-such-row', `' or 1=1`],
            Array.from({ length: 1001 }, (_, at) => `x${at}`),
            'x',
            [null],
            [['a']],
            [{ id: 'a' }],
          ]),
          ...(action === 'updateMany' ? { values: {} } : {}),
          ...within,
        })
      case 6: // headers
        if (action === 'update')
          return createRequest(
            'a revision that is none',
            { values: { noSuchField: 1 } },
            { 'if-match': pick(['', '*', '"x"', 'W/"1"', '"-1"', '"1e9"', '"99999999999"', '1; drop table account']) },
          )
        return createRequest('another type of content', whole(), {
          'content-type': pick([
            'text/plain',
            'application/xml',
            'text/html',
            'application/x-www-form-urlencoded',
            'application/jsonx',
            'image/png',
            'null',
          ]),
        })
      default: {
        // one to three invalid values
        const count = 1 + Math.floor(random() * 3)
        const bad: Record<string, unknown> = {}
        if (target.wrong.length > 0)
          for (let at = 0; at < count; at++) {
            const { name, value } = pick(target.wrong)
            bad[name] = value
          }
        else bad['noSuchField'] = noise(random, 2)
        if (random() < 0.2)
          bad[pick(['id', 'revision', 'createdBy', 'titles', 'noSuchField', 'project', 'updatedAt'])] = noise(random, 2)
        const values = { ...pick(target.good), ...bad }
        if (action === 'create') return createRequest(`wrong: ${Object.keys(bad).join(', ')}`, { ...within, values })
        if (action === 'update') return createRequest(`wrong: ${Object.keys(bad).join(', ')}`, { values: bad })
        if (action === 'updateMany')
          return createRequest(`wrong: ${Object.keys(bad).join(', ')}`, { ids: [id ?? 'no-such-row'], values: bad })
        if (action === 'importCheck')
          return createRequest('columns that there are not', {
            ...within,
            rows: [{ ...cells(values), [`no${Math.floor(random() * 99)}`]: 1 }],
          })
        return action === 'removeMany'
          ? createRequest('one of them is not there', { ids: [...(id === undefined ? [] : [id]), 'no-such-row'] })
          : createRequest('a field that the move does not ask for', { ...bad, noSuchField: noise(random, 1) })
      }
    }
  }
  return { draw, wholeRound: targets.length * kinds }
}

function getTargets(entity: Entity): Target[] {
  const good = entity.origin === 'people' ? Array.from({ length: goodBodies }, (_, n) => validBody(entity, n)) : [{}]
  return Object.entries(getEntityRoutes(entity))
    .filter(([, { method }]) => method !== 'GET')
    .map(([action, { method, path }]) => {
      const fields = formFields(entity, action === 'create' ? 'create' : 'update')
      // Skips hidden fields. Dictionary values and removed rows are valid input.
      const wrong = fields.flatMap(([name, field]) =>
        invalidValues(field).flatMap((value) =>
          findFieldFault(field, value) === null || isLong(value) ? [] : [{ name, value }],
        ),
      )
      return { entity, action, method, path, good, wrong }
    })
}

/** Returns a valid body except for required references. */
function validBody(entity: Entity, n: number): Record<string, unknown> {
  const fields = Object.fromEntries(
    Object.entries(entity.fields).map(([name, field]) => [
      name,
      field.kind === 'ref' || field.kind === 'refs' ? { ...field, required: false } : field,
    ]),
  )
  return validValues({ ...entity, fields, rules: [] }, n, () => undefined)
}

/** Oversized bodies have a separate test; sending 100,000 of them would only measure the network. */
const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 5_000

const cells = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value === null ||
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        (typeof value === 'string' && value.length < 4000),
    ),
  )

const texts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  'ﷺ',
  '👩‍👩‍👧‍👦',
  `'; drop table account; --`,
  '<script>globalThis.pwned = 1</script>',
  '../../etc/passwd',
  '${7*7}',
  '{{7*7}}',
  '%s%n',
  'a\r\nb: c',
  'NaN',
  '-0',
  '1e400',
  'null',
  'toString',
]

/** Random JSON with unknown keys. */
function noise(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 3 ? 4 : 6))
  if (kind === 0) return texts[Math.floor(random() * texts.length)]
  if (kind === 1) return [0, -1, 1.5, 1e308, -1e308, 2 ** 53, Number.MIN_VALUE, -0][Math.floor(random() * 8)]
  if (kind === 2) return [null, true, false][Math.floor(random() * 3)]
  if (kind === 3)
    return String.fromCharCode(
      ...Array.from({ length: Math.floor(random() * 12) }, () => Math.floor(random() * 0xd7ff)),
    )
  const length = 1 + Math.floor(random() * 5)
  if (kind === 4) return Array.from({ length }, () => noise(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length }, (_, at) => [
      `~${at}${texts[Math.floor(random() * texts.length)] ?? ''}`,
      noise(random, depth + 1),
    ]),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})
