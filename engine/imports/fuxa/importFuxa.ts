import type { Catalog } from '../../components/catalog.ts'
import { role } from '../../components/roles.ts'
import type { Parsed } from '../../schema/index.ts'
import { readColor } from '../color.ts'
import { guardRead } from '../guard.ts'
import { readRaw } from '../readRaw.ts'
import type { FuxaOptions, Imported } from '../options.ts'
import { getNumber, getOwn, getObject, toRaw, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import { DrawingBuilder } from '../drawingBuilder.ts'
import type { Attached, Context } from '../svg/context.ts'
import { drawSvg, getSize, readSvg } from '../svg/importSvg.ts'
import { drawers } from '../svg/drawers.ts'
import type { SvgWalker } from '../svg/walker.ts'
import type { XmlElement } from '../xml.ts'
import { addControl, descendants } from './controls.ts'
import { Item } from './item.ts'
import { chooseView, listViews } from './project.ts'
import type { View } from './project.ts'

/**
 * Imports a FUXA view, alone or from a project, as text or parsed data. Never throws; safe for untrusted input.
 *
 * ```ts
 * const read = importFuxa(text, catalog, { view: 'Overview' })
 * ```
 */
export function importFuxa(input: unknown, catalog: Catalog, options: FuxaOptions = {}): Parsed<Imported> {
  return guardRead(() => {
    const read = readRaw(input, options)
    if (read.problems) return read
    const sketch = new DrawingBuilder(catalog, options)
    if (options.allViews === true) return importProject(read.value, sketch, options)
    const chosen = chooseView(read.value, options.view, sketch.book)
    if (chosen.problems) return chosen
    const { view } = chosen.value
    const root = readSvg(getOwn(view, 'svgcontent'), options.limits?.textLength)
    if (root.problems)
      return { problems: root.problems.map((problem) => ({ ...problem, path: `${chosen.value.path}svgcontent` })) }
    const size = drawSvg(root.value, sketch, {
      enter: (element, context, walker) => enter(element, context, walker, chosen.value),
    })
    return sketch.finish('fuxa', getText(view, 'name'), readPage(view, size))
  })
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Size and background of a view's page; `size` is the size of its picture. */
function readPage(view: Raw, size: Size): Size & { readonly backColor: string } {
  const profile = getObject(view, 'profile')
  const readLength = (key: 'width' | 'height') => {
    const length = getNumber(profile, key)
    return length !== undefined && length >= 1 && length <= 100_000 ? length : size[key]
  }
  return {
    backColor: readColor(getText(profile, 'bkcolor')) ?? '#ffffffff',
    width: readLength('width'),
    height: readLength('height'),
  }
}

/** Space between the pages of two views in px. */
const viewGap = 40

/** Imports all views of a project as groups with their pages, one below the other. */
function importProject(data: Raw, sketch: DrawingBuilder, options: FuxaOptions): Parsed<Imported> {
  const views = listViews(data, sketch.book)
  if (views.length === 0) {
    const chosen = chooseView(data, undefined, sketch.book)
    return chosen.problems ? chosen : importFuxa(data, sketch.catalog, { ...options, allViews: false })
  }
  let [bottom, width] = [0, 0]
  for (const one of views) {
    const root = readSvg(getOwn(one.view, 'svgcontent'), options.limits?.textLength)
    const name = getText(one.view, 'name') || getText(one.view, 'id')
    if (root.problems) {
      sketch.book.lose(`${one.path}svgcontent`, name, 'view.empty')
      continue
    }
    const folder = sketch.folder(name, null, one.path)
    const page = readPage(one.view, getSize(root.value))
    sketch.add({
      role: role.rect,
      path: one.path,
      sourceName: 'view',
      name,
      parent: folder,
      frame: { x: 0, y: bottom, width: page.width, height: page.height },
      look: { fill: page.backColor, strokeWidth: 0, text: '' },
    })
    const hooks = {
      enter: (element: XmlElement, context: Context, walker: SvgWalker) => enter(element, context, walker, one),
    }
    drawSvg(root.value, sketch, hooks, { x: 0, y: bottom, folder })
    bottom += page.height + viewGap
    width = Math.max(width, page.width)
  }
  const size = { width: Math.max(1, width), height: Math.max(1, bottom - viewGap) }
  return sketch.finish('fuxa', getText(data, 'name'), size)
}

function enter(
  element: XmlElement,
  context: Context,
  walker: SvgWalker,
  { view, path, getVariableName }: View,
): 'done' | Attached | undefined {
  const id = element.attributes.get('id') ?? ''
  const type = element.attributes.get('type') ?? ''
  const raw = toRaw(getOwn(getObject(view, 'items'), id))
  if (!raw && !type.startsWith('svg-ext-')) return undefined
  const item = new Item(raw, getText(raw, 'type') || type, `${path}items.${id}`, walker.sketch, getVariableName)
  if (addControl(element, item, context, walker)) return 'done'
  const isSingle = drawers.has(element.name) || descendants(element, (child) => drawers.has(child.name), 2).length === 1
  const { animation, createRequests: requests } = item.motion(isSingle)
  const showsValue = item.type === 'svg-ext-value'
  return {
    ...(item.name === '' ? {} : { name: item.name }),
    requests: (kind) => [...item.createRequests(kind, showsValue), ...requests],
    animation,
    action: item.action(),
  }
}
