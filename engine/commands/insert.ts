import * as z from 'zod'
import {
  coordinateSchema, descendantsOf, familiesOf, makeComponent, makeId, nameLength, nameSchema, patched, ProblemList, ranksBetween, readDrawing,
  readProps, rootsOf, sizeSchema,
} from '../document/index.ts'
import { defineCommand } from './command.ts'
import { refuse } from './result.ts'
import { idsSchema, targetsOf } from './targets.ts'
import type { Component, DrawingView, Id } from '../document/index.ts'
import type { Transaction } from './transaction.ts'

/** The specification's section 4: a copy lies 25 pixels to the right of and below its original. */
export const copyOffset = 25

/** Puts a new component on top. What it looks like is its type's defaults; `props` are what differs. */
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
  (tx, args, { catalog }) => {
    const type = catalog.get(args.type)
    if (!type) return refuse('command.arguments', [{ path: 'type', code: 'command.unknownType', message: `there is no component type ${args.type}` }])
    const problems = new ProblemList()
    const props = readProps(args.props ?? {}, type.fields, 'props', problems)
    if (problems.list.length > 0) return refuse('command.arguments', problems.list)
    const component = makeComponent({
      type: args.type,
      name: args.name ?? nextName(tx.view, args.type),
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

/** Duplicates components with their members, bindings and actions, on top of their siblings, free even where the original is locked. */
export const copyAdd = defineCommand('copy-add', z.strictObject({ ids: idsSchema }), (tx, args) => {
  const targets = targetsOf(tx, args.ids)
  if (targets.refused) return targets.refused
  return { ok: true, created: insertCopies(tx, tx.view, rootsOf(tx.view, targets.components), copyOffset, copyOffset) }
})

/** Puts the components of another drawing in, on top and with new ids: what a clipboard holds. Checked as any file is. */
export const paste = defineCommand(
  'paste',
  z.strictObject({ drawing: z.unknown(), dx: coordinateSchema.optional(), dy: coordinateSchema.optional() }),
  (tx, args, { catalog, limits }) => {
    const read = readDrawing(args.drawing, catalog, limits)
    if (read.problems) return refuse('command.arguments', read.problems)
    const families = familiesOf(read.value.drawing.components)
    const source = { children: (parent: Id | null) => families.get(parent) ?? [] }
    return { ok: true, created: insertCopies(tx, source, source.children(null), args.dx ?? 0, args.dy ?? 0), warnings: read.value.warnings }
  },
)

function insertCopies(tx: Transaction, source: Pick<DrawingView, 'children'>, roots: readonly Component[], dx: number, dy: number): Id[] {
  const copied = roots.map((root) => [root, ...descendantsOf(source, root.id)])
  const name = freeNames(tx.view, copied.flat())
  const created: Id[] = []
  for (const [parent, family] of familiesOf(roots)) {
    const ranks = ranksOnTop(tx, parent, family.length)
    for (const [i, root] of family.entries()) {
      const newIds = new Map<Id | null, Id>()
      for (const original of [root, ...descendantsOf(source, root.id)]) {
        const id = makeId()
        newIds.set(original.id, id)
        tx.add(patched(original, {
          id,
          name: name(original.name),
          rank: original === root ? ranks[i] : original.rank,
          parent: original === root ? parent : newIds.get(original.parent),
          x: original.x + dx,
          y: original.y + dy,
          locked: false,
        }))
        if (original === root) created.push(id)
      }
    }
  }
  return created
}

function ranksOnTop(tx: Transaction, parent: Id | null, count: number): string[] {
  return ranksBetween(tx.view.children(parent).at(-1)?.rank ?? null, null, count)
}

/** `rect 3` beside two: the specification's "type plus count", counted past the highest there is. */
function nextName(view: DrawingView, type: string): string {
  let count = 0
  let highest = 0
  for (const component of view.all()) {
    if (component.type !== type) continue
    count++
    const end = component.name.startsWith(`${type} `) ? Number(component.name.slice(type.length + 1)) : 0
    if (Number.isInteger(end) && end > highest && end < 1e9) highest = end
  }
  return `${type} ${Math.max(count, highest) + 1}`
}

/** Gives `pump (2)`, then `pump (3)`: a name not yet taken, needing no word of any language. */
function freeNames(view: DrawingView, newcomers: readonly Component[]): (name: string) => string {
  const wanted = new Set(newcomers.map((component) => component.name))
  const taken = new Set<string>()
  for (const { name } of view.all()) if (name.endsWith(')') || wanted.has(name)) taken.add(name)
  const counts = new Map<string, number>()
  return (name) => {
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
    const stem = name.replace(/ \(\d{1,9}\)$/, '').slice(0, nameLength - 12)
    let count = (counts.get(stem) ?? 1) + 1
    while (taken.has(`${stem} (${count})`)) count++
    counts.set(stem, count)
    taken.add(`${stem} (${count})`)
    return `${stem} (${count})`
  }
}
