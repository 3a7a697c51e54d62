import type { Entity } from '../../contract/entity/define.ts'
import { formFields, storedFields } from '../../contract/entity/define.ts'
import type { EntityField, RowsField } from '../../contract/entity/field.ts'
import { faultOf, isAsked, readValues } from '../../contract/entity/read.ts'
import { validValues } from './entityBodies.ts'
import type { EntityWorld } from './entityWorld.ts'

/** Where every payload wants to go, and what it wants to call: neither must ever be reached. */
export const canary = { host: 'canary.test', call: 'pwned' }
/** Where an address leads that a row may hold, for a video say: what is asked for there is asked for rightly. */
const addressHost = 'address.test'

/** Texts that run as soon as somebody takes them for markup, in a place of elements or of attributes; `n` tells whose it was. */
export const payloads: readonly ((n: number) => string)[] = [
  (n) => `"><img src=//${canary.host}/${n} onerror=${canary.call}(${n})>`,
  (n) => `'><script>${canary.call}(${n})</script>`,
  (n) => `"><svg onload=${canary.call}(${n})>`,
  (n) => `<iframe srcdoc="<script>top.${canary.call}(${n})</script>">`,
]

/** Addresses that no field may take: following one would run it. */
export const scriptAddresses = [
  `javascript:${canary.call}()`, `JavaScript:${canary.call}()`, `java\tscript:${canary.call}()`, ` javascript:${canary.call}()`, `\u0001javascript:${canary.call}()`,
  `data:text/html,<script>top.${canary.call}()</script>`, `vbscript:${canary.call}`, `//${canary.host}/x`, String.raw`/\\${canary.host}/x`, 'file:///etc/passwd', `blob:https://${canary.host}/x`,
]

/** A row whose every text that may hold one is a payload. */
export interface HostileRow {
  readonly entity: Entity
  readonly id: string
  readonly n: number
  /** What it is called where it is listed. */
  readonly title: string
  /** The payloads by field. */
  readonly texts: Readonly<Record<string, string>>
}

/** Makes such a row, by the entity's route or, where only the server writes, beside it. */
export async function makeHostileRow(world: EntityWorld, entity: Entity, n: number, own: Readonly<Record<string, unknown>> = {}): Promise<HostileRow> {
  const payload = (payloads[n % payloads.length] ?? String)(n)
  const isWritten = entity.origin === 'people'
  const { values: drawn, ...within } = isWritten ? await world.body(entity, n) : { values: validValues(entity, n, () => undefined, 'all') }
  const values: Record<string, unknown> = { ...drawn, ...own }
  const texts: Record<string, string> = {}
  for (const [name, field] of isWritten ? formFields(entity, 'create') : storedFields(entity)) {
    const bad = Object.hasOwn(own, name) ? undefined : withPayload(field, values[name], payload)
    if (bad === undefined || (isWritten && readValues(entity, { ...values, [name]: bad }, 'create').problems)) continue
    values[name] = bad
    if (typeof bad === 'string') texts[name] = bad
  }
  const titleOf = (id: string): string => (typeof values[entity.title] === 'string' ? String(values[entity.title]) : id)
  if (!isWritten) {
    const id = await world.make(entity, values)
    return { entity, id, n, title: titleOf(id), texts }
  }
  const { status, data, text } = await world.ask(entity, 'create', { body: { ...within, values, overwrite: true } })
  if (status !== 200) throw new Error(`a hostile ${entity.name} could not be made: ${text}`)
  // What is not asked for beside the other values is not kept.
  const whole = readValues(entity, values, 'create').values ?? {}
  return { entity, id: data.id, n, title: titleOf(data.id), texts: Object.fromEntries(Object.entries(texts).filter(([name]) => isAsked(entity.fields[name] ?? noField, whole))) }
}

/** A field's value with the payload in it; nothing where it takes no such text. */
function withPayload(field: EntityField, present: unknown, payload: string): unknown {
  switch (field.kind) {
    case 'text': {
      const text = field.format === 'url' ? `https://${addressHost}/${payload.replaceAll(' ', '/')}` : payload
      return faultOf(field, text) === null ? text : undefined
    }
    case 'rows': return Array.isArray(present) && present.length > 0 ? present.map((row: unknown) => ({ ...(typeof row === 'object' ? row : {}), ...innerTexts(field, payload) })) : undefined
    default: return undefined
  }
}

const innerTexts = ({ fields }: RowsField, payload: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, inner]) => (inner.kind === 'text' && !inner.when && faultOf(inner, payload) === null ? [[name, payload]] : [])))

const noField: EntityField = { kind: 'flag', words: { en: '', zh: '' }, required: false, default: false }
