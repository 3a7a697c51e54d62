import type { Catalog } from '../components/catalog.ts'
import { typesForRoles } from '../components/roles.ts'
import type { Role, Trait, TypeNames } from '../components/roles.ts'
import {
  coordinateLimit,
  defaultLayer,
  drawingLimits,
  drawingVersion,
  groupType,
  layerSchema,
  nameLength,
  readDrawing,
} from '../document/index.ts'
import type { Action, Animation, Binding, DrawingLimits, Layer } from '../document/index.ts'
import { getBounds, expandBox, unionBoxes } from '../geometry/index.ts'
import type { Box } from '../geometry/index.ts'
import { parse } from '../schema/index.ts'
import type { Fields, FieldValue, Parsed } from '../schema/index.ts'
import { fitLook, fitRequests } from './fitting.ts'
import type { Look, StyleRequest } from './styleRequest.ts'
import type { Imported, ImportOptions } from './options.ts'
import { ReportBook } from './report.ts'
import type { Source } from './report.ts'
import { TagNames } from './tagNames.ts'

export type { CommonProp, Look, StyleRequest } from './styleRequest.ts'

/** A group under construction. Null as a parent is the drawing itself. */
export interface Folder {
  readonly raw: RawComponent
  readonly parent: Folder | null
  readonly depth: number
  /**
   * A purely structural group of the source file. It is dissolved if it has fewer than two members or contains
   * everything on the top level.
   */
  readonly isLoose: boolean
}

/** A component to add to an imported drawing. The role selects its type; lengths are in drawing pixels. */
export interface Part {
  readonly role: Role
  /** Overrides the default type of the role. */
  readonly type?: string
  readonly path: string
  /** Name of the source element, for the report. */
  readonly sourceName: string
  readonly name?: string
  readonly parent: Folder | null
  readonly frame: Box & { readonly angleDeg?: number; readonly flipX?: boolean; readonly flipY?: boolean }
  readonly look: Look
  readonly opacity?: number
  readonly visible?: boolean
  readonly locked?: boolean
  readonly prompt?: string
  /** Shadow and similar, already within their limits. */
  readonly extras?: Readonly<Record<string, FieldValue>>
  readonly wishes?: readonly StyleRequest[]
  readonly animation?: Animation | null
  readonly action?: Action | null
  /** Parts of the source file that the ends of a line are attached to. */
  readonly ends?: { readonly from?: Attachment; readonly to?: Attachment }
}

/** Anchor of a part, as shares of its box. `key` is its name in `nameSince`. */
export interface Attachment {
  readonly key: string
  readonly x: number
  readonly y: number
}

interface FolderOptions extends Pick<Part, 'opacity' | 'visible' | 'wishes' | 'animation'> {
  readonly isLoose?: boolean
}

interface RawComponent extends Record<string, unknown> {
  readonly id: string
}

/**
 * Builds an imported drawing. Values are fitted to the fields of their types, and the result is read by the drawing
 * reader, so it is always valid.
 */
export class DrawingBuilder {
  readonly book = new ReportBook()
  readonly types: TypeNames
  readonly tags: TagNames
  /** A limit was reached and something was left out; the reader can stop. */
  isFull = false
  readonly catalog: Catalog
  private readonly options: ImportOptions
  private readonly limits: DrawingLimits
  private readonly entries: {
    readonly raw: RawComponent
    readonly parent: Folder | null
    readonly folder: Folder | null
    readonly reach: number
    readonly line?: { readonly part: Part; readonly from?: string; readonly to?: string }
  }[] = []
  /** Ids of the parts that lines can be attached to, by their keys. */
  private readonly keys = new Map<string, string>()

  constructor(catalog: Catalog, options: ImportOptions) {
    this.catalog = catalog
    this.options = options
    this.limits = { ...drawingLimits, ...options.limits }
    this.types = typesForRoles(catalog)
    this.tags = new TagNames(this.book, options.resolveTag)
  }

  /** Whether the type for a role has a trait. Without a `fill` trait closed shapes are drawn as outlines. */
  has(role: Role, trait: Trait): boolean {
    const type = this.catalog.get(this.types[role] ?? '')
    return type !== undefined && fitLook(type.fields, { [trait]: undefined }).has(trait)
  }

  /** Whether a look fits the type for a role without loss. */
  fits(role: Role, look: Look): boolean {
    const type = this.catalog.get(this.types[role] ?? '')
    let isFit = type !== undefined
    if (type)
      fitLook(type.fields, look, () => {
        isFit = false
      })
    return isFit
  }

  /** Number of components and groups so far. */
  get size(): number {
    return this.entries.length
  }

  /** Gives the first component or group added since `mark` (a former `size`) a key for the ends of lines. */
  nameSince(mark: number, key: string): void {
    const entry = this.entries[mark]
    if (entry && key !== '' && !this.keys.has(key)) this.keys.set(key, entry.raw.id)
  }

  /** Creates an empty builder with the same options, to try an import. */
  createEmpty(): DrawingBuilder {
    return new DrawingBuilder(this.catalog, this.options)
  }

