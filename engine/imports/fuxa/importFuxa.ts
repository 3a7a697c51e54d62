import type { Catalog } from '../../components/catalog.ts'
import type { Parsed } from '../../schema/index.ts'
import { readColor } from '../color.ts'
import { guardRead } from '../guard.ts'
import { readRaw } from '../readRaw.ts'
import type { FuxaOptions, Imported } from '../options.ts'
import { getNumber, getOwn, getObject, toRaw, getText } from '../untypedJson.ts'
import { DrawingBuilder } from '../drawingBuilder.ts'
import type { Attached, Context } from '../svg/context.ts'
import { drawSvg, readSvg } from '../svg/importSvg.ts'
import { drawers } from '../svg/drawers.ts'
import type { SvgWalker } from '../svg/walker.ts'
import type { XmlElement } from '../xml.ts'
import { addControl, descendants } from './controls.ts'
import { Item } from './item.ts'
import { chooseView } from './project.ts'
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
    const chosen = chooseView(read.value, options.view, sketch.book)
    if (chosen.problems) return chosen
    const { view } = chosen.value
    const root = readSvg(getOwn(view, 'svgcontent'), options.limits?.textLength)
    if (root.problems)
      return { problems: root.problems.map((problem) => ({ ...problem, path: `${chosen.value.path}svgcontent` })) }
    const size = drawSvg(root.value, sketch, {
      enter: (element, context, walker) => enter(element, context, walker, chosen.value),
    })
    const profile = getObject(view, 'profile')
    const readLength = (key: 'width' | 'height') => {
      const length = getNumber(profile, key)
      return length !== undefined && length >= 1 && length <= 100_000 ? length : size[key]
    }
    const backColor = readColor(getText(profile, 'bkcolor')) ?? '#ffffffff'
    return sketch.finish('fuxa', getText(view, 'name'), {
      backColor,
      width: readLength('width'),
      height: readLength('height'),
    })
  })
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
