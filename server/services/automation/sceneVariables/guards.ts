import { sql } from 'kysely'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { formulaVariables } from '../../../../contract/entity/formula.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import type { EntityHooks, HookContext } from '../../entities/index.ts'
import { getText } from '../../entities/values.ts'
import type { Node } from './graph.ts'
import { findCycle } from './graph.ts'

/**
 * Rejects formulas that reference unknown variables of the scene or depend on themselves, and reports the cycle.
 * `changed` is called on every write.
 */
export function createVariableHooks(onChanged: () => void): EntityHooks {
  return {
    beforeCreate: async (context, values) => {
      await checkCycle(context, undefined, values)
      await checkNames(context, [], values)
    },
    beforeUpdate: async (context, { id, values: before }, values) => {
      const after = { ...before, ...values }
      await checkCycle(context, id, after)
      // Names that the formula already used stay allowed, so that renaming a variable does not require fixing all
      // formulas at once.
      await checkNames(
        context,
        before['origin'] === 'operation' ? formulaVariables(getText(before, 'formula')) : [],
        after,
      )
    },
    afterWrite: onChanged,
  }
}

async function checkNames(
  { tx, otherRows }: HookContext,
  allowed: readonly string[],
  values: EntityValues,
): Promise<void> {
  if (values['origin'] !== 'operation') return
  const [scene, formula] = [getText(values, 'scene'), getText(values, 'formula')]
  const unresolved = formulaVariables(formula).filter(
    (name) => !allowed.includes(name) && !groupIdentifiers(otherRows).get(scene)?.has(name),
  )
  if (unresolved.length === 0) return
  const { rows } = await sql<{
    identifier: string
  }>`select identifier from scada_variable where scene = ${scene} and identifier = any(${unresolved}::text[])`.execute(
    tx,
  )
  const existing = new Set(rows.map(({ identifier }) => identifier))
  const unknown = unresolved.find((name) => !existing.has(name))
  if (unknown === undefined) return
  const at = formula.indexOf(`{${unknown}}`) + 1
  throw createInvalidInputError(
    createFault('formula', 'unknown', {
      en: `Formula error at character ${at}: the scene has no variable "${unknown}"`,
      zh: `计算公式错误（第 ${at} 个字符）：场景中没有变量“${unknown}”`,
    }),
  )
}

const identifiersByRows = new WeakMap<readonly EntityValues[], ReadonlyMap<string, ReadonlySet<string>>>()

/** Identifiers in an imported sheet by scene, computed once per sheet. */
function groupIdentifiers(rows: readonly EntityValues[]): ReadonlyMap<string, ReadonlySet<string>> {
  const existing = identifiersByRows.get(rows)
  if (existing) return existing
  const byScene = new Map<string, Set<string>>()
  for (const row of rows)
    byScene.set(
      getText(row, 'scene'),
      (byScene.get(getText(row, 'scene')) ?? new Set()).add(getText(row, 'identifier')),
    )
  identifiersByRows.set(rows, byScene)
  return byScene
}

async function checkCycle({ tx }: HookContext, id: string | undefined, values: EntityValues): Promise<void> {
  if (values['origin'] !== 'operation') return
  const { rows } = await sql<
    Node & { readonly id: string; readonly name: string }
  >`select id, name, identifier, coalesce(formula, '') as formula from scada_variable
    where scene = ${getText(values, 'scene')} and origin = 'operation'`.execute(tx)
  const editedNode = {
    id: id ?? '',
    name: getText(values, 'name'),
    identifier: getText(values, 'identifier'),
    formula: getText(values, 'formula'),
  }
  const nodes = [...rows.filter((row) => row.id !== editedNode.id), editedNode]
  const cycle = findCycle(nodes, editedNode.identifier)?.map(
    (identifier) => nodes.find((node) => node.identifier === identifier)?.name ?? identifier,
  )
  if (!cycle) return
  throw createInvalidInputError(
    createFault('formula', 'ring', {
      en: `Formula error: circular reference (${cycle.join(' → ')})`,
      zh: `计算公式错误：变量循环引用（${cycle.join(' → ')}）`,
    }),
  )
}
