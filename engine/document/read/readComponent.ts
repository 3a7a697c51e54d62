import { parse } from '../../schema/index.ts'
import { groupType } from '../model/component.ts'
import { noExtras } from '../values/promptFields.ts'
import { coordinateLimit, nameLength } from '../values/limits.ts'
import { noKinds } from '../props/placeholder.ts'
import { isObject, readExtras } from '../props/props.ts'
import { isRank } from '../values/rank.ts'
import { readTemplateAction, readTemplateBindings, readTemplateProps } from './readTemplate.ts'
import { deepFreeze, noBindings, noProps } from '../model/record.ts'
import { uprightPlace } from '../symbols/symbolPlacement.ts'
import { forbiddenKeys, isId } from '../model/ids.ts'
import { animationSchema } from '../model/schemas.ts'
import { noOverrides, noParams } from '../symbols/symbolLink.ts'
import { linkSchema } from '../symbols/symbolSchemas.ts'
import type { Component, Id } from '../model/component.ts'
import type { ParamKinds } from '../props/placeholder.ts'
import type { ProblemList } from '../values/problems.ts'
import type { TypeLookup } from '../props/props.ts'
import type { SymbolLink } from '../model/symbol.ts'
import type { Fields } from '../../schema/index.ts'
import type { ZodType } from 'zod'

/** Placeholder for a missing rank. The reader then ranks the siblings in file order. */
export const noRank = ''

/**
 * Validates a component of a file. Hand-written, because a zod object with twenty keys was three times slower and
 * opening 10,000 components has a performance target. `kinds` are the parameters whose placeholders it may contain.
 */
export function readComponent(
  raw: unknown,
  path: string,
  types: TypeLookup,
  problems: ProblemList,
  kinds: ParamKinds = noKinds,
): Component | undefined {
  if (!isObject(raw)) return problems.add(path, 'invalid_type', 'must be a component')
  const before = problems.list.length
  for (const key in raw) {
    if (knownKeys.has(key)) continue
    if (forbiddenKeys.has(key)) problems.add(`${path}.${key}`, 'drawing.forbiddenKey', 'this key is not allowed')
    else problems.add(`${path}.${key}`, 'unrecognized_keys', 'unknown key')
  }
  const reader = new KeyReader(raw, path, problems)
  const id = reader.id('id')
  const type = reader.type()
  const fields = type === groupType ? noFields : types.get(type)?.fields
  const component: Component = {
    id,
    type,
    name: reader.text('name', type, nameLength),
    rank: reader.rank(),
    parent: raw.parent === undefined || raw.parent === null ? null : reader.id('parent'),
    x: reader.number('x', undefined, -coordinateLimit, coordinateLimit),
    y: reader.number('y', undefined, -coordinateLimit, coordinateLimit),
    width: reader.number('width', undefined, 0, coordinateLimit),
    height: reader.number('height', undefined, 0, coordinateLimit),
    angleDeg: reader.number('angleDeg', 0, -360, 360),
    flipX: reader.flag('flipX', false),
    flipY: reader.flag('flipY', false),
    opacity: reader.number('opacity', 1, 0, 1),
    visible: reader.flag('visible', true),
    locked: reader.flag('locked', false),
    copies: raw.copies === undefined || raw.copies === null ? null : reader.id('copies'),
    props: raw.props === undefined ? noProps : readTemplateProps(raw.props, fields, `${path}.props`, kinds, problems),
    bindings:
      raw.bindings === undefined
        ? noBindings
        : readTemplateBindings(raw.bindings, fields, `${path}.bindings`, kinds, problems),
    animation: reader.part('animation', animationSchema),
    action: raw.action === undefined ? null : readTemplateAction(raw.action, `${path}.action`, kinds, problems),
    extras: raw.extras === undefined ? noExtras : readExtras(raw.extras, `${path}.extras`, problems),
    link: reader.link(type),
  }
  return problems.list.length === before ? Object.freeze(component) : undefined
}

