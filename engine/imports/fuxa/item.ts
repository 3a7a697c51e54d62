import type { Action, Animation } from '../../document/index.ts'
import { safeUrl } from '../../schema/index.ts'
import type { FieldValue } from '../../schema/index.ts'
import { isClear, readColor } from '../color.ts'
import { boundless } from '../conditions.ts'
import { asNumber, numberOf, own, part, rawsOf, textOf } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { CommonProp, DrawingBuilder, StyleRequest } from '../drawingBuilder.ts'
import type { Trait } from '../../components/roles.ts'
import type { LeafKind } from '../svg/context.ts'

/** An item of a view: the values, animation and click action of an element. */
export class Item {
  readonly property: Raw | undefined
  readonly type: string
  readonly name: string
  readonly path: string
  private readonly sketch: DrawingBuilder
  private readonly nameOf: (variableId: string) => string

  constructor(raw: Raw | undefined, type: string, path: string, sketch: DrawingBuilder, nameOf: (variableId: string) => string) {
    this.property = part(raw, 'property')
    this.type = type
    this.name = textOf(raw, 'name')
    this.path = path
    this.sketch = sketch
    this.nameOf = nameOf
    if (textOf(this.property, 'alarmId') !== '') sketch.book.lose(path, textOf(this.property, 'alarmId'), 'binding.condition')
  }

  get options(): Raw | undefined {
    return part(this.property, 'options')
  }

  /** Name of the displayed value, '' if there is none. */
  get variable(): string {
    return this.variableOf(this.property)
  }

  /** Whether the item uses single bits of its value. */
  private get isMasked(): boolean {
    return Boolean(numberOf(this.property, 'bitmask'))
  }

  variableOf(raw: Raw | undefined): string {
    const id = textOf(raw, 'variableId')
    return id === '' ? '' : this.nameOf(id)
  }

  get ranges(): readonly Raw[] {
    return rawsOf(this.property, 'ranges')
  }

  /** Unit and decimals of the value. */
  get format(): { readonly unit: string; readonly decimals: number | undefined } {
    const range = this.ranges.find((one) => textOf(one, 'text') !== '' || textOf(one, 'fractionDigits') !== '')
    const decimals = numberOf(range, 'fractionDigits')
    return { unit: textOf(range, 'text').trim().slice(0, 20), decimals: decimals !== undefined && decimals >= 0 && decimals <= 10 ? Math.round(decimals) : undefined }
  }

  wish(prop: Trait | CommonProp, via: StyleRequest['via'] = { kind: 'value' }): StyleRequest[] {
    return this.variable === '' || this.isMasked ? [] : [{ prop, name: this.variable, via, path: this.path }]
  }

  /**
   * The tag that a control displays and writes. A command for single bits must not write the whole word, so it is left
   * out and reported.
   */
  commanded(): string | undefined {
    if (this.variable === '') return undefined
    if (!this.isMasked) return this.sketch.tags.of(this.variable, this.path)
    this.sketch.book.lose(this.path, this.variable, 'binding.bitmask')
    return undefined
  }

  /** Request to show the value as text. */
  valueWish(): StyleRequest[] {
    const { unit, decimals } = this.format
    return this.wish('text', { kind: 'value', ...(decimals === undefined ? {} : { decimals }), ...(unit === '' ? {} : { unit }) })
  }

  /** Requests for colours by range and for visibility, for a shape of the given kind. */
  wishes(kind: LeafKind, showsValue: boolean): StyleRequest[] {
    if (this.isMasked) {
      this.sketch.book.lose(this.path, this.variable, 'binding.bitmask')
      return this.shownWishes()
    }
    const wishes = kind === 'words' && showsValue ? this.valueWish() : []
    const [fills, strokes] = [this.colors('color'), this.colors('stroke')]
    const add = (prop: Trait, states: readonly State[]) => {
      if (states.length > 0) wishes.push(...this.wish(prop, { kind: 'states', states }))
    }
    if (kind === 'area') {
      add('fill', fills)
      add('stroke', strokes)
    } else if (kind === 'line') add('stroke', strokes.length > 0 ? strokes : fills)
    else if (kind === 'words') add('fontColor', fills)
    return [...wishes, ...this.shownWishes()]
  }