  /** Bounding box of all parts including the outer half of their strokes; null if there are none. */
  extent(): Box | null {
    return unionBoxes(
      this.entries.flatMap(({ raw, folder, reach }) => (folder ? [] : [expandBox(getBounds(getFrame(raw)), reach)])),
    )
  }

  folder(name: string, parent: Folder | null, path: string, options: FolderOptions = {}): Folder | null {
    if (this.refusesMore(path, name)) return parent
    if ((parent?.depth ?? 0) >= this.limits.nesting) {
      this.book.change(path, name, 'limit.nesting')
      for (const request of options.wishes ?? [])
        this.book.lose(request.path, `${request.name} → ${request.prop}`, 'limit.nesting')
      if (options.animation) this.book.lose(path, options.animation.kind, 'limit.nesting')
      return parent
    }
    const { animation, bindings } = this.createBindings({}, options)
    const raw = {
      id: this.nextId(),
      type: groupType,
      name: clean(name, groupType),
      opacity: share(options.opacity),
      visible: options.visible ?? true,
      ...(bindings.length > 0 ? { bindings } : {}),
      ...(animation ? { animation } : {}),
    }
    const folder = { raw, parent, depth: (parent?.depth ?? 0) + 1, isLoose: options.isLoose ?? false }
    this.entries.push({ raw, parent, folder, reach: 0 })
    return folder
  }

  /** Adds a part. Returns false if that is not possible; the reason is then reported. */
  add(part: Part): boolean {
    const { role, path, sourceName: what } = part
    const typeName = part.type ?? this.types[role]
    const type = typeName === undefined ? undefined : this.catalog.get(typeName)
    if (!type) return this.reportLost(path, what, 'type.missing')
    const frame = toFrameFields(part.frame)
    if (!frame)
      return this.reportLost(
        path,
        what,
        Object.values(part.frame).every((value) => !Number.isNaN(value)) ? 'shape.outOfRange' : 'shape.empty',
      )
    if (this.refusesMore(path, what)) return false
    const looks = fitLook(type.fields, part.look, (trait, code) => {
      if (code === 'prop.unfit' && trait === 'picture') this.book.lose(path, what, 'picture.unfit')
      else this.book.change(path, `${what}: ${trait}`, code)
    })
    const { animation, bindings } = this.createBindings(type.fields, part)
    const raw: RawComponent = {
      id: this.nextId(),
      type: type.type,
      name: clean(part.name ?? '', what),
      ...frame,
      opacity: share(part.opacity),
      visible: part.visible ?? true,
      locked: part.locked ?? false,
      props: Object.fromEntries(looks.props),
      bindings,
      ...(animation ? { animation } : {}),
      ...(part.action ? { action: part.action } : {}),
      extras: { ...part.extras, ...(part.prompt ? { prompt: part.prompt.slice(0, promptLength) } : {}) },
    }
    const reach = Number(part.look.strokeWidth ?? 0) / 2
    const line = part.ends && type.ends && { part, from: type.ends.from, to: type.ends.to }
    this.entries.push({ raw, parent: part.parent, folder: null, reach, ...(line ? { line } : {}) })
    this.book.map(path, what, type.type)
    return true
  }

  /** Bindings and animation of a part or group. */
  private createBindings(
    fields: Fields,
    part: Pick<Part, 'wishes' | 'animation'>,
  ): { readonly animation: Animation | null; readonly bindings: readonly Binding[] } {
    const requests = (part.wishes ?? []).filter(({ prop }) => prop !== 'animated' || part.animation)
    const bindings = fitRequests(fields, requests, this.tags, this.book)
    // If the condition of an animation is lost, drop the animation, so that it does not run permanently.
    const isLost = requests.some(({ prop }) => prop === 'animated') && !bindings.some(({ prop }) => prop === 'animated')
    return { animation: isLost ? null : (part.animation ?? null), bindings }
  }

  /**
   * Returns the finished drawing and its report. Groups are fitted to their members and empty groups removed. Returns
   * problems if the drawing exceeds limits.
   */
  finish(source: Source, name: string, layer: Partial<Layer>): Parsed<Imported> {
    this.attachLines()
    const components = this.arrange()
    const plain = {
      version: drawingVersion,
      name: clean(this.options.name ?? name, ''),
      layer: this.safeLayer(layer),
      components,
    }
    const read = readDrawing(plain, this.catalog, this.limits)
    return read.problems ? read : { value: { drawing: read.value.drawing, report: this.book.close(source) } }
  }

  /** Attaches the ends of lines to the components that their keys name. */
  private attachLines(): void {
    for (const { raw, line } of this.entries) {
      if (!line || typeof raw.props !== 'object' || raw.props === null) continue
      for (const end of ['from', 'to'] as const) {
        const place = line.part.ends?.[end]
        if (!place) continue
        const id = this.keys.get(place.key)
        const field = line[end]
        if (id !== undefined && field !== undefined)
          Object.assign(raw.props, { [field]: `${id}:${roundValue(place.x)},${roundValue(place.y)}` })
        else this.book.change(line.part.path, line.part.sourceName, 'line.free')
      }
    }
  }

