import { quality } from '@mimic/engine/bindings'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '../../../database/tables/tables.ts'
import { InputCollector } from './collectInputs.ts'
import type { Scene, Variable } from './rows.ts'

const start = Date.UTC(2026, 10, 22, 12)
const hourMs = 3_600_000
const variable = (id: string, origin: Variable['origin']): Variable => ({
  id,
  name: id,
  identifier: id,
  origin,
  unit: '',
  kind: 'number',
  isStored: false,
  isWritable: false,
  initial: '',
  tag: `plant/meter/${id}`,
  formula: '',
  cycle: { kind: 'minutes', minutes: 60 },
  statistic: 'last',
  revision: 1,
})
const [level, computed] = [variable('level', 'tag'), variable('computed', 'operation')]
const scene: Scene = {
  id: 's',
  name: 'Hall',
  project: 'plant',
  zone: 'UTC',
  isEnabled: true,
  device: 'mimic-scene-s',
  variables: [level, computed],
}
/** An hourly variable needs no database access. */
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

it.each([0, hourMs, -hourMs])(
  'determines with the monotonic clock which devices were still sending at the end of an hour: clock set by %d ms',
  async (set) => {
    const world = { steady: 1_000_000, at: start - 1_000 }
    const sample = { at: start + set - 1_000, value: 7, quality: quality.good, text: null }
    const collector = new InputCollector({
      db,
      broker: { isOnline: () => undefined },
      now: () => world.at,
      monotonicNow: () => world.steady,
      history: {
        newest: () => sample,
        read: async (_tag, from, to) => (sample.at >= from && sample.at <= to ? [sample] : []),
      },
    })
    collector.track(['plant/meter/level'])
    collector.onFrame({ project: 'plant', device: 'meter', arrivedMs: world.steady, every: 5_000 })
    const afterMs = async (ms: number): Promise<boolean | undefined> => {
      world.steady += ms
      world.at = start + 2_000 + set
      return (
        await collector.collect(scene, computed, level, new Map(), { from: start + set - hourMs, to: start + set })
      )?.isStale
    }
    // First a device that sent a value one second before the end, then one that was silent for a minute.
    expect([await afterMs(3_000), await afterMs(60_000)]).toEqual([false, true])
  },
)