  /** The animation and the request that runs it while a value is in a range. */
  motion(isSingle: boolean): { readonly animation: Animation | null; readonly wishes: readonly StyleRequest[] } {
    let animation: Animation | null = null
    let wishes: readonly StyleRequest[] = []
    for (const [i, action] of rawsOf(this.property, 'actions').entries()) {
      const kind = kindOf(action)
      const path = `${this.path}.property.actions.${i}`
      if (kind === '' || kind === 'show' || kind === 'hide' || kind === 'stop') continue
      const found = isSingle || kind === 'blink' ? animations.get(kind) : undefined
      if (!found) this.sketch.book.lose(path, kind, 'animation.kind')
      else if (!animation) {
        wishes = this.runsWishes(action, kind)
        animation = found
        if (wishes.length === 0) this.sketch.book.change(path, kind, 'animation.started')
      } else if (found !== animation || !wishes.some(({ name }) => name === this.sourceOf(action))) this.sketch.book.lose(path, kind, 'animation.second')
    }
    return { animation, wishes }
  }

  /**
   * Request to run the animation while the value is in a starting range and in no stopping range. Empty for conditions
   * on single bits.
   */
  private runsWishes(first: Raw, kind: string): readonly StyleRequest[] {
    const name = this.sourceOf(first)
    const actions = rawsOf(this.property, 'actions').filter((action) => this.sourceOf(action) === name && (kindOf(action) === kind || kindOf(action) === 'stop'))
    if (name === '' || actions.some((action) => numberOf(action, 'bitmask'))) return []
    const states = (type: string, value: boolean) => actions.flatMap((action) => (kindOf(action) === type ? [{ ...intervalOf(part(action, 'range')), value }] : []))
    return [{ prop: 'animated', name, path: this.path, via: { kind: 'states', states: [...states('stop', false), ...states(kind, true)].slice(0, 64), otherwise: false } }]
  }

  private sourceOf(action: Raw): string {
    return this.variableOf(action) || this.variable
  }

  /** The first supported click action. */
  action(): Action | null {
    let action: Action | null = null
    for (const [i, event] of rawsOf(this.property, 'events').entries()) {
      const path = `${this.path}.property.events.${i}`
      const kind = textOf(event, 'action').replace(/^.*event-/, '').toLowerCase()
      const type = textOf(event, 'type').replace(/^.*event-/, '').toLowerCase()
      if (kind === '') continue
      if (type !== 'click') {
        this.sketch.book.lose(path, `${type} ${kind}`, kind === 'onrunscript' ? 'safe.script' : 'action.event')
        continue
      }
      const made = this.actionFrom(kind, event, path)
      if (made && action) this.sketch.book.lose(path, kind, 'action.second')
      else if (made?.kind === 'drawing') this.sketch.book.change(path, made.drawing, 'action.drawing')
      action ??= made
    }
    return action
  }

  /** States of a property by value name, from actions such as show, hide or flow within a range. */
  statesBy(kinds: ReadonlyMap<string, FieldValue>): readonly { readonly name: string; readonly states: readonly State[] }[] {
    const byName = new Map<string, State[]>()
    for (const [i, action] of rawsOf(this.property, 'actions').entries()) {
      const value = kinds.get(kindOf(action))
      const name = this.sourceOf(action)
      if (value === undefined || name === '') continue
      if (numberOf(action, 'bitmask')) this.sketch.book.lose(`${this.path}.property.actions.${i}`, name, 'binding.bitmask')
      else byName.set(name, [...byName.get(name) ?? [], { ...intervalOf(part(action, 'range')), value }])
    }
    return [...byName].map(([name, states]) => ({ name, states }))
  }

