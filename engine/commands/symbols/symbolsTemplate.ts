import {
  listMemberIds,
  memberId,
  getOwnComponents,
  patchRecord,
  ranksBetween,
  symbolMap,
} from '../../document/index.ts'
import { tidy } from '../../geometry/index.ts'
import { readAttachment, reattachCopy, writeAttachment } from '../base/attachments.ts'
import { commonGroup, looksOutside } from '../edit/group.ts'
import { rewriteTags } from '../texts/rewriteStrings.ts'
import type { Action, Binding, Component, Id, ParamValues, Props, SymbolLink } from '../../document/index.ts'
import type { Box } from '../../geometry/index.ts'
import type { Fields } from '../../schema/index.ts'
import type { Catalog } from '../base/catalog.ts'
import type { Transaction } from '../transaction/transaction.ts'

/**
 * Converts a selection to the components of a symbol: coordinates relative to `box`, lines detached from outside
 * components, tags replaced by parameters.
 */
export function createTemplate(
  tx: Transaction,
  roots: readonly Component[],
  box: Box,
  catalog: Catalog,
  params: unknown,
): Component[] {
  const whole = roots.flatMap((root) => [root, ...descendants(tx, root)])
  const ids = new Map(whole.map(({ id }) => [id, id]))
  const ranks = new Map(ranksBetween(null, null, roots.length).map((rank, i) => [roots[i]?.id, rank]))
  const toParams = replacements(params)
  const around = commonGroup(tx.view, roots)
  return getOwnComponents({ components: whole }).map((component) => {
    const rank = ranks.get(component.id)
    return patchRecord(component, {
      ...(rank !== undefined && { rank, parent: null, ...looksOutside(tx.view, component, around) }),
      x: tidy(component.x - box.x),
      y: tidy(component.y - box.y),
      props: propsWithParams(
        reattachCopy(component, catalog.get(component.type)?.ends, ids),
        catalog.get(component.type)?.fields,
        toParams,
      ),
      ...(toParams.length > 0 &&
        component.bindings.length > 0 && {
          bindings: component.bindings.map((binding) => withParams(binding, toParams)),
        }),
      ...(component.action && { action: actionWithParams(component.action, toParams) }),
      ...(component.link && { link: linkWithin(component.link, box, toParams) }),
    })
  })
}

/** Reattaches outside lines from the replaced components to the members of the new instance. */
export function reattachOutside(tx: Transaction, catalog: Catalog, replaced: readonly Component[], instance: Id): void {
  const own = getOwnComponents({ components: replaced })
  const symbols = symbolMap(tx.view.symbols)
  const ids = new Map(own.map(({ id }) => [id, memberId(instance, id)]))
  for (const { id, link } of own) {
    if (!link) continue
    const memberIds = listMemberIds(memberId(instance, id), link.symbol, symbols)
    for (const [i, old] of listMemberIds(id, link.symbol, symbols).entries()) ids.set(old, memberIds[i] ?? old)
  }
  for (const line of tx.view.all()) {
    const ends = catalog.get(line.type)?.ends
    if (!ends) continue
    const props = { ...line.props }
    for (const field of [ends.from, ends.to]) {
      const attachment = readAttachment(props[field])
      const id = attachment && ids.get(attachment.id)
      if (attachment && id) props[field] = writeAttachment({ ...attachment, id })
    }
    if ([ends.from, ends.to].some((field) => props[field] !== line.props[field])) tx.patch(line.id, { props })
  }
}

function descendants(tx: Transaction, root: Component): Component[] {
  const found: Component[] = []
  const open = [...tx.view.children(root.id)].reverse()
  for (let member = open.pop(); member; member = open.pop()) {
    found.push(member)
    for (const inner of [...tx.view.children(member.id)].reverse()) open.push(inner)
  }
  return found
}

/**
 * Returns tag prefixes with the placeholders that replace them, longest first. Invalid parameters are reported when the
 * symbol is read.
 */
function replacements(params: unknown): (readonly [prefix: string, placeholder: string])[] {
  if (!Array.isArray(params)) return []
  const found = params.flatMap((param: unknown) => {
    if (typeof param !== 'object' || param === null || !('kind' in param) || param.kind !== 'tag') return []
    return 'default' in param &&
      typeof param.default === 'string' &&
      param.default !== '' &&
      'name' in param &&
      typeof param.name === 'string'
      ? [[param.default, `{${param.name}}`] as const]
      : []
  })
  return found.sort(([a], [b]) => b.length - a.length)
}

type Replacements = readonly (readonly [prefix: string, placeholder: string])[]

function tagWithParams(tag: string, toParams: Replacements): string {
  for (const [prefix, placeholder] of toParams) {
    if (tag === prefix) return placeholder
    if (tag.startsWith(`${prefix}/`)) return placeholder + tag.slice(prefix.length)
  }
  return tag
}

function propsWithParams(props: Props, fields: Fields | undefined, toParams: Replacements): Props {
  if (!fields || toParams.length === 0) return props
  const replaced = Object.entries(props).map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const isTags = field?.kind === 'text' && (field.format === 'tag' || field.format === 'tags')
    return [
      name,
      isTags && typeof value === 'string' ? rewriteTags(value, (tag) => tagWithParams(tag, toParams)) : value,
    ] as const
  })
  return Object.fromEntries(replaced)
}

function withParams(binding: Binding, toParams: Replacements): Binding {
  const { via } = binding
  const source = via.kind === 'expression' ? sourceWithParams(via.source, toParams) : null
  return {
    prop: binding.prop,
    tag: tagWithParams(binding.tag, toParams),
    via: source === null ? via : { kind: 'expression', source },
  }
}

/** Replaces tags in braces, except inside quotes. A placeholder alone is not enclosed in a second pair of braces. */
function sourceWithParams(source: string, toParams: Replacements): string {
  return source.replace(
    /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\{([^{}]*)\}/gs,
    (whole: string, tag: string | undefined) => {
      if (tag === undefined) return whole
      const replaced = tagWithParams(tag.trim(), toParams)
      if (replaced === tag.trim()) return whole
      return replaced.endsWith('}') ? replaced : `{${replaced}}`
    },
  )
}

function actionWithParams(action: Action, toParams: Replacements): Action {
  return 'tag' in action ? { ...action, tag: tagWithParams(action.tag, toParams) } : action
}

function linkWithin(link: SymbolLink, box: Box, toParams: Replacements): SymbolLink {
  const params: ParamValues = Object.fromEntries(
    Object.entries(link.params).map(([name, value]) => [
      name,
      typeof value === 'string' ? tagWithParams(value, toParams) : value,
    ]),
  )
  return { ...link, params, place: { ...link.place, x: tidy(link.place.x - box.x), y: tidy(link.place.y - box.y) } }
}
