import type { Action, Animation } from '../../document/index.ts'
import { safeUrl } from '../../schema/index.ts'
import { asNumber, flagOf, listOf, numberOf, own, part, rawOf, rawsOf, textOf } from '../untypedJson.ts'
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
function playsOf(pen: Pen): readonly Raw[] {
  return listOf(pen.raw, 'frames').length > 0 ? [pen.raw] : rawsOf(pen.raw, 'animations').filter((set) => listOf(set, 'frames').length > 0)
}

/**
 * Non-null if the pen's frames can be converted to an animation that a value can start. `isPlaying`: it starts
 * automatically.
 */
export function startableOf(pen: Pen): { readonly isPlaying: boolean } | null {
  const [first] = playsOf(pen)
  return first && fromFrames(rawsOf(first, 'frames', 1000)) ? { isPlaying: flagOf(first, 'autoPlay') === true } : null
}

/** Converts a pen's frames to the most similar animation. `isDriven`: a value starts and stops it. */
export function animationOf(pen: Pen, sketch: DrawingBuilder, isDriven: boolean): Animation | null {
  const [first, second] = playsOf(pen)
  if (!first) return null
  if (second) sketch.book.lose(`${pen.path}.animations.1`, textOf(second, 'name'), 'animation.second')
  const frames = rawsOf(first, 'frames', 1000)
  const animation = fromFrames(frames)
  if (!animation) sketch.book.lose(`${pen.path}.frames`, pen.name, 'animation.kind')
  else if (!isDriven && flagOf(first, 'autoPlay') !== true) sketch.book.change(`${pen.path}.frames`, pen.name, 'animation.started')
  return animation
}

function fromFrames(frames: readonly Raw[]): Animation | null {
  const total = frames.reduce((sum, frame) => sum + Math.max(0, numberOf(frame, 'duration') ?? 0), 0)
  const farthest = (key: string) => frames.reduce((most, frame) => {
    const value = numberOf(frame, key) ?? 0
    return Math.abs(value) > Math.abs(most) ? value : most
  }, 0)
  const turn = farthest('rotate')
  if (turn !== 0) return { kind: 'rotate', periodMs: period((total * 360) / Math.abs(turn)), direction: turn > 0 ? 1 : -1 }
  if (frames.some((frame) => flagOf(frame, 'visible') === false)) return { kind: 'showHide', periodMs: period(total) }
  const [dx, dy] = [farthest('x'), farthest('y')]
  if (dx !== 0 || dy !== 0) return { kind: 'slide', periodMs: period(total), dx: within(dx), dy: within(dy) }
  const changes = ['globalAlpha', 'background', 'color', 'textColor', 'progress']
  return frames.some((frame) => changes.some((key) => own(frame, key) !== undefined)) ? { kind: 'blink', periodMs: period(total) } : null
}

const period = (ms: number): number => Math.round(Math.max(50, Math.min(3_600_000, Number.isFinite(ms) && ms > 0 ? ms : 1000)))
const within = (distance: number): number => Math.max(-1e6, Math.min(1e6, distance))

/** The first supported click action; other events are reported. */
export function actionOf(pen: Pen, sketch: DrawingBuilder): Action | null {
  const { book } = sketch
  let action: Action | null = null
  for (const [i, value] of listOf(pen.raw, 'events').slice(0, 100).entries()) {
    const event = rawOf(value)
    if (!event) continue
    const path = `${pen.path}.events.${i}`
    const what = `${textOf(event, 'name')} ${textOf(event, 'action')}`
    const list = rawsOf(event, 'actions')
    if (textOf(event, 'name') !== 'click') book.lose(path, what, isScript(event) ? 'safe.script' : 'action.event')
    else if (isConditional(event)) book.lose(path, what, 'action.condition')
    else for (const one of list.length > 0 ? list : [event]) {
      const made = isConditional(one) ? null : actionFrom(one, path, what, sketch)
      if (made && action) book.lose(path, what, 'action.second')
      else if (made?.kind === 'drawing') book.change(path, made.drawing, 'action.drawing')
      action ??= made
    }
  }
  return action
}

/** Conditional actions are left out, because they would become unconditional. */
function isConditional(event: Raw): boolean {
  const where = part(event, 'where')
  return listOf(event, 'conditions').length > 0 || (where !== undefined && Object.keys(where).some((key) => where[key] !== undefined && where[key] !== null && where[key] !== ''))
}

const isScript = (event: Raw): boolean => numberOf(event, 'action') === script

function actionFrom(event: Raw, path: string, what: string, sketch: DrawingBuilder): Action | null {
  const { book } = sketch
  const value = textOf(event, 'value')
  switch (numberOf(event, 'action')) {
    case link: {
      const url = safeUrl(value)
      if (!url) book.lose(path, value.slice(0, 80), 'url.refused')
      return url ? { kind: 'link', url, open: textOf(event, 'params') === '_self' ? 'current' : 'window' } : null
    }
    case dialog: {
      const url = safeUrl(textOf(event, 'params') || value)
      if (!url) book.lose(path, value.slice(0, 80), 'url.refused')
      const extend = part(event, 'extend')
      return url ? { kind: 'link', url, open: 'popup', ...sizeOf('width', extend), ...sizeOf('height', extend) } : null
    }
    case navigator:
      if (/^[A-Za-z0-9_-]{1,64}$/.test(value)) return { kind: 'drawing', drawing: value, open: 'current' }
      book.lose(path, value.slice(0, 80), 'url.refused')
      return null
    case sendPropData: case sendVarData: case sendData: return writeFrom(event, path, what, sketch)
    case script:
      book.lose(path, what, 'safe.script')
      return null
    default:
      book.lose(path, what, 'action.kind')
      return null
  }
}

function sizeOf(key: 'width' | 'height', extend: Raw | undefined): { readonly width?: number; readonly height?: number } {
  const size = numberOf(extend, key)
  return size !== undefined && size >= 50 && size <= 10_000 ? { [key]: size } : {}
}

/** Writes one number to one tag; further values are reported as lost. */
function writeFrom(event: Raw, path: string, what: string, sketch: DrawingBuilder): Action | null {
  const sent = [...rawsOf(event, 'data'), ...rawsOf(event, 'list')]
  const [first, second] = sent
  const value = asNumber(own(first, 'value'))
  if (second) sketch.book.lose(path, what, 'action.second')
  if (!first || value === undefined) {
    sketch.book.lose(path, what, 'action.value')
    return null
  }
  const name = textOf(first, 'id') || textOf(first, 'prop') || textOf(first, 'key')
  const tag = name === '' ? undefined : sketch.tags.of(name, path)
  return tag === undefined ? null : { kind: 'write', tag, value }
}