  private shownWishes(): StyleRequest[] {
    return this.statesBy(shownKinds).map(({ name, states }) => ({
      prop: 'visible', name, path: this.path, via: { kind: 'states', states, otherwise: !states.some(({ value }) => value === true) },
    }))
  }

  private colors(key: 'color' | 'stroke'): readonly State[] {
    return this.ranges.flatMap((range) => {
      const color = readColor(textOf(range, key))
      return color === undefined || isClear(color) ? [] : [{ ...intervalOf(range), value: color }]
    })
  }

  /**
   * Name of the variable a click writes. Older files store it in the options; without one the displayed variable is
   * used.
   */
  private commandedBy(options: Raw | undefined): string {
    return this.variableOf(part(options, 'variable')) || this.variableOf(options) || this.variable
  }

  private actionFrom(kind: string, event: Raw, path: string): Action | null {
    const { book } = this.sketch
    const target = textOf(event, 'actparam')
    switch (kind) {
      case 'onpage': case 'ondialog': case 'oncard': case 'onwindow': {
        if (/^[A-Za-z0-9_-]{1,64}$/.test(target)) return { kind: 'drawing', drawing: target, open: opens[kind] ?? 'current' }
        book.lose(path, target, 'url.refused')
        return null
      }
      case 'onopentab': case 'iframe': case 'oniframe': case 'onopenexternal': {
        const url = safeUrl(target)
        if (!url) book.lose(path, target, 'url.refused')
        return url ? { kind: 'link', url, open: 'window' } : null
      }
      case 'onsetvalue': case 'ontogglevalue': {
        const options = part(event, 'actoptions')
        const change = kind === 'onsetvalue' ? changeOf(options) : 'set'
        if (change !== 'set') {
          book.lose(path, `${kind} ${change}`, 'action.kind')
          return null
        }
        const name = this.commandedBy(options)
        // Same rule as in `commanded`.
        if (this.isMasked || [options, part(options, 'variable')].some((where) => numberOf(where, 'bitmask'))) {
          book.lose(path, name, 'binding.bitmask')
          return null
        }
        const value = asNumber(own(event, 'actparam'))
        if (kind === 'onsetvalue' && value === undefined) book.lose(path, target, 'action.value')
        const tag = name === '' || (kind === 'onsetvalue' && value === undefined) ? undefined : this.sketch.tags.of(name, path)
        if (tag === undefined) return null
        return kind === 'onsetvalue' ? { kind: 'write', tag, value: value ?? null } : { kind: 'switch', tag, on: 1, off: 0 }
      }
      default:
        book.lose(path, kind, kind === 'onrunscript' ? 'safe.script' : 'action.kind')
        return null
    }
  }
}

export interface State {
  readonly min: number
  readonly max: number
  readonly value: FieldValue
}

const shownKinds: ReadonlyMap<string, FieldValue> = new Map([['show', true], ['hide', false]])
const animations: ReadonlyMap<string, Animation> = new Map<string, Animation>([
  ['blink', { kind: 'blink', periodMs: 1000 }],
  ['clockwise', { kind: 'rotate', periodMs: 3000, direction: 1 }],
  ['anticlockwise', { kind: 'rotate', periodMs: 3000, direction: -1 }],
])
const opens: Readonly<Record<string, 'current' | 'window' | 'popup'>> = { onpage: 'current', ondialog: 'popup', oncard: 'popup', onwindow: 'window' }

/** Older files store a translation key such as `shapes.action-hide`. */
const kindOf = (action: Raw): string => textOf(action, 'type').replace(/^.*action-/, '').toLowerCase()

/** Operation on the current value: `set`, `add`, `remove`. */
const changeOf = (options: Raw | undefined): string => textOf(options, 'function').replace(/^.*setvalue-/, '').toLowerCase() || 'set'

function intervalOf(range: Raw | undefined): { readonly min: number; readonly max: number } {
  const [min, max] = [numberOf(range, 'min') ?? -boundless, numberOf(range, 'max') ?? boundless]
  return min <= max ? { min, max } : { min: max, max: min }
}
