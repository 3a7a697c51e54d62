import type { Entity } from '../../../contract/entity/define.ts'
import { formFields, storedFields } from '../../../contract/entity/define.ts'
import type { EntityField, RowsField, TextField } from '../../../contract/entity/field.ts'
import { findFieldFault, isVisible, readValues } from '../../../contract/entity/read.ts'
import { validValues } from '../entities/entityBodies.ts'
import type { EntityWorld } from '../entities/entityWorld.ts'
import { canary } from './hostileScripts.ts'
import type { HostileTexts } from './hostileTexts.ts'

/** Host of legitimate addresses in rows, such as a video URL. Requests to it are expected. */
export const addressHost = 'address.test'

/** Addresses that every field must reject, because following one would run script. */
export const scriptAddresses = [
  `javascript:${canary.call}()`,
  `JavaScript:${canary.call}()`,
  `java\tscript:${canary.call}()`,
  ` javascript:${canary.call}()`,
  `\u0001javascript:${canary.call}()`,
  `data:text/html,<script>top.${canary.call}()</script>`,
  `vbscript:${canary.call}`,
  `//${canary.host}/x`,
  String.raw`/\\${canary.host}/x`,
  'file:///etc/passwd',
  `blob:https://${canary.host}/x`,
]

/** Fields with a language of their own, which the server parses: other texts are rejected. */
const parsed: Readonly<Record<string, string>> = { mapping: 'definition', script: 'source', trend: 'definition' }

/** A row with payloads in all text fields that accept them. */
export interface HostileRow {
  readonly entity: Entity
  readonly id: string
  /** Title in lists. */
  readonly title: string
  /** Stored payloads by field. */
  readonly texts: Readonly<Record<string, string>>
}

/** Creates such a row by the entity's route or, for server-written entities, in the database. `n` varies the row. */
export async function makeHostileRow(
  world: EntityWorld,
  entity: Entity,
  corpus: HostileTexts,
  n: number,
  own: Readonly<Record<string, unknown>> = {},
): Promise<HostileRow> {
  const isWritten = entity.origin === 'people'
  const { values: drawn, ...within } = isWritten
    ? await world.body(entity, n)
    : { values: validValues(entity, n, () => undefined, 'all') }
  const values: Record<string, unknown> = { ...drawn, ...own }
  const isAccepted = (name: string, value: unknown): boolean =>
    !isWritten || readValues(entity, { ...values, [name]: value }, 'create').problems === undefined
  const only = new Set([entity.title, ...entity.unique.flat()])
  const names: string[] = []
  for (const [name, field] of isWritten ? formFields(entity, 'create') : storedFields(entity)) {
    if (Object.hasOwn(own, name) || parsed[entity.name] === name) continue
    const bad = withPayload(field, values[name], corpus, only.has(name), (value) => isAccepted(name, value))
    if (bad === undefined) continue
    values[name] = bad
    names.push(name)
  }
  if (!isWritten) {
    const id = await world.make(entity, values)
    return { entity, id, title: textIn(values, entity.title) ?? id, texts: readTexts(values, names) }
  }
  const { status, data, text } = await world.callEntity<Readonly<Record<string, unknown>> & { readonly id: string }>(
    entity,
    'create',
    { body: { ...within, values, overwrite: true } },
  )
  if (status !== 200) throw new Error(`a hostile ${entity.name} could not be made: ${text}`)
  // Fields hidden for these values are not stored.
  const whole = readValues(entity, values, 'create').values ?? {}
  const texts = readTexts(
    whole,
    names.filter((name) => isVisible(entity.fields[name] ?? noField, whole)),
  )
  for (const [name, expected] of Object.entries(texts))
    if (data[name] !== expected)
      throw new Error(
        `${entity.name}.${name} was given ${JSON.stringify(expected)} and keeps ${JSON.stringify(data[name])}`,
      )
  return { entity, id: data.id, title: textIn(whole, entity.title) ?? data.id, texts }
}

/** JSON with the payload in every text, for example chart options. */
export const hostileJson = (payload: string): string =>
  JSON.stringify({
    title: { text: payload, subtext: payload },
    legend: { show: true, data: [payload] },
    tooltip: { show: true, trigger: 'item', alwaysShowContent: true, formatter: payload },
    xAxis: { type: 'category', name: payload, data: [payload] },
    yAxis: { type: 'value', axisLabel: { formatter: payload } },
    series: [
      {
        type: 'bar',
        name: payload,
        data: [{ name: payload, value: 1 }],
        label: { show: true, formatter: payload },
        tooltip: { formatter: payload },
      },
    ],
    graphic: [{ type: 'text', style: { text: payload } }],
    toolbox: { feature: { dataView: { show: true, lang: [payload], optionToContent: payload } } },
  })

/** Returns a field value containing a payload, or undefined if the field accepts none. */
function withPayload(
  field: EntityField,
  present: unknown,
  corpus: HostileTexts,
  isOnly: boolean,
  isAccepted: (value: unknown) => boolean,
): unknown {
  if (field.kind === 'text') {
    const createPayload = textWith(field)
    if (createPayload === undefined) return undefined
    const payload = corpus.next(
      (text) => findFieldFault(field, createPayload(text)) === null && isAccepted(createPayload(text)),
      isOnly,
    )
    return payload === undefined ? undefined : createPayload(payload)
  }
  if (field.kind !== 'rows' || !Array.isArray(present) || present.length === 0) return undefined
  const rows = present.map((row: unknown) => ({
    ...(typeof row === 'object' ? row : {}),
    ...innerTexts(field, corpus),
  }))
  return isAccepted(rows) ? rows : undefined
}

/** Returns a function that embeds a payload in a text of this format, or undefined if the format accepts none. */
function textWith({ format, ...field }: TextField): ((payload: string) => string) | undefined {
  switch (format) {
    case 'url':
      return (payload) => `https://${addressHost}/${payload.replaceAll(/\s/g, '/')}`
    case 'json':
      return hostileJson
    default:
      return findFieldFault({ ...field, format }, 'x y'.padEnd(field.minLength, 'x')) === null
        ? (payload) => payload
        : undefined
  }
}

const innerTexts = ({ fields }: RowsField, corpus: HostileTexts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, inner]) => {
      const text =
        inner.kind === 'text' && !inner.when
          ? corpus.next((payload) => findFieldFault(inner, payload) === null, true)
          : undefined
      return text === undefined ? [] : [[name, text]]
    }),
  )

const textIn = (values: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const readTexts = (values: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textIn(values, name)
      return text === undefined ? [] : [[name, text]]
    }),
  )

const noField: EntityField = { kind: 'flag', words: { en: '', zh: '' }, required: false, default: false }
