import { getAncestors, symbolMap } from '../../document/index.ts'
import type { Change, Component, DrawingView, Id } from '../../document/index.ts'
import type { Overlay } from '../base/overlay.ts'

/** Returns the outermost instance that contains the component, or the component itself if it is an instance. */
export function instanceAround(view: Pick<DrawingView, 'get'>, component: Component): Component | undefined {
  let outermost = component.link ? component : undefined
  for (const group of getAncestors(view, component)) if (group.link) outermost = group
  return outermost
}

/** Groups the changes of members by the outermost instance that contains or contained them. */
export function groupChangesByInstance(base: DrawingView, overlay: Overlay): Map<Id, Change[]> {
  const changesByInstance = new Map<Id, Change[]>()
  const note = (instance: Id | null, change?: Change): void => {
    if (instance === null) return
    const list = changesByInstance.get(instance) ?? []
    changesByInstance.set(instance, list)
    if (change) list.push(change)
  }
  const inBase = finder(base)
  const inOverlay = finder(overlay)
  for (const change of overlay.changes()) {
    const [before, after] = change
    if (before === after) continue
    const was = before && inBase(before)
    const is = after && inOverlay(after)
    if (is !== null) note(is, is === after?.id ? undefined : change)
    if (was !== is && was !== null) note(was, was === before?.id ? undefined : change)
  }
  if (overlay.symbols !== base.symbols) {
    for (const component of overlay.all())
      if (component.link && inOverlay(component) === component.id) note(component.id)
  }
  return changesByInstance
}

/** Returns a lookup of the outermost instance id, cached per parent group. */
function finder(view: Pick<DrawingView, 'get'>): (component: Component) => Id | null {
  const cache = new Map<Id, Id | null>()
  const around = (group: Id | null): Id | null => {
    if (group === null) return null
    let found = cache.get(group)
    if (found === undefined) {
      const component = view.get(group)
      found = component ? (instanceAround(view, component)?.id ?? null) : null
      cache.set(group, found)
    }
    return found
  }
  return (component) => around(component.parent) ?? (component.link ? component.id : null)
}

/** Returns the symbols whose definition changed, including symbols that contain a changed symbol. */
export function findChangedSymbols(base: DrawingView, overlay: Overlay): ReadonlySet<Id> {
  if (base.symbols === overlay.symbols) return new Set()
  const before = symbolMap(base.symbols)
  const changed = new Set(
    [...overlay.symbols, ...base.symbols]
      .filter((symbol) => before.get(symbol.id) !== symbolMap(overlay.symbols).get(symbol.id))
      .map(({ id }) => id),
  )
  for (let size = -1; size !== changed.size;) {
    size = changed.size
    for (const { id, components } of overlay.symbols)
      if (components.some(({ link }) => link && changed.has(link.symbol))) changed.add(id)
  }
  return changed
}
