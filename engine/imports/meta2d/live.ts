import type { Trait } from '../../components/roles.ts'
import type { Via } from '../../document/index.ts'
import type { FieldValue } from '../../schema/index.ts'
import { readColor } from '../color.ts'
import { toIntervals } from '../conditions.ts'
import type { Interval } from '../conditions.ts'
import { asNumber, getList, getNumber, getOwn, getObject, toRaw, getObjects, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { CommonProp, DrawingBuilder, StyleRequest } from '../drawingBuilder.ts'
import { getStartable } from './motion.ts'
import type { Pen, Zoom } from './pens.ts'

/** Traits and properties for @meta2d property names. */
const traits: ReadonlyMap<string, Trait | CommonProp> = new Map(
  Object.entries<Trait | CommonProp>({
    text: 'text',
    value: 'value',
    progress: 'value',
    checked: 'value',
    background: 'fill',
    color: 'stroke',
    textColor: 'fontColor',
    fontSize: 'fontSize',
    lineWidth: 'strokeWidth',
    image: 'picture',
    globalAlpha: 'opacity',
    visible: 'visible',
    rotate: 'angleDeg',
    x: 'x',
    y: 'y',
    width: 'width',
    height: 'height',
    min: 'min',
    max: 'max',
  }),
)

/** Action codes of triggers in @meta2d. */
const setProps = 1
const startAnimation = 2
const pauseAnimation = 3
const stopAnimation = 4

/** Binding requests of a pen, from both notations that @meta2d has used. */
export function readRequests(pen: Pen, zoom: Zoom, sketch: DrawingBuilder): StyleRequest[] {
  const requests: StyleRequest[] = []
  for (const [i, value] of getList(pen.raw, 'realTimes').slice(0, 100).entries()) {
    const entry = toRaw(value)
    if (entry) requests.push(...fromRealTime(entry, `${pen.path}.realTimes.${i}`, pen, zoom, sketch))
  }
  for (const [i, value] of getList(pen.raw, 'form').slice(0, 100).entries()) {
    const entry = toRaw(value)
    if (!entry) continue
    const ids = getOwn(entry, 'dataIds')
    const first = toRaw(Array.isArray(ids) ? ids[0] : ids)
    const name = getText(first, 'dataId')
    if (name !== '')
      requests.push(...createRequests(getText(entry, 'key'), name, `${pen.path}.form.${i}`, pen, zoom, sketch))
  }
  for (const [i] of getList(pen.raw, 'triggers').slice(0, 100).entries())
    sketch.book.lose(`${pen.path}.triggers.${i}`, pen.name, 'binding.condition')
  return requests
}

/** For a group that shows one member by number: each member's visibility follows that number. */
export function readShownMember(pen: Pen): {
  readonly shown: number | undefined
  readonly wish: (index: number) => readonly StyleRequest[]
} {
  const entry = getObjects(pen.raw, 'realTimes').find((raw) => getText(raw, 'key') === 'showChild')
  const name = entry ? getBoundName(entry) : ''
  return {
    shown: getNumber(pen.raw, 'showChild'),
    wish: (index) =>
      name === ''
        ? []
        : [
            {
              prop: 'visible',
              name,
              path: `${pen.path}.realTimes`,
              via: { kind: 'states', states: [{ min: index, max: index, value: true }], otherwise: false },
            },
          ],
  }
}

function fromRealTime(entry: Raw, path: string, pen: Pen, zoom: Zoom, sketch: DrawingBuilder): StyleRequest[] {
  const key = getText(entry, 'key')
  const name = getBoundName(entry)
  if (name === '' || key === 'showChild') return []
  const triggers = getObjects(entry, 'triggers')
  const startable = getStartable(pen)
  const driven = byTrigger(triggers, path, pen, sketch, startable !== null).flatMap(
    ([prop, states]): StyleRequest[] => {
      if (prop === runs)
        return startable
          ? [{ prop: 'animated', name, path, via: { kind: 'states', states, otherwise: startable.isPlaying } }]
          : []
      const trait = traits.get(prop)
      if (trait) return [{ prop: trait, name, path, via: { kind: 'states', states } as const }]
      sketch.book.lose(path, `${name} → ${prop}`, 'binding.prop')
      return []
    },
  )
  const isDone = (triggers.length > 0 && !traits.has(key)) || driven.some(({ prop }) => prop === traits.get(key))
  return [...driven, ...(isDone ? [] : createRequests(key, name, path, pen, zoom, sketch))]
}

/** Name of the bound value: the data id, otherwise device and property. */
function getBoundName(entry: Raw): string {
  const bound = getText(getObject(entry, 'bind'), 'id')
  if (bound !== '') return bound
  const [device, property] = [getText(entry, 'deviceId'), getText(entry, 'propertyId')]
  return device !== '' && property !== '' ? `${device}/${property}` : ''
}

function createRequests(
  key: string,
  name: string,
  path: string,
  pen: Pen,
  zoom: Zoom,
  sketch: DrawingBuilder,
): StyleRequest[] {
  const trait = traits.get(key)
  const via = trait && createVia(trait, pen, zoom)
  if (trait && via) return [{ prop: trait, name, path, via }]
  sketch.book.lose(path, `${name} → ${key}`, 'binding.prop')
  return []
}

/** Geometry values use the file's zoom. Those of a group member are relative to the group and cannot be converted. */
function createVia(trait: Trait | CommonProp, pen: Pen, zoom: Zoom): Via | undefined {
  const decimals = getNumber(pen.raw, 'keepDecimal')
  switch (trait) {
    case 'text':
      return {
        kind: 'value',
        ...(decimals !== undefined && decimals >= 0 && decimals <= 10 ? { decimals: Math.round(decimals) } : {}),
      }
    case 'x':
    case 'y':
    case 'width':
    case 'height': {
      if (getText(pen.raw, 'parentId') !== '') return undefined
      const offset = trait === 'x' ? -zoom.x / zoom.scale : trait === 'y' ? -zoom.y / zoom.scale : 0
      return { kind: 'value', scale: 1 / zoom.scale, ...(offset === 0 ? {} : { offset }) }
    }
    default:
      return { kind: 'value' }
  }
}

/** Converts triggers that set properties of their own pen to states per property. */
function byTrigger(
  triggers: readonly Raw[],
  path: string,
  pen: Pen,
  sketch: DrawingBuilder,
  isStartable: boolean,
): (readonly [string, { min: number; max: number; value: FieldValue }[]])[] {
  const props = new Map<string, { min: number; max: number; value: FieldValue }[]>()
  const flat = triggers.flatMap((trigger) => [trigger, ...getObjects(trigger, 'status')])
  for (const trigger of flat) {
    const actions = getObjects(trigger, 'actions')
    if (actions.length === 0) continue
    const intervals = readIntervals(trigger)
    for (const action of actions) {
      const isRunning = isStartable && targetsPen(action, pen) ? isStarting(getNumber(action, 'action')) : undefined
      if (intervals && isRunning !== undefined) {
        props.set(
          runs,
          [...(props.get(runs) ?? []), ...intervals.map((interval) => ({ ...interval, value: isRunning }))].slice(
            0,
            64,
          ),
        )
        continue
      }
      const values = getObject(action, 'value')
      if (
        !intervals ||
        !values ||
        getNumber(action, 'action') !== setProps ||
        !['', getText(pen.raw, 'id')].includes(getText(action, 'params'))
      ) {
        sketch.book.lose(path, getText(trigger, 'name') || getText(pen.raw, 'name'), 'binding.condition')
        continue
      }
      for (const [prop, raw] of Object.entries(values).slice(0, 50)) {
        const value = stateValue(prop, raw)
        if (value === undefined) sketch.book.lose(path, `${prop} = ${String(raw).slice(0, 40)}`, 'binding.condition')
        else
          props.set(
            prop,
            [...(props.get(prop) ?? []), ...intervals.map((interval) => ({ ...interval, value }))].slice(0, 64),
          )
      }
    }
  }
  return [...props]
}

/** Pseudo property for a running animation; no real property has this name. */
const runs = ' animated'

const isStarting = (action: number | undefined): boolean | undefined =>
  action === startAnimation ? true : action === pauseAnimation || action === stopAnimation ? false : undefined

/** Whether an action refers to the first animation of its own pen. */
function targetsPen(action: Raw, pen: Pen): boolean {
  const target = getText(action, 'value')
  return (target === '' || target === getText(pen.raw, 'id')) && getText(action, 'params') === ''
}

function stateValue(prop: string, raw: unknown): FieldValue | undefined {
  if (prop === 'background' || prop === 'color' || prop === 'textColor')
    return typeof raw === 'string' ? readColor(raw) : undefined
  if (prop === 'visible') return typeof raw === 'boolean' ? raw : undefined
  if (prop === 'text' || prop === 'image')
    return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined
  return asNumber(raw)
}

function readIntervals(trigger: Raw): readonly Interval[] | undefined {
  const conditions = getObjects(trigger, 'conditions', 20)
  const isPlain = (condition: Raw) =>
    !['target', 'source', 'fnJs'].some((key) => getText(condition, key) !== '') &&
    !/prop/i.test(getText(condition, 'valueType'))
  if (conditions.length === 0 || !conditions.every(isPlain)) return undefined
  return toIntervals(
    conditions.map((condition) => ({ operator: getText(condition, 'operator'), value: getText(condition, 'value') })),
    getText(trigger, 'conditionType') === 'or',
  )
}
