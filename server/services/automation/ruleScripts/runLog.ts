import { sql } from 'kysely'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { getEntity } from '../../../../contract/entities.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { scriptLogLevels } from '../../../../contract/scada/ruleScript.ts'
import { entityTable } from '../../../database/entities/entityColumns.ts'
import { orderChanged } from '../../../database/entities/entityPagination.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { StoredEntityService } from '../../entities/index.ts'
import type { CompletedRun } from './chain.ts'
import { describeLines } from './logLines.ts'
import { formatDevice } from './event.ts'

export interface RunLogParts {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly log: Log
  /** Milliseconds from a monotonic clock. */
  readonly monotonicNow: () => number
}

/** Logged runs of a script per second, and the number that may follow at once. */
const perSecond = 5
const burst = 20
const flushMs = 500
/** Runs kept per script. */
const maxRuns = 1_000
const trimMs = 30_000
const maxOutput = 7_900
const table = entityTable(getEntity('scriptLog'), (text) => text)

interface ScriptLogState {
  tokens: number
  filledMs: number
  omitted: number
  /** The newest omitted run. It is logged once the load ends, so that the count never stays hidden. */
  last: CompletedRun | undefined
  latest: { readonly at: number; readonly outcome: string } | undefined
  isStored: boolean
}

/**
 * Stores the runs of scripts in batches. Under load, only some runs of a script are stored; each stored run has the
 * number of omitted ones before it.
 */
export function createRunLog({ db, stored, log, monotonicNow }: RunLogParts) {
  const states = new Map<string, ScriptLogState>()
  const trimmed = new Set<string>()
  let waiting: EntityValues[] = []
  let writing: Promise<void> = Promise.resolve()
  let trimmedMs = monotonicNow()

  const getState = (id: string): ScriptLogState => {
    const existing = states.get(id)
    if (existing) return existing
    const created: ScriptLogState = {
      tokens: burst,
      filledMs: monotonicNow(),
      omitted: 0,
      last: undefined,
      latest: undefined,
      isStored: true,
    }
    states.set(id, created)
    return created
  }

  const enqueue = (run: CompletedRun, state: ScriptLogState): void => {
    waiting.push(toRow(run, state.omitted))
    trimmed.add(run.script.id)
    state.omitted = 0
    state.last = undefined
  }

  const flush = async (): Promise<void> => {
    for (const state of states.values()) {
      refill(state, monotonicNow())
      if (state.last === undefined || state.tokens < 1) continue
      state.tokens--
      state.omitted--
      enqueue(state.last, state)
    }
    const rows = waiting
    waiting = []
    if (rows.length > 0)
      await stored('scriptLog')
        .add(
          systemContext,
          rows.map((values) => ({ values })),
        )
        .catch((cause: unknown) => log.warn('could not store script runs', { runs: rows.length, cause }))
    for (const [id, state] of states) {
      if (state.isStored || !state.latest) continue
      state.isStored = true
      await stored('script')
        .set(id, { lastAt: state.latest.at, lastOutcome: state.latest.outcome })
        // The script may have been deleted.
        .catch(() => states.delete(id))
    }
    if (monotonicNow() - trimmedMs >= trimMs) await trim()
  }

  const trim = async (): Promise<void> => {
    trimmedMs = monotonicNow()
    const ids = [...trimmed]
    trimmed.clear()
    for (const id of ids) {
      const { numAffectedRows } = await sql`delete from ${sql.table(table.name)} where script = ${id}
        and id in (select id from ${sql.table(table.name)} where script = ${id} order by at desc, id desc offset ${maxRuns})`.execute(
        db,
      )
      if (Number(numAffectedRows ?? 0) > 0) orderChanged(table)
    }
  }

  return {
    add(run: CompletedRun): void {
      const { id } = run.script
      const state = getState(id)
      state.latest = { at: run.message.at, outcome: run.result.outcome }
      state.isStored = false
      refill(state, monotonicNow())
      if (state.tokens >= 1) {
        state.tokens--
        enqueue(run, state)
      } else {
        state.omitted++
        state.last = run
      }
    },

    /** Stores waiting runs periodically. Returns a function that stops it after a last write. */
    start(): () => Promise<void> {
      const next = (): void => {
        writing = writing.then(flush).catch((cause: unknown) => log.warn('could not store script runs', { cause }))
      }
      const timer = setInterval(next, flushMs)
      return async () => {
        clearInterval(timer)
        next()
        await writing
      }
    },
  }
}

function refill(state: ScriptLogState, nowMs: number): void {
  state.tokens = Math.min(burst, state.tokens + ((nowMs - state.filledMs) / 1_000) * perSecond)
  state.filledMs = nowMs
}

function toRow(run: CompletedRun, omitted: number): EntityValues {
  const { script, message, result } = run
  const { outcome, failure, tookMs } = result
  const lines = describeLines(result, run.effects)
  const level = lines.reduce((max, each) => Math.max(max, scriptLogLevels.indexOf(each.level)), -1)
  return {
    script: script.id,
    at: message.at,
    device: formatDevice(message.device) || null,
    outcome,
    level: failure ? 'error' : level < 0 ? null : (scriptLogLevels[level] ?? null),
    tookMs,
    output:
      lines
        .map(({ level: each, text }) => `${each.toUpperCase()} ${text}`)
        .join('\n')
        .slice(0, maxOutput) || null,
    error: failure ? encodeLocalized({ en: failure.words.en.slice(0, 450), zh: failure.words.zh.slice(0, 450) }) : null,
    line: failure?.line ?? null,
    sourceLine: failure?.source?.trim().slice(0, 400) || null,
    omitted: omitted > 0 ? omitted : null,
  }
}
