import { asNumber, getFlag, getList, getNumber, getOwn, toRaw, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { Box } from '../../geometry/index.ts'
import type { ReportBook } from '../report.ts'

/** A pen with its box in drawing coordinates, without zoom and parent. */
export interface Pen {
  readonly raw: Raw
  readonly id: string
  readonly name: string
  readonly path: string
  readonly box: Box
  readonly angleDeg: number
  readonly flipX: boolean
  readonly flipY: boolean
  readonly children: readonly Pen[]
}

/** Zoom and offset of the file's canvas; pens are stored as they were on screen. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

const depthLimit = 60

/** Reads zoom and offset of a Meta2D file. Missing or invalid values give scale 1 and offset 0. */
export function readZoom(data: Raw): Zoom {
  const scale = getNumber(data, 'scale') ?? 1
  const origin = toRaw(getOwn(data, 'origin'))
  return { scale: scale > 0 ? scale : 1, x: getNumber(origin, 'x') ?? 0, y: getNumber(origin, 'y') ?? 0 }
}

/**
 * Returns the pens as a tree in paint order. A member's box is relative to its parent's unrotated box; a mirrored
 * parent mirrors the positions of its members.
 */
export function readPens(data: Raw, zoom: Zoom, penLimit: number, book: ReportBook): Pen[] {
  const listed = getList(data, 'pens')
  if (listed.length > penLimit) book.loseOnce('pens', String(listed.length - penLimit), 'limit.components')
  const all = listed.slice(0, penLimit).flatMap((value, i) => {
    const raw = toRaw(value)
    return raw ? [{ raw, path: `pens.${i}`, id: getText(raw, 'id') }] : []
  })
  const parents = collectParents(all)
  const members = new Map<string, RawPen[]>()
  const roots: RawPen[] = []
  for (const found of all) {
    const parent = parents.get(found.id) ?? getText(found.raw, 'parentId')
    if (parent === '') roots.push(found)
    else addMember(members, parent, found)
  }
  const reached = new Set<RawPen>()
  const build = (found: RawPen, parent: Pen | null, depth: number): Pen | null => {
    if (reached.has(found)) return null
    reached.add(found)
    if (depth > depthLimit) {
      book.lose(found.path, found.id, 'limit.nesting')
      return null
    }
    const pen = { ...placePen(found, parent, zoom), children: [] }
    const children =
      found.id === '' ? [] : (members.get(found.id) ?? []).flatMap((child) => build(child, pen, depth + 1) ?? [])
    return { ...pen, children }
  }
  const tree = roots.flatMap((root) => build(root, null, 0) ?? [])
  const ids = new Set(all.map(({ id }) => id))
  for (const found of all) {
    const parent = parents.get(found.id) ?? getText(found.raw, 'parentId')
    if (!reached.has(found))
      book.lose(
        found.path,
        found.id || getText(found.raw, 'name'),
        ids.has(parent) ? 'reference.circle' : 'reference.missing',
      )
  }
  return tree
}

interface RawPen {
  readonly raw: Raw
  readonly path: string
  readonly id: string
}

/** Parents from the groups' lists of children, overridden by the `parentId` of a member. */
function collectParents(all: readonly RawPen[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>()
  for (const { raw, id } of all)
    for (const child of getList(raw, 'children'))
      if (typeof child === 'string' && child !== '' && id !== '') parents.set(child, id)
  for (const { raw, id } of all) {
    const parent = getText(raw, 'parentId')
    if (parent !== '' && id !== '') parents.set(id, parent)
  }
  return parents
}

function placePen({ raw, path, id }: RawPen, parent: Pen | null, zoom: Zoom): Omit<Pen, 'children'> {
  const read = (key: string) => getNumber(raw, key) ?? 0
  const [x, y, width, height] = [read('x'), read('y'), read('width'), read('height')]
  return {
    raw,
    path,
    id,
    name: getText(raw, 'name'),
    box: parent
      ? toParentBox(parent, { x, y, width, height })
      : {
          x: (x - zoom.x) / zoom.scale,
          y: (y - zoom.y) / zoom.scale,
          width: width / zoom.scale,
          height: height / zoom.scale,
        },
    angleDeg: (getNumber(raw, 'rotate') ?? 0) % 360,
    flipX: getFlag(raw, 'flipX') ?? false,
    flipY: getFlag(raw, 'flipY') ?? false,
  }
}

function toParentBox(parent: Pen, share: Box): Box {
  const { box } = parent
  const x = parent.flipX ? 1 - share.x - share.width : share.x
  const y = parent.flipY ? 1 - share.y - share.height : share.y
  return {
    x: box.x + x * box.width,
    y: box.y + y * box.height,
    width: share.width * box.width,
    height: share.height * box.height,
  }
}

/** A number of the pen, or `otherwise`. */
export function styleNumber(pen: Pen, key: string, otherwise: number): number {
  return asNumber(getOwn(pen.raw, key)) ?? otherwise
}

function addMember(members: Map<string, RawPen[]>, parent: string, found: RawPen): void {
  const list = members.get(parent)
  if (list) list.push(found)
  else members.set(parent, [found])
}
