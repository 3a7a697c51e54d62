import type { ScriptEvent } from '../../../../contract/scada/ruleScript.ts'
import type { Db } from '../../../database/index.ts'
import type { ScriptRunner } from '../../../scripts/runner/index.ts'
import type { LoadedScript } from './chain.ts'
import { readScripts, type RuleScript } from './rows.ts'

/** The enabled scripts, checked and indexed by event and product. */
export class ScriptCatalogue {
  readonly #db: Db
  readonly #runner: Pick<ScriptRunner, 'check'>
  #scripts = new Map<string, LoadedScript>()
  /** By event and product; emptied when scripts change. */
  readonly #selections = new Map<string, readonly LoadedScript[]>()
  readonly #removed = new Set<string>()

  constructor(db: Db, runner: Pick<ScriptRunner, 'check'>) {
    this.#db = db
    this.#runner = runner
  }

  /** Reads all enabled scripts. Returns those that cannot run, with the first problem. */
  async load(): Promise<readonly { readonly script: RuleScript; readonly problem: string }[]> {
    this.#removed.clear()
    const rows = await readScripts(this.#db)
    const loaded = new Map<string, LoadedScript>()
    const broken: { script: RuleScript; problem: string }[] = []
    for (const row of rows) {
      const before = this.#scripts.get(row.id)
      if (before?.source === row.source && before.language === row.language) {
        loaded.set(row.id, { ...row, checked: before.checked })
        continue
      }
      const { script: checked, problems } = await this.#runner.check(row.id, row.language, row.source)
      if (checked) loaded.set(row.id, { ...row, checked })
      else broken.push({ script: row, problem: problems[0]?.words.en ?? '' })
    }
    for (const id of this.#removed) loaded.delete(id)
    this.#scripts = loaded
    this.#selections.clear()
    return broken
  }

  /** Removes a script at once, before the next load. */
  remove(id: string): void {
    this.#removed.add(id)
    this.#scripts.delete(id)
    this.#selections.clear()
  }

  get(id: string): LoadedScript | undefined {
    return this.#scripts.get(id)
  }

  list(): Iterable<LoadedScript> {
    return this.#scripts.values()
  }

  /** The scripts for an event of a device of this product, in their order. */
  find(event: ScriptEvent, product: string | undefined): readonly LoadedScript[] {
    if (this.#scripts.size === 0) return none
    const key = `${event}/${product ?? ''}`
    const cached = this.#selections.get(key)
    if (cached) return cached
    const selection = [...this.#scripts.values()].filter(
      (each) => each.event === event && (each.product === null || each.product === product),
    )
    this.#selections.set(key, selection)
    return selection
  }
}

const none: readonly LoadedScript[] = []
