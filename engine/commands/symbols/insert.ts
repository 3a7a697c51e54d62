import * as z from 'zod'
import {
  coordinateSchema,
  getDescendants,
  groupByParent,
  groupType,
  makeComponent,
  makeId,
  listMemberIds,
  nameSchema,
  getOwnComponents,
  patchRecord,
  ProblemList,
  ranksBetween,
  readDrawing,
  readProps,
  getRoots,
  sizeSchema,
  symbolMap,
} from '../../document/index.ts'
import { reattachCopy } from '../base/attachments.ts'
import { defineCommand } from '../transaction/command.ts'
import { freeNames, nextName } from '../base/names.ts'
import { reject } from '../base/result.ts'
import { withoutExtraSingletons } from '../settle/singletonTypes.ts'
import { getBounds, unionBoxes } from '../../geometry/index.ts'
import { importSymbols } from './importSymbols.ts'
import { idsSchema, getTargets } from '../transaction/targets.ts'
import type { Component, DrawingView, Id } from '../../document/index.ts'
import type { Catalog } from '../base/catalog.ts'
import type { Transaction } from '../transaction/transaction.ts'

/** Offset in px, right and down, of a copy from its original (specification, section 4). */
export const copyOffset = 25

/** Adds a component on top. `props` override the defaults of its type. */
export const add = defineCommand(
  'add',
  z.strictObject({
    type: z.string().max(40),
    x: coordinateSchema,
    y: coordinateSchema,
    width: sizeSchema.optional(),
    height: sizeSchema.optional(),
    props: z.record(z.string(), z.unknown()).optional(),
    name: nameSchema.optional(),
  }),
  (tx, args, { catalog, getBaseName }) => {
    const type = catalog.get(args.type)
    if (!type)
      return reject('command.arguments', [
        { path: 'type', code: 'command.unknownType', message: `unknown component type ${args.type}` },
      ])
    const problems = new ProblemList()
    const props = readProps(args.props ?? {}, type.fields, 'props', problems)
    if (problems.list.length > 0) return reject('command.arguments', problems.list)
    const component = makeComponent({
      type: args.type,
      name: args.name ?? nextName(tx.view, args.type, getBaseName(args.type)),
      rank: ranksOnTop(tx, null, 1)[0],
      x: args.x,
      y: args.y,
      width: args.width ?? type.size.width,
      height: args.height ?? type.size.height,
      props,
    })
    tx.add(component)
    return { ok: true, created: [component.id] }
  },
)

/**
 * Duplicates components with their members, bindings and actions, on top of their siblings. Copies of locked components
 * are unlocked.
 */
export const copyAdd = defineCommand('copy-add', z.strictObject({ ids: idsSchema }), (tx, args, { catalog }) => {
  const targets = getTargets(tx, args.ids)
  if (targets.refused) return targets.refused
  return {
    ok: true,
    created: insertCopies(
      tx,
      catalog,
      tx.view,
      getRoots(tx.view, targets.components),
      copyOffset,
      copyOffset,
      copyGroup,
    ),
  }
})

/**
 * Inserts the components of another drawing on top, with new ids, after validating it like a file. Places them by an
 * offset (`dx`, `dy`) or centred at `middle`.
 */
export const paste = defineCommand(
  'paste',
  z.strictObject({
    drawing: z.unknown(),
    dx: coordinateSchema.optional(),
    dy: coordinateSchema.optional(),
    middle: z.strictObject({ x: coordinateSchema, y: coordinateSchema }).optional(),
  }),
  (tx, args, { catalog, limits, kinds }) => {
    const read = readDrawing(args.drawing, catalog, limits, kinds)
    if (read.problems) return reject('command.arguments', read.problems)
    const families = groupByParent(read.value.drawing.components)
    const source = { children: (parent: Id | null) => families.get(parent) ?? [] }
    const symbols = importSymbols(tx, read.value.drawing, limits)
    const roots = source.children(null)
    const box = args.middle && unionBoxes(roots.map(getBounds))
    const by =
      box && args.middle
        ? {
            x: Math.round(args.middle.x - box.x - box.width / 2),
            y: Math.round(args.middle.y - box.y - box.height / 2),
          }
        : { x: args.dx ?? 0, y: args.dy ?? 0 }
    return {
      ok: true,
      created: insertCopies(tx, catalog, source, roots, by.x, by.y, copyGroupsIn(tx.view), symbols),
      warnings: withoutExtraSingletons(read.value.warnings),
    }
  },
)

