import { groupType } from '../../document/index.ts'
import { getBounds, expandBox, routeGap, SpatialIndex } from '../../geometry/index.ts'
import { Overlay } from '../base/overlay.ts'
import type { Component, DrawingDocument, DrawingView, Id } from '../../document/index.ts'
import type { Box } from '../../geometry/index.ts'
import type { Catalog } from '../base/catalog.ts'

/**
 * Above this number of moved components, or of lines passing nearby, the passing lines keep their routes, so that a
 * large drag stays fast.
 */
const maxMoved = 60
const maxPassing = 40

/**
 * Index of the obstacles for automatic routing: all visible components that fill their box. Built on first use and
 * updated from document changes, so drawings without routed lines have no cost.
 */
export class ObstacleIndex {
  readonly #document: DrawingDocument
  readonly #catalog: Catalog
  #index: SpatialIndex | null = null

  constructor(document: DrawingDocument, catalog: Catalog) {
    this.#document = document
    this.#catalog = catalog
    document.onChange(({ added, updated, removed }) => {
      for (const { id } of removed) this.#index?.remove(id)
      for (const [, after] of updated) this.#index?.update(after)
      for (const component of added) this.#index?.insert(component)
    })
  }

  /** Returns the obstacles as seen by an open transaction. */
  during(base: DrawingView, overlay: Overlay): Obstacles {
    this.#index ??= buildIndex(this.#document.all())
    return new Obstacles(this.#index, this.#catalog, base, overlay)
  }
}

/** Obstacles of one transaction: the shown document, with the changes of the transaction applied. */
export class Obstacles {
  readonly #shown: SpatialIndex
  readonly #catalog: Catalog
  readonly #base: DrawingView
  readonly #overlay: Overlay
  #changed: { readonly ids: ReadonlySet<Id>; readonly index: SpatialIndex } | null = null

  constructor(shown: SpatialIndex, catalog: Catalog, base: DrawingView, overlay: Overlay) {
    this.#shown = shown
    this.#catalog = catalog
    this.#base = base
    this.#overlay = overlay
  }

  /**
   * Returns the boxes within `area` that a line must avoid. `isOwn` excludes the components that its ends are attached
   * to, with their groups and members.
   */
  boxesIn(area: Box, isOwn: (component: Component) => boolean): Box[] {
    return this.#findWithin(area)
      .filter((component) => this.#isSolid(component) && !isOwn(component))
      .map(getBounds)
  }

  /**
   * Returns the automatically routed lines near components that were moved, added or removed, at their old or new
   * position.
   */
  passing(): ReadonlySet<Id> {
    const found = new Set<Id>()
    const moved = [...this.#overlay.changes()].filter(
      ([before, after]) => !before || !after || !isSameBox(before, after) || before.visible !== after.visible,
    )
    if (moved.length > maxMoved) return found
    for (const record of moved.flat()) {
      if (!record || !this.#isSolid({ ...record, visible: true })) continue
      const near = this.#findWithin(expandBox(getBounds(record), routeGap)).filter(
        ({ type }) => this.#catalog.get(type)?.ends,
      )
      for (const { id } of near) found.add(id)
      if (found.size > maxPassing) return new Set()
    }
    return found
  }

  #findWithin(area: Box): Component[] {
    const { ids, index } = (this.#changed ??= this.#collectChanges())
    return [...this.#shown.within(area).filter(({ id }) => !ids.has(id)), ...index.within(area)]
  }

  /** During a gesture the base is an overlay of the indexed document, so its changes are included. */
  #collectChanges(): { readonly ids: ReadonlySet<Id>; readonly index: SpatialIndex } {
    const changes =
      this.#base instanceof Overlay
        ? [...this.#base.changes(), ...this.#overlay.changes()]
        : [...this.#overlay.changes()]
    const ids = new Set(changes.flatMap(([before, after]) => (after ?? before)?.id ?? []))
    return { ids, index: buildIndex([...ids].flatMap((id) => this.#overlay.get(id) ?? [])) }
  }

  /** Lines may cross other lines, and groups are represented by their members. */
  #isSolid({ type, visible, opacity }: Component): boolean {
    return (
      visible && opacity > 0 && type !== groupType && !this.#catalog.get(type)?.ends && !isLine(type, this.#catalog)
    )
  }
}

function buildIndex(components: Iterable<Component>): SpatialIndex {
  const index = new SpatialIndex()
  index.load(components)
  return index
}

/** True for open paths: their box is mostly empty. */
function isLine(type: string, catalog: Catalog): boolean {
  const componentType = catalog.get(type)
  return (
    componentType !== undefined &&
    !componentType.isArea &&
    Object.values(componentType.fields).some(({ kind }) => kind === 'points')
  )
}

function isSameBox(a: Component, b: Component): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.angleDeg === b.angleDeg
}
