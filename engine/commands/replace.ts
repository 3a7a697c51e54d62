import * as z from 'zod'
import {
  extraFields,
  fitLink,
  fitSymbols,
  groupType,
  idSchema,
  isTag,
  getParamKinds,
  linkSchema,
  nameLength,
  nameSchema,
  ProblemList,
  readSymbol,
  readTemplateAction,
  readTemplateBindings,
  symbolMap,
} from '../document/index.ts'
import { parse } from '../schema/index.ts'
import { mergeProps } from './edit/appearance.ts'
import { defineCommand } from './transaction/command.ts'
import { createHitCounter, placeKey, getSearchedComponents } from './texts/find.ts'
import { matchesIn, compilePattern } from './base/matches.ts'
import { rebindLink } from './texts/rebindLink.ts'
import { reject } from './base/result.ts'
import { instanceAround } from './settle/affectedInstances.ts'
import { setSymbols } from './symbols/symbols.ts'
import { fitInstances } from './symbols/symbolsEdit.ts'
import { rewriteLink, rewriteSymbol } from './texts/rewriteSymbolStrings.ts'
import { idsSchema, getTargets, withMembers } from './transaction/targets.ts'
import { noFields, rewriteStrings, textPlaces } from './texts/rewriteStrings.ts'
import type {
  Binding,
  Component,
  ComponentPatch,
  Id,
  ParamKinds,
  SymbolDefinition,
  SymbolLink,
} from '../document/index.ts'
import type { Fields } from '../schema/index.ts'
import type { CommandContext } from './transaction/command.ts'
import type { TagSwap } from './texts/rebindLink.ts'
import type { Transaction } from './transaction/transaction.ts'
import type { SymbolRewrite } from './texts/rewriteSymbolStrings.ts'
import type { TextChanges, TextPlace } from './texts/rewriteStrings.ts'

/**
 * Replaces the matches of `find`, all of them or only `hits`, and returns their count. For the whole drawing this
 * includes the symbols, and their instances follow. Rejected as a whole if a result is invalid, for example a name that
 * is too long or an invalid tag. Locked components accept the command, like any other text change.
 */
export const findReplace = defineCommand(
  'find-replace',
  z.strictObject({
    find: z.string().min(1).max(200),
    replace: z.string().max(2000),
    in: z.array(z.enum(textPlaces)).min(1),
    matchCase: z.boolean().optional(),
    wholeWord: z.boolean().optional(),
    ids: idsSchema.optional(),
    symbols: z.boolean().optional(),
    hits: z
      .array(
        z.strictObject({
          id: idSchema,
          symbol: idSchema.optional(),
          path: z.string(),
          nth: z.number().int().min(0).optional(),
        }),
      )
      .optional(),
  }),
  (tx, { ids, symbols = ids === undefined, replace, in: within, hits, ...query }, context) => {
    const targets = ids && getTargets(tx, ids)
    if (targets?.refused) return targets.refused
    const pattern = compilePattern(query)
    const places = new Set(within)
    const selectedKeys = hits && new Set(hits.map(placeKey))
    const getHitNumber = createHitCounter()
    let count = 0
    const replaced = (kinds: ParamKinds, id: Id, place: TextPlace, path: string, text: string, symbol?: Id): string => {
      const matches = pattern && places.has(place) ? matchesIn(text, pattern, kinds) : []
      if (matches.length === 0) return text
      if (
        selectedKeys &&
        !selectedKeys.has(
          placeKey({ id, path, nth: getHitNumber(id, path, symbol), ...(symbol !== undefined && { symbol }) }),
        )
      )
        return text
      count += matches.length
      return withMatches(text, matches, replace)
    }
    const problems = new ProblemList()
    const rewrite: SymbolRewrite = (id, place, path, text) => replaced(context.kinds, id, place, path, text)
    const components = getSearchedComponents(tx.view, ids)
    if (symbols && !ids) {
      rewriteSymbols(tx, context, problems, (symbol) => {
        const kinds = getParamKinds(symbol.params)
        return rewriteSymbol(symbol, tx.view.symbols, context.catalog, (id, place, path, text) =>
          replaced(kinds, id, place, path, text, symbol.id),
        )
      })
    }
    rewriteComponents(tx, components, context, problems, rewrite)
    rewriteLinks(tx, components, context, problems, rewrite, ids === undefined)
    return problems.list.length > 0 ? reject('command.arguments', problems.list) : { ok: true, count }
  },
)

/**
 * Replaces tags in bindings, expressions, click actions and tag fields. All replacements happen at once, so two tags
 * can be swapped. Used for components pasted from another project. Instances that are selected or in a selected group
 * get new parameters where possible, so that their symbol continues to generate their members.
 */
export const rebind = defineCommand(
  'rebind',
  z.strictObject({ ids: idsSchema, map: z.record(z.string(), z.string()) }),
  (tx, { ids, map }, context) => {
    const targets = getTargets(tx, ids)
    if (targets.refused) return targets.refused
    const tags = new Map(Object.entries(map))
    const problems = new ProblemList()
    let count = 0
    const components = new Set(withMembers(tx, targets.components))
    rewriteComponents(tx, components, context, problems, (_, place, __, text) => {
      const tag = place === 'tags' ? (tags.get(text) ?? text) : text
      if (tag !== text) count++
      return tag
    })
    if (problems.list.length === 0) count += rebindLinks(tx, components, tags, context)
    return problems.list.length > 0 ? reject('command.arguments', problems.list) : { ok: true, count }
  },
)

