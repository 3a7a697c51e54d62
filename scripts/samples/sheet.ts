import { defaultLayer, drawingVersion, groupType, makeComponent, ranksBetween } from '../../engine/document/index.ts'
import type {
  Action,
  Animation,
  Binding,
  Component,
  ComponentPatch,
  Drawing,
  Id,
  Props,
  Via,
} from '../../engine/document/index.ts'
import type { FieldValue } from '../../engine/schema/index.ts'

export interface Extras {
  readonly bind?: readonly Binding[]
  readonly action?: Action
  readonly animation?: Animation
  readonly angleDeg?: number
  readonly opacity?: number
  readonly visible?: boolean
}

type Placed = ComponentPatch & Pick<Component, 'id' | 'type'>

/** Builder of a drawing: components in the order added, back to front, each with a readable name and id. */
export class Sheet {
  private readonly placed: Placed[] = []
  private readonly ids = new Map<string, number>()
  private parent: Id | null = null
  private readonly name: string

  constructor(name: string) {
    this.name = name
  }

  place(
    type: string,
    name: string,
    x: number,
    y: number,
    width: number,
    height: number,
    props: Props = {},
    extras: Extras = {},
  ): void {
    const { bind = [], action = null, animation = null, angleDeg = 0, opacity = 1, visible = true } = extras
    const frame = { x, y, width, height, angleDeg, opacity, visible }
    this.placed.push({
      id: this.idOf(name),
      type,
      name,
      parent: this.parent,
      ...frame,
      props,
      bindings: bind,
      animation,
      action,
    })
  }

  /** Groups the components added by `compose`. The box of the group is the union of their boxes. */
  group(name: string, compose: () => void): void {
    const outer = this.parent
    const id = this.idOf(name)
    const at = this.placed.length
    this.parent = id
    compose()
    this.parent = outer
    const members = this.placed.slice(at)
    const left = Math.min(...members.map(({ x = 0 }) => x))
    const top = Math.min(...members.map(({ y = 0 }) => y))
    const right = Math.max(...members.map(({ x = 0, width = 0 }) => x + width))
    const bottom = Math.max(...members.map(({ y = 0, height = 0 }) => y + height))
    this.placed.splice(at, 0, {
      id,
      type: groupType,
      name,
      parent: outer,
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
    })
  }

  drawing(): Drawing {
    const ranks = new Map<Placed, string>()
    for (const parent of new Set(this.placed.map((one) => one.parent))) {
      const siblings = this.placed.filter((one) => one.parent === parent)
      const order = ranksBetween(null, null, siblings.length)
      siblings.forEach((one, index) => ranks.set(one, order[index] ?? ''))
    }
    const components = this.placed.map((one): Component => makeComponent({ ...one, rank: ranks.get(one) ?? '' }))
    const layer = { ...defaultLayer, backColor: '#e9ebee' }
    return { version: drawingVersion, name: this.name, layer, components }
  }

  private idOf(name: string): Id {
    const plain = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 56)
    const count = (this.ids.get(plain) ?? 0) + 1
    this.ids.set(plain, count)
    return (count === 1 ? plain : `${plain}-${count}`) as Id
  }
}

/** Binds a tag's number to a text or number property. */
export function value(tag: string, decimals?: number, unit?: string, prop = 'text'): Binding {
  return {
    prop,
    tag,
    via: { kind: 'value', ...(decimals === undefined ? {} : { decimals }), ...(unit === undefined ? {} : { unit }) },
  }
}

export function range(
  prop: string,
  tag: string,
  from: readonly [number, number],
  to: readonly [number, number],
): Binding {
  return { prop, tag, via: { kind: 'range', from, to } }
}

/** Binds states given as rows of [from, to, value]. */
export function states(
  prop: string,
  tag: string,
  rows: readonly (readonly [number, number, FieldValue])[],
  otherwise?: FieldValue,
): Binding {
  const via: Via = {
    kind: 'states',
    states: rows.map(([min, max, shown]) => ({ min, max, value: shown })),
    ...(otherwise === undefined ? {} : { otherwise }),
  }
  return { prop, tag, via }
}

export function expression(prop: string, tag: string, source: string): Binding {
  return { prop, tag, via: { kind: 'expression', source } }
}

export function toggle(tag: string): Action {
  return { kind: 'switch', tag, on: 1, off: 0 }
}

/** Returns device names in the numbering of the plant, with two or three digits. */
export function numbered(prefix: string, index: number, digits = 2): string {
  return `${prefix}-${String(index).padStart(digits, '0')}`
}
