import { sql } from 'kysely'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { formulaVariables } from '../../../../contract/entity/formula.ts'
import { faultAt, invalid } from '../../entities/validationErrors.ts'
import type { EntityHooks, HookContext } from '../../entities/index.ts'
import { textIn } from '../../entities/values.ts'
import type { Node } from './graph.ts'
import { ringOf } from './graph.ts'

/**
 * Rejects formulas that reference unknown variables of the scene or depend on themselves, and reports the cycle.
 * `changed` is called on every write.
 */
export function variableHooks(changed: () => void): EntityHooks {
  return {
    beforeCreate: async (context, values) => {
      await checkRing(context, undefined, values)
      await checkNames(context, [], values)
    },
    beforeUpdate: async (context, { id, values: before }, values) => {
      const after = { ...before, ...values }
      await checkRing(context, id, after)
      // Names that the formula already used stay allowed, so that renaming a variable does not require fixing all
      // formulas at once.
      await checkNames(context, before['origin'] === 'operation' ? formulaVariables(textIn(before, 'formula')) : [], after)
    },
    afterWrite: changed,
  }
}

async function checkNames({ tx, alongside }: HookContext, allowed: readonly string[], values: EntityValues): Promise<void> {
  if (values['origin'] !== 'operation') return
  const [scene, formula] = [textIn(values, 'scene'), textIn(values, 'formula')]
  const asked = formulaVariables(formula).filter((name) => !allowed.includes(name) && !identifiersIn(alongside).get(scene)?.has(name))
  if (asked.length === 0) return
  const { rows } = await sql<{ identifier: string }>`select identifier from scada_variable where scene = ${scene} and identifier = any(${asked}::text[])`.execute(tx)
  const known = new Set(rows.map(({ identifier }) => identifier))
  const unknown = asked.find((name) => !known.has(name))
  if (unknown === undefined) return
  const at = formula.indexOf(`{${unknown}}`) + 1
  throw invalid(faultAt('formula', 'unknown', { en: `Formula error at character ${at}: the scene has no variable "${unknown}"`, zh: `计算公式错误（第 ${at} 个字符）：场景中没有变量“${unknown}”` }))
}

const identifiersBySheet = new WeakMap<readonly EntityValues[], ReadonlyMap<string, ReadonlySet<string>>>()

/** Identifiers in an imported sheet by scene, computed once per sheet. */
function identifiersIn(rows: readonly EntityValues[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = identifiersBySheet.get(rows)
  if (known) return known
  const byScene = new Map<string, Set<string>>()
  for (const row of rows) byScene.set(textIn(row, 'scene'), (byScene.get(textIn(row, 'scene')) ?? new Set()).add(textIn(row, 'identifier')))
  identifiersBySheet.set(rows, byScene)
  return byScene
}

async function checkRing({ tx }: HookContext, id: string | undefined, values: EntityValues): Promise<void> {
  if (values['origin'] !== 'operation') return
  const { rows } = await sql<Node & { readonly id: string; readonly name: string }>`select id, name, identifier, coalesce(formula, '') as formula from scada_variable
    where scene = ${textIn(values, 'scene')} and origin = 'operation'`.execute(tx)
  const own = { id: id ?? '', name: textIn(values, 'name'), identifier: textIn(values, 'identifier'), formula: textIn(values, 'formula') }
  const nodes = [...rows.filter((row) => row.id !== own.id), own]
  const ring = ringOf(nodes, own.identifier)?.map((identifier) => nodes.find((node) => node.identifier === identifier)?.name ?? identifier)
  if (!ring) return
  throw invalid(faultAt('formula', 'ring', { en: `Formula error: circular reference (${ring.join(' → ')})`, zh: `计算公式错误：变量循环引用（${ring.join(' → ')}）` }))
}