  private arrange(): RawComponent[] {
    const members = new Map<Folder | null, number[]>()
    for (const [at, { parent }] of this.entries.entries()) {
      const family = members.get(parent)
      if (family) family.push(at)
      else members.set(parent, [at])
    }
    const out: RawComponent[] = []
    const write = (parent: Folder | null, id: string | null): Box | null => {
      const boxes: Box[] = []
      for (const at of members.get(parent) ?? []) {
        const { raw, folder } = this.entries[at] ?? {}
        if (!raw) continue
        if (!folder) {
          out.push(id === null ? raw : { ...raw, parent: id })
          boxes.push(getBounds(getFrame(raw)))
          continue
        }
        if (this.dissolves(folder, members)) {
          const box = write(folder, id)
          if (box) boxes.push(box)
          continue
        }
        const place = out.push(raw) - 1
        const box = write(folder, raw.id)
        if (box) {
          out[place] = { ...raw, ...box, ...(id === null ? {} : { parent: id }) }
          boxes.push(box)
        } else out.length = place
      }
      return unionBoxes(boxes)
    }
    const box = write(null, null)
    return box ? this.together(out, box) : out
  }

  /** Wraps everything in one group if the options request it and there are at least two roots. */
  private together(components: readonly RawComponent[], box: Box): RawComponent[] {
    const { group } = this.options
    const roots = components.filter(({ parent }) => parent === undefined).length
    const depth = Math.max(0, ...this.entries.map(({ folder }) => folder?.depth ?? 0))
    if (group === undefined || roots < 2 || components.length >= this.limits.components || depth >= this.limits.nesting)
      return [...components]
    const id = this.nextId()
    return [
      { id, type: groupType, name: clean(group, groupType), ...box },
      ...components.map((raw) => (raw.parent === undefined ? { ...raw, parent: id } : raw)),
    ]
  }

  /**
   * Whether a loose group is removed: opaque, visible, and with fewer than two members or containing the whole drawing.
   */
  private dissolves(folder: Folder, members: ReadonlyMap<Folder | null, readonly number[]>): boolean {
    if (!folder.isLoose || folder.raw.opacity !== 1 || folder.raw.visible !== true) return false
    const isAlone = (at: Folder | null): boolean =>
      at === null || ((members.get(at.parent)?.length ?? 0) === 1 && isAlone(at.parent))
    return (members.get(folder)?.length ?? 0) < 2 || isAlone(folder)
  }

  private safeLayer(layer: Partial<Layer>): Partial<Layer> {
    return Object.fromEntries(
      Object.entries(layer).filter(([key, value]) => {
        const isFine = !parse(layerSchema, { ...soundLayer, [key]: value }).problems
        if (!isFine) this.book.lose('', key, 'prop.unfit')
        return isFine
      }),
    )
  }

  private refusesMore(path: string, sourceName: string): boolean {
    if (this.entries.length < this.limits.components) return false
    if (!this.isFull) this.book.lose(path, sourceName, 'limit.components')
    this.isFull = true
    return true
  }

  private reportLost(
    path: string,
    sourceName: string,
    code: 'type.missing' | 'shape.outOfRange' | 'shape.empty',
  ): false {
    this.book.lose(path, sourceName, code)
    return false
  }

  /** Sequential ids, so that the same file gives an identical drawing. Pasting assigns new ids anyway. */
  private nextId(): string {
    return `i${(this.entries.length + 1).toString(36)}`
  }
}

const promptLength = 500
const soundLayer: Layer = { ...defaultLayer, backColor: '#ffffff' }
/** Rounds to 1/10000: precise at any zoom, and short in a file. */
const step = 1e4

function toFrameFields(frame: Part['frame']): Record<string, unknown> | undefined {
  const { x, y, width, height, angleDeg = 0, flipX = false, flipY = false } = frame
  const numbers = [x, y, width, height]
  if (
    numbers.some((value) => !(Math.abs(value) <= coordinateLimit)) ||
    !Number.isFinite(angleDeg) ||
    width < 0 ||
    height < 0
  )
    return undefined
  const [left, top, wide, high] = numbers.map((value) => roundValue(value))
  return { x: left, y: top, width: wide, height: high, angleDeg: roundValue(angleDeg % 360), flipX, flipY }
}

const roundValue = (value: number): number => Math.round(value * step) / step + 0

function getFrame(raw: RawComponent): Box & { angleDeg: number } {
  const { x, y, width, height, angleDeg } = raw
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height), angleDeg: Number(angleDeg ?? 0) }
}

const share = (opacity = 1): number => (opacity >= 0 && opacity <= 1 ? Math.round(opacity * 1000) / 1000 : 1)

// oxlint-disable-next-line no-control-regex -- names of foreign files may hold any character
const control = /[\u0000-\u001f\u007f]+/g

function clean(name: string, instead: string): string {
  return (name.replace(control, ' ').trim() || instead).slice(0, nameLength)
}
