import type { Action, Animation } from '../../document/index.ts'
import { safeUrl } from '../../schema/index.ts'
import type { FieldValue } from '../../schema/index.ts'
import { isClear, readColor } from '../color.ts'
import { boundless } from '../conditions.ts'
import { asNumber, getNumber, getOwn, getObject, getObjects, getText } from '../untypedJson.ts'
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
  private readonly getVariableName: (variableId: string) => string

  constructor(
    raw: Raw | undefined,
    type: string,
    path: string,
    sketch: DrawingBuilder,
    getVariableName: (variableId: string) => string,
  ) {
    this.property = getObject(raw, 'property')
    this.type = type
    this.name = getText(raw, 'name')
    this.path = path
    this.sketch = sketch
    this.getVariableName = getVariableName
    if (getText(this.property, 'alarmId') !== '')
      sketch.book.lose(path, getText(this.property, 'alarmId'), 'binding.condition')
  }

  get options(): Raw | undefined {
    return getObject(this.property, 'options')
  }

  /** Name of the displayed value, '' if there is none. */
  get variable(): string {
    return this.getVariable(this.property)
  }

  /** Whether the item uses single bits of its value. */
  private get isMasked(): boolean {
    return Boolean(getNumber(this.property, 'bitmask'))
  }

  getVariable(raw: Raw | undefined): string {
    const id = getText(raw, 'variableId')
    return id === '' ? '' : this.getVariableName(id)
  }

  get ranges(): readonly Raw[] {
    return getObjects(this.property, 'ranges')
  }

  /** Unit and decimals of the value. */
  get format(): { readonly unit: string; readonly decimals: number | undefined } {
    const range = this.ranges.find((one) => getText(one, 'text') !== '' || getText(one, 'fractionDigits') !== '')
    const decimals = getNumber(range, 'fractionDigits')
    return {
      unit: getText(range, 'text').trim().slice(0, 20),
      decimals: decimals !== undefined && decimals >= 0 && decimals <= 10 ? Math.round(decimals) : undefined,
    }
  }

  createRequest(prop: Trait | CommonProp, via: StyleRequest['via'] = { kind: 'value' }): StyleRequest[] {
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
  createValueRequest(): StyleRequest[] {
    const { unit, decimals } = this.format
    return this.createRequest('text', {
      kind: 'value',
      ...(decimals === undefined ? {} : { decimals }),
      ...(unit === '' ? {} : { unit }),
    })
  }

  /** Requests for colours by range and for visibility, for a shape of the given kind. */
  createRequests(kind: LeafKind, showsValue: boolean): StyleRequest[] {
    if (this.isMasked) {
      this.sketch.book.lose(this.path, this.variable, 'binding.bitmask')
      return this.createVisibilityRequests()
    }
    const requests = kind === 'words' && showsValue ? this.createValueRequest() : []
    const [fills, strokes] = [this.colors('color'), this.colors('stroke')]
    const add = (prop: Trait, states: readonly State[]) => {
      if (states.length > 0) requests.push(...this.createRequest(prop, { kind: 'states', states }))
    }
    if (kind === 'area') {
      add('fill', fills)
      add('stroke', strokes)
    } else if (kind === 'line') add('stroke', strokes.length > 0 ? strokes : fills)
    else if (kind === 'words') add('fontColor', fills)
    return [...requests, ...this.createVisibilityRequests()]
  }

  /** The animation and the request that runs it while a value is in a range. */
  motion(isSingle: boolean): {
    readonly animation: Animation | null
    readonly createRequests: readonly StyleRequest[]
  } {
    let animation: Animation | null = null
    let requests: readonly StyleRequest[] = []
    for (const [i, action] of getObjects(this.property, 'actions').entries()) {
      const kind = getActionKind(action)
      const path = `${this.path}.property.actions.${i}`
      if (kind === '' || kind === 'show' || kind === 'hide' || kind === 'stop') continue
      const found = isSingle || kind === 'blink' ? animations.get(kind) : undefined
      if (!found) this.sketch.book.lose(path, kind, 'animation.kind')
      else if (!animation) {
        requests = this.createRunRequests(action, kind)
        animation = found
        if (requests.length === 0) this.sketch.book.change(path, kind, 'animation.started')
      } else if (found !== animation || !requests.some(({ name }) => name === this.getSource(action)))
        this.sketch.book.lose(path, kind, 'animation.second')
    }
    return { animation, createRequests: requests }
  }

  /**
   * Request to run the animation while the value is in a starting range and in no stopping range. Empty for conditions
   * on single bits.
   */
  private createRunRequests(first: Raw, kind: string): readonly StyleRequest[] {
    const name = this.getSource(first)
    const actions = getObjects(this.property, 'actions').filter(
      (action) =>
        this.getSource(action) === name && (getActionKind(action) === kind || getActionKind(action) === 'stop'),
    )
    if (name === '' || actions.some((action) => getNumber(action, 'bitmask'))) return []
    const states = (type: string, value: boolean) =>
      actions.flatMap((action) =>
        getActionKind(action) === type ? [{ ...getInterval(getObject(action, 'range')), value }] : [],
      )
    return [
      {
        prop: 'animated',
        name,
        path: this.path,
        via: {
          kind: 'states',
          states: [...states('stop', false), ...states(kind, true)].slice(0, 64),
          otherwise: false,
        },
      },
    ]
  }

  private getSource(action: Raw): string {
    return this.getVariable(action) || this.variable
  }

  /** The first supported click action. */
  action(): Action | null {
    let action: Action | null = null
    for (const [i, event] of getObjects(this.property, 'events').entries()) {
      const path = `${this.path}.property.events.${i}`
      const kind = getText(event, 'action')
        .replace(/^.*event-/, '')
        .toLowerCase()
      const type = getText(event, 'type')
        .replace(/^.*event-/, '')
        .toLowerCase()
      if (kind === '') continue
      if (type !== 'click') {
        this.sketch.book.lose(path, `${type} ${kind}`, kind === 'onrunscript' ? 'safe.script' : 'action.event')
        continue
      }
      const created = this.actionFrom(kind, event, path)
      if (created && action) this.sketch.book.lose(path, kind, 'action.second')
      else if (created?.kind === 'drawing') this.sketch.book.change(path, created.drawing, 'action.drawing')
      action ??= created
    }
    return action
  }

  /** States of a property by value name, from actions such as show, hide or flow within a range. */
  statesBy(
    kinds: ReadonlyMap<string, FieldValue>,
  ): readonly { readonly name: string; readonly states: readonly State[] }[] {
    const byName = new Map<string, State[]>()
    for (const [i, action] of getObjects(this.property, 'actions').entries()) {
      const value = kinds.get(getActionKind(action))
      const name = this.getSource(action)
      if (value === undefined || name === '') continue
      if (getNumber(action, 'bitmask'))
        this.sketch.book.lose(`${this.path}.property.actions.${i}`, name, 'binding.bitmask')
      else byName.set(name, [...(byName.get(name) ?? []), { ...getInterval(getObject(action, 'range')), value }])
    }
    return [...byName].map(([name, states]) => ({ name, states }))
  }

  private createVisibilityRequests(): StyleRequest[] {
    return this.statesBy(visibilityKinds).map(({ name, states }) => ({
      prop: 'visible',
      name,
      path: this.path,
      via: { kind: 'states', states, otherwise: !states.some(({ value }) => value === true) },
    }))
  }

  private colors(key: 'color' | 'stroke'): readonly State[] {
    return this.ranges.flatMap((range) => {
      const color = readColor(getText(range, key))
      return color === undefined || isClear(color) ? [] : [{ ...getInterval(range), value: color }]
    })
  }

  /**
   * Name of the variable a click writes. Older files store it in the options; without one the displayed variable is
   * used.
   */
  private getCommandVariable(options: Raw | undefined): string {
    return this.getVariable(getObject(options, 'variable')) || this.getVariable(options) || this.variable
  }

  private actionFrom(kind: string, event: Raw, path: string): Action | null {
    const { book } = this.sketch
    const target = getText(event, 'actparam')
    switch (kind) {
      case 'onpage':
      case 'ondialog':
      case 'oncard':
      case 'onwindow': {
        if (/^[A-Za-z0-9_-]{1,64}$/.test(target))
          return { kind: 'drawing', drawing: target, open: opens[kind] ?? 'current' }
        book.lose(path, target, 'url.refused')
        return null
      }
      case 'onopentab':
      case 'iframe':
      case 'oniframe':
      case 'onopenexternal': {
        const url = safeUrl(target)
        if (!url) book.lose(path, target, 'url.refused')
        return url ? { kind: 'link', url, open: 'window' } : null
      }
      case 'onsetvalue':
      case 'ontogglevalue': {
        const options = getObject(event, 'actoptions')
        const change = kind === 'onsetvalue' ? getOperation(options) : 'set'
        if (change !== 'set') {
          book.lose(path, `${kind} ${change}`, 'action.kind')
          return null
        }
        const name = this.getCommandVariable(options)
        // Same rule as in `commanded`.
        if (this.isMasked || [options, getObject(options, 'variable')].some((where) => getNumber(where, 'bitmask'))) {
          book.lose(path, name, 'binding.bitmask')
          return null
        }
        const value = asNumber(getOwn(event, 'actparam'))
        if (kind === 'onsetvalue' && value === undefined) book.lose(path, target, 'action.value')
        const tag =
          name === '' || (kind === 'onsetvalue' && value === undefined) ? undefined : this.sketch.tags.of(name, path)
        if (tag === undefined) return null
        return kind === 'onsetvalue'
          ? { kind: 'write', tag, value: value ?? null }
          : { kind: 'switch', tag, on: 1, off: 0 }
      }
      default:
        book.lose(path, kind, kind === 'onrunscript' ? 'safe.script' : 'action.kind')
        return null
    }
  }
}