const noFields: Fields = Object.freeze({})
const typePattern = /^[a-z][A-Za-z0-9-]{0,39}$/
/** Type of the last component; consecutive components often have the same type. */
let lastType: string = groupType
const knownKeys: ReadonlySet<string> = new Set<keyof Component>([
  'id',
  'type',
  'name',
  'rank',
  'parent',
  'x',
  'y',
  'width',
  'height',
  'angleDeg',
  'flipX',
  'flipY',
  'opacity',
  'visible',
  'locked',
  'copies',
  'props',
  'bindings',
  'animation',
  'action',
  'extras',
  'link',
])

/** Reads keys of an unvalidated component. An invalid value adds a problem and is replaced by a safe value. */
class KeyReader {
  readonly #raw: Record<string, unknown>
  readonly #path: string
  readonly #problems: ProblemList

  constructor(raw: Record<string, unknown>, path: string, problems: ProblemList) {
    this.#raw = raw
    this.#path = path
    this.#problems = problems
  }

  /** Without `fallback` the key is required. */
  number(key: keyof Component, fallback: number | undefined, min: number, max: number): number {
    const value = this.#raw[key]
    if (typeof value === 'number' && value >= min && value <= max) return value
    if (value === undefined && fallback !== undefined) return fallback
    if (typeof value !== 'number')
      return this.#wrong(key, 'invalid_type', value === undefined ? 'is missing' : 'must be a number', 0)
    if (!Number.isFinite(value)) return this.#wrong(key, 'invalid_type', 'must be a finite number', 0)
    return this.#wrong(key, value < min ? 'too_small' : 'too_big', `must be between ${min} and ${max}`, 0)
  }

  flag(key: keyof Component, fallback: boolean): boolean {
    const value = this.#raw[key]
    if (typeof value === 'boolean') return value
    return value === undefined ? fallback : this.#wrong(key, 'invalid_type', 'must be true or false', fallback)
  }

  text(key: keyof Component, fallback: string, maxLength: number): string {
    const value = this.#raw[key]
    if (value === undefined) return fallback
    if (typeof value !== 'string') return this.#wrong(key, 'invalid_type', 'must be text', fallback)
    return value.length <= maxLength ? value : this.#wrong(key, 'too_big', `at most ${maxLength} characters`, fallback)
  }

  id(key: 'id' | 'parent' | 'copies'): Id {
    const value = this.#raw[key]
    if (!isId(value)) this.#wrong(key, 'invalid_format', 'an id must be 1 to 64 letters, digits, - or _', undefined)
    return value as Id
  }

  type(): string {
    const value = this.#raw.type
    if (typeof value === 'string' && (value === lastType || (typePattern.test(value) && !forbiddenKeys.has(value))))
      return (lastType = value)
    return this.#wrong('type', 'invalid_format', 'must be the name of a component type', groupType)
  }

  rank(): string {
    const value = this.#raw.rank
    if (value === undefined) return noRank
    if (typeof value === 'string' && isRank(value)) return value
    return this.#wrong('rank', 'invalid_format', 'is not a valid rank', noRank)
  }

  part<T>(key: 'animation', schema: ZodType<T>): T | null {
    const value = this.#raw[key]
    if (value === undefined || value === null) return null
    const read = parse(schema, value, `${this.#path}.${key}`)
    if (!read.problems) return deepFreeze(read.value)
    this.#problems.addAll(read.problems)
    return null
  }

  link(type: string): SymbolLink | null {
    const raw = this.#raw.link
    if (raw === undefined || raw === null) return null
    if (type !== groupType)
      return this.#wrong('link', 'drawing.link', 'only a group can be an instance of a symbol', null)
    const read = parse(linkSchema, raw, `${this.#path}.link`)
    if (read.problems) {
      this.#problems.addAll(read.problems)
      return null
    }
    const { symbol, place, params = noParams, overrides = noOverrides } = read.value
    const box = () =>
      uprightPlace({
        x: Number(this.#raw.x),
        y: Number(this.#raw.y),
        width: Number(this.#raw.width),
        height: Number(this.#raw.height),
      })
    return deepFreeze({ symbol, place: place ?? box(), params, overrides })
  }

  #wrong<T>(key: keyof Component, code: string, message: string, instead: T): T {
    this.#problems.add(`${this.#path}.${key}`, code, message)
    return instead
  }
}
