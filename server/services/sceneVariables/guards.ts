import { sql } from 'kysely'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { faultAt, invalid } from '../entities/faults.ts'
import type { EntityHooks, HookContext } from '../entities/index.ts'
import { textIn } from '../entities/values.ts'
import type { Node } from './graph.ts'
import { ringOf } from './graph.ts'

/** Refuses a formula by which a variable would need itself, and says by which way. `changed` is told of every write. */
export function variableHooks(changed: () => void): EntityHooks {
  return {
    beforeCreate: (context, values) => checkRing(context, undefined, values),
    beforeUpdate: (context, { id, values: before }, values) => checkRing(context, id, { ...before, ...values }),
    afterWrite: changed,
  }
}

async function checkRing({ tx }: HookContext, id: string | undefined, values: EntityValues): Promise<void> {
  if (values['origin'] !== 'operation') return
  const { rows } = await sql<Node & { readonly id: string; readonly name: string }>`select id, name, identifier, coalesce(formula, '') as formula from scada_variable
    where scene = ${textIn(values, 'scene')} and origin = 'operation'`.execute(tx)
  const own = { id: id ?? '', name: textIn(values, 'name'), identifier: textIn(values, 'identifier'), formula: textIn(values, 'formula') }
  const nodes = [...rows.filter((row) => row.id !== own.id), own]
  const ring = ringOf(nodes, own.identifier)?.map((identifier) => nodes.find((node) => node.identifier === identifier)?.name ?? identifier)
  if (!ring) return
  throw invalid(faultAt('formula', 'ring', { en: `Formula error: it would need its own result (${ring.join(' → ')})`, zh: `计算公式错误：变量循环引用（${ring.join(' → ')}）` }))
}