/** A value for an interval of a variable's values, converted to a state of a binding. */
export interface State {
  readonly min: number
  readonly max: number
  readonly value: FieldValue
}

const visibilityKinds: ReadonlyMap<string, FieldValue> = new Map([
  ['show', true],
  ['hide', false],
])
const animations: ReadonlyMap<string, Animation> = new Map<string, Animation>([
  ['blink', { kind: 'blink', periodMs: 1000 }],
  ['clockwise', { kind: 'rotate', periodMs: 3000, direction: 1 }],
  ['anticlockwise', { kind: 'rotate', periodMs: 3000, direction: -1 }],
])
const opens: Readonly<Record<string, 'current' | 'window' | 'popup'>> = {
  onpage: 'current',
  ondialog: 'popup',
  oncard: 'popup',
  onwindow: 'window',
}

/** Older files store a translation key such as `shapes.action-hide`. */
const getActionKind = (action: Raw): string =>
  getText(action, 'type')
    .replace(/^.*action-/, '')
    .toLowerCase()

/** Operation on the current value: `set`, `add`, `remove`. */
const getOperation = (options: Raw | undefined): string =>
  getText(options, 'function')
    .replace(/^.*setvalue-/, '')
    .toLowerCase() || 'set'

function getInterval(range: Raw | undefined): { readonly min: number; readonly max: number } {
  const [min, max] = [getNumber(range, 'min') ?? -boundless, getNumber(range, 'max') ?? boundless]
  return min <= max ? { min, max } : { min: max, max: min }
}
