import type { Entity } from '../../contract/entity/define.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Options } from '../options.ts'
import type { ShutdownHook } from '../shutdown.ts'

/** What every part of the start receives. */
export interface StartContext {
  readonly options: Options
  readonly log: Log
  readonly metrics: Metrics
  readonly entities: readonly Entity[]
  /** Whether these are the entities of the product; tests may pass their own, without the services built on them. */
  readonly isProduct: boolean
  /** Hooks of the shutdown, in the order of the start. */
  readonly stops: ShutdownHook[]
}
