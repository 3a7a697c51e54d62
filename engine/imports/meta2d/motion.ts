import type { Action, Animation } from '../../document/index.ts'
import { safeUrl } from '../../schema/index.ts'
import { asNumber, getFlag, getList, getNumber, getOwn, getObject, toRaw, getObjects, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { DrawingBuilder } from '../drawingBuilder.ts'
import type { Pen } from './pens.ts'

/** Action codes of events in @meta2d. */
const link = 0
const script = 5
const sendPropData = 11
const sendVarData = 12
const navigator = 13
const dialog = 14
const sendData = 15

/** Animations of a pen; the first one is imported. */
function getAnimations(pen: Pen): readonly Raw[] {
  return getList(pen.raw, 'frames').length > 0
    ? [pen.raw]
    : getObjects(pen.raw, 'animations').filter((set) => getList(set, 'frames').length > 0)
}

/**
 * Non-null if the pen's frames can be converted to an animation that a value can start. `isPlaying`: it starts
 * automatically.
 */
export function getStartable(pen: Pen): { readonly isPlaying: boolean } | null {
  const [first] = getAnimations(pen)
  return first && fromFrames(getObjects(first, 'frames', 1000))
    ? { isPlaying: getFlag(first, 'autoPlay') === true }
    : null
}

/** Converts a pen's frames to the most similar animation. `isDriven`: a value starts and stops it. */
export function readAnimation(pen: Pen, sketch: DrawingBuilder, isDriven: boolean): Animation | null {
  const [first, second] = getAnimations(pen)
  if (!first) return null
  if (second) sketch.book.lose(`${pen.path}.animations.1`, getText(second, 'name'), 'animation.second')
  const frames = getObjects(first, 'frames', 1000)
  const animation = fromFrames(frames)
  if (!animation) sketch.book.lose(`${pen.path}.frames`, pen.name, 'animation.kind')
  else if (!isDriven && getFlag(first, 'autoPlay') !== true)
    sketch.book.change(`${pen.path}.frames`, pen.name, 'animation.started')
  return animation
}

function fromFrames(frames: readonly Raw[]): Animation | null {
  const total = frames.reduce((sum, frame) => sum + Math.max(0, getNumber(frame, 'duration') ?? 0), 0)
  const farthest = (key: string) =>
    frames.reduce((extreme, frame) => {
      const value = getNumber(frame, key) ?? 0
      return Math.abs(value) > Math.abs(extreme) ? value : extreme
    }, 0)
  const rotation = farthest('rotate')
  if (rotation !== 0)
    return { kind: 'rotate', periodMs: period((total * 360) / Math.abs(rotation)), direction: rotation > 0 ? 1 : -1 }
  if (frames.some((frame) => getFlag(frame, 'visible') === false)) return { kind: 'showHide', periodMs: period(total) }
  const [dx, dy] = [farthest('x'), farthest('y')]
  if (dx !== 0 || dy !== 0)
    return { kind: 'slide', periodMs: period(total), dx: clampDistance(dx), dy: clampDistance(dy) }
  const changes = ['globalAlpha', 'background', 'color', 'textColor', 'progress']
  return frames.some((frame) => changes.some((key) => getOwn(frame, key) !== undefined))
    ? { kind: 'blink', periodMs: period(total) }
    : null
}

const period = (ms: number): number =>
  Math.round(Math.max(50, Math.min(3_600_000, Number.isFinite(ms) && ms > 0 ? ms : 1000)))
const clampDistance = (distance: number): number => Math.max(-1e6, Math.min(1e6, distance))

/** The first supported click action; other events are reported. */
export function readAction(pen: Pen, sketch: DrawingBuilder): Action | null {
  const { book } = sketch
  let action: Action | null = null
  for (const [i, value] of getList(pen.raw, 'events').slice(0, 100).entries()) {
    const event = toRaw(value)
    if (!event) continue
    const path = `${pen.path}.events.${i}`
    const sourceName = `${getText(event, 'name')} ${getText(event, 'action')}`
    const list = getObjects(event, 'actions')
    if (getText(event, 'name') !== 'click')
      book.lose(path, sourceName, isScript(event) ? 'safe.script' : 'action.event')
    else if (isConditional(event)) book.lose(path, sourceName, 'action.condition')
    else
      for (const one of list.length > 0 ? list : [event]) {
        const parsedAction = isConditional(one) ? null : actionFrom(one, path, sourceName, sketch)
        if (parsedAction && action) book.lose(path, sourceName, 'action.second')
        else if (parsedAction?.kind === 'drawing') book.change(path, parsedAction.drawing, 'action.drawing')
        action ??= parsedAction
      }
  }
  return action
}

/** Conditional actions are left out, because they would become unconditional. */
function isConditional(event: Raw): boolean {
  const where = getObject(event, 'where')
  return (
    getList(event, 'conditions').length > 0 ||
    (where !== undefined &&
      Object.keys(where).some((key) => where[key] !== undefined && where[key] !== null && where[key] !== ''))
  )
}

const isScript = (event: Raw): boolean => getNumber(event, 'action') === script

function actionFrom(event: Raw, path: string, sourceName: string, sketch: DrawingBuilder): Action | null {
  const { book } = sketch
  const value = getText(event, 'value')
  switch (getNumber(event, 'action')) {
    case link: {
      const url = safeUrl(value)
      if (!url) book.lose(path, value.slice(0, 80), 'url.refused')
      return url ? { kind: 'link', url, open: getText(event, 'params') === '_self' ? 'current' : 'window' } : null
    }
    case dialog: {
      const url = safeUrl(getText(event, 'params') || value)
      if (!url) book.lose(path, value.slice(0, 80), 'url.refused')
      const extend = getObject(event, 'extend')
      return url
        ? { kind: 'link', url, open: 'popup', ...readSize('width', extend), ...readSize('height', extend) }
        : null
    }
    case navigator:
      if (/^[A-Za-z0-9_-]{1,64}$/.test(value)) return { kind: 'drawing', drawing: value, open: 'current' }
      book.lose(path, value.slice(0, 80), 'url.refused')
      return null
    case sendPropData:
    case sendVarData:
    case sendData:
      return writeFrom(event, path, sourceName, sketch)
    case script:
      book.lose(path, sourceName, 'safe.script')
      return null
    default:
      book.lose(path, sourceName, 'action.kind')
      return null
  }
}

function readSize(
  key: 'width' | 'height',
  extend: Raw | undefined,
): { readonly width?: number; readonly height?: number } {
  const size = getNumber(extend, key)
  return size !== undefined && size >= 50 && size <= 10_000 ? { [key]: size } : {}
}

/** Writes one number to one tag; further values are reported as lost. */
function writeFrom(event: Raw, path: string, sourceName: string, sketch: DrawingBuilder): Action | null {
  const sent = [...getObjects(event, 'data'), ...getObjects(event, 'list')]
  const [first, second] = sent
  const value = asNumber(getOwn(first, 'value'))
  if (second) sketch.book.lose(path, sourceName, 'action.second')
  if (!first || value === undefined) {
    sketch.book.lose(path, sourceName, 'action.value')
    return null
  }
  const name = getText(first, 'id') || getText(first, 'prop') || getText(first, 'key')
  const tag = name === '' ? undefined : sketch.tags.of(name, path)
  return tag === undefined ? null : { kind: 'write', tag, value }
}