/**
 * Returns the id that identifies a family of copies: the `copies` id of the component, or its own id if it is an
 * original.
 */
export function copyGroup({ id, copies }: Pick<Component, 'id' | 'copies'>): Id {
  return copies ?? id
}

/**
 * Like `copyGroup`, for pasted components: they count as copies only if this drawing contains the original or another
 * copy of it. The drawing is scanned, once, only if an original is missing.
 */
function copyGroupsIn(view: DrawingView): (original: Component) => Id | null {
  let types: ReadonlyMap<Id, string> | null = null
  const getType = (group: Id): string | undefined => view.get(group)?.type ?? (types ??= getCopyTypes(view)).get(group)
  return (original) => (getType(copyGroup(original)) === original.type ? copyGroup(original) : null)
}

/** Returns the component type of each copy family in a drawing. */
function getCopyTypes(view: DrawingView): ReadonlyMap<Id, string> {
  const types = new Map<Id, string>()
  for (const { copies, type } of view.all()) if (copies !== null) types.set(copies, type)
  return types
}

function insertCopies(
  tx: Transaction,
  catalog: Catalog,
  source: Pick<DrawingView, 'children'>,
  roots: readonly Component[],
  dx: number,
  dy: number,
  getCopyGroup: (original: Component) => Id | null,
  symbols?: ReadonlyMap<Id, Id>,
): Id[] {
  const wholes = new Map(
    roots.map((root) => [root, root.type === groupType ? [root, ...getDescendants(source, root.id)] : [root]]),
  )
  const name = freeNames(tx.view)
  const created: Id[] = []
  const newIds = new Map<Id | null, Id>()
  const lines: Id[] = []
  for (const [parent, family] of groupByParent(roots)) {
    const ranks = ranksOnTop(tx, parent, family.length)
    for (const [i, root] of family.entries()) {
      // The members of an instance are created at the end of the transaction; their ids are needed earlier for line
      // attachments.
      for (const original of getOwnComponents({ components: wholes.get(root) ?? [root] })) {
        const id = makeId()
        const link = original.link && {
          ...original.link,
          symbol: symbols?.get(original.link.symbol) ?? original.link.symbol,
        }
        newIds.set(original.id, id)
        if (catalog.get(original.type)?.ends) lines.push(id)
        for (const [from, to] of link ? memberPairs(tx, original.id, id, link.symbol) : []) newIds.set(from, to)
        tx.add(
          patchRecord(original, {
            id,
            name: name(original.name),
            rank: original === root ? ranks[i] : original.rank,
            parent: original === root ? parent : newIds.get(original.parent),
            x: original.x + dx,
            y: original.y + dy,
            locked: false,
            copies: getCopyGroup(original),
            link,
          }),
        )
        if (original === root) created.push(id)
      }
    }
  }
  for (const id of lines) {
    const copy = tx.get(id)
    if (copy) tx.patch(id, { props: reattachCopy(copy, catalog.get(copy.type)?.ends, newIds) })
  }
  return created
}

/** Pairs the member ids of an instance with those of its copy. */
function memberPairs(tx: Transaction, original: Id, copy: Id, symbol: Id): (readonly [Id, Id])[] {
  const symbolsById = symbolMap(tx.view.symbols)
  const memberIds = listMemberIds(copy, symbol, symbolsById)
  return listMemberIds(original, symbol, symbolsById).map((id, i) => [id, memberIds[i] ?? id])
}

function ranksOnTop(tx: Transaction, parent: Id | null, count: number): string[] {
  return ranksBetween(tx.view.children(parent).at(-1)?.rank ?? null, null, count)
}
