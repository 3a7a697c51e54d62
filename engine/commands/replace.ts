import * as z from 'zod'
import { extraFields, nameSchema, ProblemList, readTemplateAction, readTemplateBindings } from '../document/index.ts'
import { parse } from '../schema/index.ts'
import { changedProps } from './appearance.ts'
import { defineCommand } from './command.ts'
import { patternOf, soughtComponents } from './find.ts'
import { refuse } from './result.ts'
import { idsSchema, targetsOf, withMembers } from './targets.ts'
import { noFields, rewriteWords, wordPlaces } from './words.ts'
import type { Component } from '../document/index.ts'
import type { CommandContext, Outcome } from './command.ts'
import type { Transaction } from './transaction.ts'
import type { Rewrite } from './words.ts'

/**
 * Replaces what `find` finds, everywhere at once, and counts it. Refused as a whole when a text would no longer fit: a
 * name too long, a tag that is none. Locked components accept it, as they accept any new text.
 */
export const findReplace = defineCommand(
  'find-replace',
  z.strictObject({
    find: z.string().min(1).max(200),
    replace: z.string().max(2000),
    in: z.array(z.enum(wordPlaces)).min(1),
    matchCase: z.boolean().optional(),
    wholeWord: z.boolean().optional(),
    ids: idsSchema.optional(),
  }),
  (tx, { ids, replace, in: within, ...query }, context) => {
    const targets = ids && targetsOf(tx, ids)
    if (targets?.refused) return targets.refused
    const pattern = patternOf(query)
    let count = 0
    return written(tx, soughtComponents(tx.view, ids), context, () => count, (place, _, text) => {
      if (!pattern || !within.includes(place)) return text
      return text.replace(pattern, () => {
        count++
        return replace
      })
    })
  },
)

/**
 * Drives components by other tags, wherever a tag stands: bindings, expressions, click actions, tag fields. All at once,
 * so that two tags can change places. For what was pasted from the drawing of another plant.
 */
export const rebind = defineCommand('rebind', z.strictObject({ ids: idsSchema, map: z.record(z.string(), z.string()) }), (tx, { ids, map }, context) => {
  const targets = targetsOf(tx, ids)
  if (targets.refused) return targets.refused
  const tags = new Map(Object.entries(map))
  let count = 0
  return written(tx, new Set(withMembers(tx, targets.components)), context, () => count, (place, _, text) => {
    const tag = place === 'tags' ? tags.get(text) ?? text : text
    if (tag !== text) count++
    return tag
  })
})

/** Rewrites the words of components; what comes out is checked like any input before anything is written. */
function written(tx: Transaction, components: Iterable<Component>, { catalog, kinds }: CommandContext, count: () => number, rewrite: Rewrite): Outcome {
  const problems = new ProblemList()
  for (const component of components) {
    const { id } = component
    const fields = catalog.get(component.type)?.fields
    const rewritten = rewriteWords(component, fields, rewrite)
    const { name, props, extras, bindings, action } = rewritten
    if (Object.keys(rewritten).length === 0) continue
    const names = parse(nameSchema, name ?? component.name, `${id}.name`)
    if (names.problems) problems.addAll(names.problems)
    tx.patch(id, {
      name: names.value ?? component.name,
      ...(props && { props: changedProps(component.props, props, fields ?? noFields, problems, `${id}.props`, kinds) }),
      ...(extras && { extras: changedProps(component.extras, extras, extraFields, problems, `${id}.extras`) }),
      ...(bindings && { bindings: readTemplateBindings(bindings, fields, `${id}.bindings`, kinds, problems) }),
      ...(action && { action: readTemplateAction(action, `${id}.action`, kinds, problems) }),
    })
    if (problems.isFull) break
  }
  return problems.list.length > 0 ? refuse('command.arguments', problems.list) : { ok: true, count: count() }
}