/**
 * Sets parameters of instances so that their members need no overrides. Returns the number of parameters that held a
 * whole tag.
 */
function rebindLinks(
  tx: Transaction,
  components: Iterable<Component>,
  tags: TagSwap,
  { catalog, kinds }: CommandContext,
): number {
  const symbols = symbolMap(tx.view.symbols)
  let count = 0
  for (const { id } of components) {
    const component = tx.get(id)
    if (!component?.link || instanceAround(tx.view, component) !== component) continue
    const rebound = rebindLink(component, component.link, tags, { symbols, catalog, kinds })
    count += rebound.count
    if (rebound.link !== component.link) tx.patch(id, { link: fitLink(rebound.link, symbols, catalog, [], kinds) })
  }
  return count
}

function withMatches(text: string, matches: readonly (readonly [number, number])[], replacement: string): string {
  let after = ''
  let from = 0
  for (const [start, end] of matches) {
    after += text.slice(from, start) + replacement
    from = end
  }
  return after + text.slice(from)
}

/** Rewrites the texts of components and validates the results before writing them. */
function rewriteComponents(
  tx: Transaction,
  components: Iterable<Component>,
  { catalog, kinds }: CommandContext,
  problems: ProblemList,
  rewrite: SymbolRewrite,
): void {
  for (const component of components) {
    const fields = catalog.get(component.type)?.fields
    const rewritten = rewriteStrings(component, fields, (place, path, text) => rewrite(component.id, place, path, text))
    if (rewritten)
      tx.patch(
        component.id,
        validateRewrite(component, rewritten, component.type === groupType ? noFields : fields, kinds, problems),
      )
    if (problems.isFull) return
  }
}

function validateRewrite(
  component: Component,
  { name, props, extras, bindings, action }: TextChanges,
  fields: Fields | undefined,
  kinds: ParamKinds,
  problems: ProblemList,
): ComponentPatch {
  const { id } = component
  const isTooLong = name !== undefined && name.length > nameLength
  if (isTooLong) problems.addAll(parse(nameSchema, name, `${id}.name`).problems ?? [])
  return {
    name: isTooLong ? undefined : name,
    props: props && mergeProps(component.props, props, fields ?? noFields, problems, `${id}.props`, kinds),
    extras: extras && mergeProps(component.extras, extras, extraFields, problems, `${id}.extras`),
    bindings: bindings && validateBindings(component, bindings, fields, kinds, problems),
    action: action && readTemplateAction(action, `${id}.action`, kinds, problems),
  }
}

/**
 * Usually only the tags of bindings changed, so only the tags are validated: validating all against the schema took a
 * tenth of the run time.
 */
function validateBindings(
  { id, bindings: before }: Component,
  bindings: readonly Binding[],
  fields: Fields | undefined,
  kinds: ParamKinds,
  problems: ProblemList,
): readonly Binding[] {
  const isPlain = bindings.every(({ tag, via }, i) => via === before[i]?.via && isTag(tag))
  return isPlain ? bindings : readTemplateBindings(bindings, fields, `${id}.bindings`, kinds, problems)
}

/** Rewrites symbol definitions and validates them as if read from a file. */
function rewriteSymbols(
  tx: Transaction,
  { catalog, limits, kinds }: CommandContext,
  problems: ProblemList,
  rewrite: (symbol: SymbolDefinition) => SymbolDefinition | null,
): void {
  const after = tx.view.symbols.map((symbol) => {
    const raw = rewrite(symbol)
    return raw ? (readSymbol(raw, symbol.name, catalog, limits, problems) ?? symbol) : symbol
  })
  if (problems.list.length > 0 || after.every((symbol, i) => symbol === tx.view.symbols[i])) return
  const dropped: string[] = []
  setSymbols(tx, fitSymbols(after, catalog, dropped), limits)
  for (const name of dropped) problems.add(name, 'drawing.symbolParam', unfit)
  fitInstances(tx, catalog, kinds)
}

const unfit = 'the replacement does not match the symbol'

/** Rewrites parameters and overrides of the outermost instances among the components. */
function rewriteLinks(
  tx: Transaction,
  components: Iterable<Component>,
  { catalog, kinds }: CommandContext,
  problems: ProblemList,
  rewrite: SymbolRewrite,
  hasOverrides: boolean,
): void {
  const symbols = symbolMap(tx.view.symbols)
  for (const { id, link: was } of components) {
    const component = was && tx.get(id)
    if (!component?.link || instanceAround(tx.view, component) !== component) continue
    const link = rewriteLink(
      component.link,
      symbols,
      catalog,
      (place, path, text) => rewrite(id, place, path, text),
      hasOverrides,
    )
    if (link) tx.patch(id, { link: validateLink(link, component, symbols, catalog, kinds, problems) })
    if (problems.isFull) return
  }
}

function validateLink(
  link: SymbolLink,
  { id }: Component,
  symbols: ReturnType<typeof symbolMap>,
  catalog: CommandContext['catalog'],
  kinds: ParamKinds,
  problems: ProblemList,
): SymbolLink {
  const { problems: wrong } = parse(linkSchema, link, `${id}.link`)
  if (wrong) problems.addAll(wrong)
  const dropped: string[] = []
  const fitted = fitLink(link, symbols, catalog, dropped, kinds)
  for (const name of dropped) problems.add(`${id}.link.${name}`, 'drawing.symbolParam', unfit)
  return fitted
}
