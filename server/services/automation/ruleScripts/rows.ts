import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { ScriptAction, ScriptEvent } from '../../../../contract/scada/ruleScript.ts'
import { scriptActions, scriptEvents } from '../../../../contract/scada/ruleScript.ts'
import type { StoredRow } from '../../../database/entities/entityColumns.ts'
import { entityTable, readable } from '../../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import type { Language } from '../../../scripts/runner/index.ts'
import { getText, toText } from '../../entities/values.ts'

/** What a script does, whether it is stored or a draft in an editor. */
export interface ScriptDefinition {
  readonly id: string
  readonly name: string
  readonly event: ScriptEvent
  readonly action: ScriptAction
  /** Product of the devices; null for all products. */
  readonly product: string | null
  readonly language: Language
  readonly source: string
  readonly bridge: string | null
  readonly template: string | null
  /** Account whose permissions apply. */
  readonly owner: string | null
}

/** A stored, enabled script. */
export interface RuleScript extends ScriptDefinition {
  readonly revision: number
  readonly order: number
  readonly cron: string | null
  readonly problem: string | null
}

const table = entityTable(getEntity('script'), (text) => text)

/** Reads the enabled scripts in their order: higher execution order first, then by id. */
export async function readScripts(db: Db): Promise<RuleScript[]> {
  const { rows } =
    await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where status = 'enabled'`.execute(db)
  return rows
    .map((row) => toEntityRow(table, row))
    .map(({ id, revision, values }) => toScript(id, revision, values))
    .toSorted((a, b) => b.order - a.order || (a.id < b.id ? -1 : 1))
}

function toScript(id: string, revision: number, values: EntityValues): RuleScript {
  return {
    id,
    revision,
    name: getText(values, 'name'),
    ...readDefinition(values),
    owner: toText(values['owner']),
    order: Number(values['order'] ?? 0),
    cron: toText(values['cron']),
    problem: toText(values['problem']),
  }
}

/** The parts of a definition that a form contains. Fields that do not apply to the event or action are null. */
export function readDefinition(values: EntityValues): Omit<ScriptDefinition, 'id' | 'name' | 'owner'> {
  const event = toEvent(values['event'])
  const action = toAction(values['action'])
  const hasProduct = event !== scriptEvents.timer && values['products'] !== 'all'
  return {
    event,
    action,
    product: hasProduct ? toText(values['product']) : null,
    language: values['language'] === 'javascript' ? 'javascript' : 'groovy',
    source: getText(values, 'source'),
    bridge: isBridgeAction(action) ? toText(values['bridge']) : null,
    template: action === scriptActions.notify ? toText(values['template']) : null,
  }
}

export const isBridgeAction = (action: ScriptAction): boolean => action >= scriptActions.http

export const toEvent = (value: unknown): ScriptEvent =>
  Object.values(scriptEvents).find((each) => each === value) ?? scriptEvents.report
export const toAction = (value: unknown): ScriptAction =>
  Object.values(scriptActions).find((each) => each === value) ?? scriptActions.forward
