import { quality } from '@mimic/engine/bindings'
import type { Broker } from '../../../broker/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { StoredValue, Scene } from './rows.ts'
import { isPublished } from './rows.ts'

export interface PublisherParts {
  readonly broker: Pick<Broker, 'publishValues'>
  readonly now: () => number
}

interface Published {
  readonly project: string
  readonly points: readonly string[]
  readonly content: string
  readonly at: number
}

/** Republish interval in milliseconds, so that unchanged values do not become stale. */
const intervalMs = 30_000

/**
 * Publishes scene variables: changes immediately, and all values periodically. Values of an inactive scene have bad
 * quality.
 */
export class Publisher {
  readonly #parts: PublisherParts
  readonly #published = new Map<string, Published>()

  constructor(parts: PublisherParts) {
    this.#parts = parts
  }

  /**
   * Publishes the values and returns the next publish time. Variables in `failed` (by id) are not published as good,
   * because their values are outdated.
   */
  publish(
    scenes: readonly Scene[],
    storedValues: ReadonlyMap<string, StoredValue>,
    failed: ReadonlySet<string>,
  ): number {
    const nowMs = this.#parts.now()
    const devices = new Set<string>()
    for (const scene of scenes) {
      const values = scene.variables.flatMap((variable) => {
        const stored = isPublished(variable) ? storedValues.get(variable.id) : undefined
        if (!stored) return []
        const minQuality = !scene.isEnabled
          ? quality.bad
          : failed.has(variable.id) && variable.origin === 'operation'
            ? quality.uncertain
            : quality.good
        return [
          {
            point: variable.identifier,
            value: stored.value ?? NaN,
            text: stored.text ?? undefined,
            quality: Math.max(minQuality, stored.quality),
          },
        ]
      })
      if (values.length === 0) continue
      devices.add(scene.device)
      this.#publish(scene, values, nowMs)
    }
    for (const [device, { project }] of this.#published) {
      if (devices.has(device)) continue
      this.#publish({ project, device }, [], nowMs)
      this.#published.delete(device)
    }
    return this.#published.size === 0 ? Infinity : nowMs + intervalMs
  }

  #publish(
    { project, device }: Pick<Scene, 'project' | 'device'>,
    values: readonly {
      readonly point: string
      readonly value: number
      readonly text: string | undefined
      readonly quality: number
    }[],
    at: number,
  ): void {
    const before = this.#published.get(device)
    const content = JSON.stringify(
      values.map(({ point, value, text, quality: qualityCode }) => [point, String(value), text, qualityCode]),
    )
    if (before?.content === content && at - before.at < intervalMs && at >= before.at) return
    const names = values.map(({ point }) => point)
    const points = before?.points.join(' ') === names.join(' ') ? before.points : names
    this.#published.set(device, { project, points, content, at })
    this.#parts.broker.publishValues({
      project,
      device,
      at,
      receivedAt: at,
      arrivedMs: monotonicNow(),
      every: intervalMs,
      points,
      values: Float64Array.from(values, ({ value }) => value),
      qualities: Uint8Array.from(values, (stored) => stored.quality),
      texts: values.some(({ text }) => text !== undefined) ? values.map(({ text }) => text) : null,
      acknowledged: false,
    })
  }
}
