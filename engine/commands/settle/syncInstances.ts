import {
  getAncestors,
  getDescendants,
  groupType,
  instantiate,
  patchRecord,
  recordProblem,
  moveInstance,
  symbolMap,
  SymbolSizes,
} from '../../document/index.ts'
import { Rejection, rejectDepth, rejectMany, rejectRecord } from '../base/result.ts'
import { findMotion } from './symbolsMotion.ts'
import { isStyleChanged, isStructureChanged, isSame, createOverride } from './symbolsOverride.ts'
import { findChangedSymbols, groupChangesByInstance } from './affectedInstances.ts'
import type {
  Change,
  Component,
  DrawingLimits,
  DrawingView,
  Id,
  Override,
  SymbolLink,
  SymbolMap,
  TypeLookup,
} from '../../document/index.ts'
import type { Overlay } from '../base/overlay.ts'

/**
 * Regenerates the members of every touched instance from its symbol, place, parameters and overrides. Runs once per
 * transaction: commands change links, places or members, and changes of members are stored as place or override, or
 * rejected. Afterwards the members equal those read from the saved file.
 *
 * @throws Rejection if a member changed in a way that an instance cannot store, or a limit is exceeded.
 */
export function syncInstances(base: DrawingView, overlay: Overlay, types: TypeLookup, limits: DrawingLimits): void {
  const changesByInstance = groupChangesByInstance(base, overlay)
  if (changesByInstance.size === 0) return
  const settling: Settling = {
    base,
    overlay,
    types,
    limits,
    symbols: symbolMap(overlay.symbols),
    changed: findChangedSymbols(base, overlay),
    sizes: null,
  }
  for (const [id, changes] of changesByInstance) settle(id, changes, settling)
  // A drawing that is already too large may still shrink or be rearranged.
  if (overlay.size > limits.components && overlay.size > base.size) throw rejectMany(limits.components)
}

interface Settling {
  readonly base: DrawingView
  readonly overlay: Overlay
  readonly types: TypeLookup
  readonly limits: DrawingLimits
  readonly symbols: SymbolMap
  /** Symbols whose definition changed, including symbols that contain a changed symbol. */
  readonly changed: ReadonlySet<Id>
  sizes: SymbolSizes | null
}

function settle(id: Id, changes: readonly Change[], settling: Settling): void {
  const now = settling.overlay.get(id)
  const was = settling.base.get(id)
  if (!now?.link) return
  if (!was?.link) return regenerate(shiftToRecord(now, now.link, settling), settling, true)
  const isOther = was.link.symbol !== now.link.symbol || settling.changed.has(now.link.symbol)
  const link = isOther ? now.link : absorbChanges(now, now.link, was.link, changes, settling)
  if (!isOther && changes.length === 0 && link === was.link && was.parent === now.parent) return
  const instance = link === now.link ? now : patchRecord(now, { link })
  const isMovedOnly =
    !isOther && was.parent === now.parent && link.params === was.link.params && link.overrides === was.link.overrides
  if (isMovedOnly) updateFrames(instance, settling)
  else regenerate(instance, settling, isOther || was.parent !== now.parent)
}

/** Moves the place of a copied instance by the offset of its record. */
function shiftToRecord(copy: Component, link: SymbolLink, { symbols, types }: Settling): Component {
  const { instance } = instantiate(copy, symbols, types)
  const dx = copy.x - instance.x
  const dy = copy.y - instance.y
  if (Math.abs(dx) < 1e-6 && Math.abs(dy) < 1e-6) return copy
  return patchRecord(copy, { link: { ...link, place: { ...link.place, x: link.place.x + dx, y: link.place.y + dy } } })
}

/** Stores changes of members in the link: a common motion as the place, changed looks as overrides. */
function absorbChanges(
  now: Component,
  link: SymbolLink,
  before: SymbolLink,
  changes: readonly Change[],
  settling: Settling,
): SymbolLink {
  const pairs = changes.flatMap(([was, is]) => {
    if (!was || !is || isStructureChanged(was, is) || !isInside(is, now.id, settling.overlay))
      throw refusal(now, is ?? was)
    return [[was, is] as const]
  })
  const isMoved = pairs.some(([was, is]) => was.type !== groupType && !isSameFrame(was, is))
  const place = isMoved && link.place === before.place ? computePlace(now, link, settling) : link.place
  const dressed = pairs.filter(([was, is]) => isStyleChanged(was, is)).map(([, is]) => is)
  const overrides = dressed.length === 0 ? link.overrides : withOverrides(now, { ...link, place }, dressed, settling)
  return place === link.place && overrides === link.overrides ? link : { ...link, place, overrides }
}

function computePlace(now: Component, link: SymbolLink, { base, overlay }: Settling): SymbolLink['place'] {
  const leaves = getDescendants(base, now.id).filter(({ type }) => type !== groupType)
  const motion = findMotion(
    leaves.flatMap((before) => {
      const after = overlay.get(before.id)
      return after ? [{ before, after }] : []
    }),
  )
  if (!motion)
    throw refusal(
      now,
      leaves.find((leaf) => !isSameFrame(leaf, overlay.get(leaf.id) ?? leaf)),
    )
  return motion(link.place)
}

