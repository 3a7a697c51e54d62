import type { DrawingDocument, Stage } from '@mimic/engine'
import { createRunner } from '@mimic/engine'
import type { TagTable } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import type { Id } from '@mimic/engine/document'

type Values = NonNullable<NonNullable<ReturnType<Stage['getLive']>>['values']>
type Live = NonNullable<ReturnType<Stage['getLive']>>

/**
 * A running drawing without WebGL: the real runner on a stage that paints nothing. `frame` simulates an animation
 * frame.
 */
export function runWithoutPixels(document: DrawingDocument, tags: TagTable) {
  const frames = new Set<(nowMs: number) => boolean | void>()
  const listeners = new Set<(id: Id) => void>()
  const live = new Map<Id, Live>()
  const show = (id: Id, values: Values | null, mark: Live['quality'] = 0): void => {
    live.set(id, { values, quality: mark })
    for (const listener of listeners) listener(id)
  }
  const stage = {
    canvas: globalThis.document.createElement('canvas'),
    camera: {
      scale: 1,
      toScreen: (point: object) => point,
      toWorld: (point: object) => point,
      visible: { x: 0, y: 0, width: 1000, height: 800 },
      isLocked: false,
      onMoved: () => () => undefined,
    },
    hitTest: () => null,
    override: show,
    getLive: (id: Id) => live.get(id) ?? null,
    getLiveHandle: (id: Id) => {
      const values: Record<string, Values[string]> = {}
      return {
        set: (prop: string, value: Values[string]) => {
          values[prop] = value
        },
        show: (mark: Live['quality']) => show(id, { ...values }, mark),
      }
    },
    onLive: (listener: (id: Id) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    requestFrame: () => undefined,
    beforeDraw: (draw: (nowMs: number) => boolean | void) => {
      frames.add(draw)
      return () => void frames.delete(draw)
    },
  } as unknown as Stage
  const runner = createRunner(stage, document, tags, catalog)
  return {
    running: {
      stage,
      runner,
      view: {
        fit: () => undefined,
        zoomBy: () => undefined,
        panBy: () => undefined,
        current: () => null,
        stop: () => undefined,
      },
    },
    frame: () => {
      for (const draw of frames) draw(0)
    },
  }
}