function withOverrides(
  now: Component,
  link: SymbolLink,
  dressed: readonly Component[],
  { symbols, types }: Settling,
): SymbolLink['overrides'] {
  const paths = new Map<Id, string>()
  instantiate(patchRecord(now, { link }), symbols, types, paths)
  const overrides: Record<string, Override> = { ...link.overrides }
  const getPath = (member: Component): string => paths.get(member.id) ?? member.id
  for (const member of dressed) {
    const params = overrides[getPath(member)]?.params
    delete overrides[getPath(member)]
    if (params) overrides[getPath(member)] = { params }
  }
  const { members } = instantiate(patchRecord(now, { link: { ...link, overrides: { ...overrides } } }), symbols, types)
  const generated = new Map(members.map((member) => [member.id, member]))
  for (const member of dressed) {
    const own = generated.get(member.id)
    const memberPath = getPath(member)
    const override = own && createOverride(own, member, overrides[memberPath]?.params)
    if (override) overrides[memberPath] = override
    else delete overrides[memberPath]
  }
  return overrides
}

/** Moves the members to the current place of the instance. */
function updateFrames(now: Component, { overlay, symbols }: Settling): void {
  const present = getDescendants(overlay, now.id)
  const { instance, members } = moveInstance(now, present, symbols)
  writeMember(overlay, overlay.get(now.id) ?? null, instance)
  for (const [i, member] of members.entries()) {
    const before = present[i]
    if (before && before !== member) write(overlay, before, member)
  }
}

/**
 * Regenerates the members of an instance. Unchanged parts remain the same objects, so that a shift is painted as a
 * shift.
 */
function regenerate(now: Component, settling: Settling, isNew: boolean): void {
  const { overlay, symbols, types, limits } = settling
  const present = new Map(getDescendants(overlay, now.id).map((member) => [member.id, member]))
  if (isNew && now.link) {
    settling.sizes ??= new SymbolSizes(symbols, limits)
    const depth = getAncestors(overlay, now).length + settling.sizes.of(now.link.symbol).height
    if (depth > limits.nesting) throw rejectDepth(limits.nesting, now.id)
    const { count } = settling.sizes.of(now.link.symbol)
    if (count > present.size && overlay.size - present.size + count > limits.components)
      throw rejectMany(limits.components)
  }
  const { instance, members } = instantiate(now, symbols, types)
  writeMember(overlay, overlay.get(now.id) ?? null, instance)
  for (const member of members) {
    writeMember(overlay, present.get(member.id) ?? overlay.get(member.id) ?? null, member)
    present.delete(member.id)
  }
  for (const member of present.values()) overlay.put(member, null)
}

function writeMember(overlay: Overlay, before: Component | null, generated: Component): void {
  const after = before ? mergeMember(before, generated) : generated
  if (after !== before) write(overlay, before, after)
}

function write(overlay: Overlay, before: Component | null, after: Component): void {
  const problem = recordProblem(after)
  if (problem) throw rejectRecord(problem)
  overlay.put(before, after)
}

function mergeMember(before: Component, generated: Component): Component {
  const preserved = {
    props: isSame(before.props, generated.props) ? before.props : generated.props,
    bindings: isSame(before.bindings, generated.bindings) ? before.bindings : generated.bindings,
    animation: isSame(before.animation, generated.animation) ? before.animation : generated.animation,
    action: isSame(before.action, generated.action) ? before.action : generated.action,
    extras: isSame(before.extras, generated.extras) ? before.extras : generated.extras,
    link: isSame(before.link, generated.link) ? before.link : generated.link,
  }
  const isUnchanged =
    isSameFrame(before, generated) &&
    before.parent === generated.parent &&
    before.rank === generated.rank &&
    before.type === generated.type &&
    before.name === generated.name &&
    before.opacity === generated.opacity &&
    before.visible === generated.visible &&
    before.locked === generated.locked &&
    before.props === preserved.props &&
    before.bindings === preserved.bindings &&
    before.animation === preserved.animation &&
    before.action === preserved.action &&
    before.extras === preserved.extras &&
    before.link === preserved.link
  return isUnchanged ? before : patchRecord(generated, preserved)
}

function isInside(member: Component, instance: Id, overlay: Overlay): boolean {
  return getAncestors(overlay, member).some(({ id }) => id === instance)
}

function isSameFrame(a: Component, b: Component): boolean {
  return (
    a.x === b.x &&
    a.y === b.y &&
    a.width === b.width &&
    a.height === b.height &&
    a.angleDeg === b.angleDeg &&
    a.flipX === b.flipX &&
    a.flipY === b.flipY
  )
}

function refusal(instance: Component, member: Component | null | undefined): Rejection {
  return new Rejection(
    'command.instanceMember',
    `${member?.name ?? 'this'} belongs to the instance ${instance.name}: edit its symbol, or detach it`,
    member?.id ?? instance.id,
  )
}
