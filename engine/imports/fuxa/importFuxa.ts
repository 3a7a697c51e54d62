import type { Catalog } from '../../components/catalog.ts'
import type { Parsed } from '../../schema/index.ts'
import { readColor } from '../color.ts'
import { guarded } from '../guard.ts'
import { readRaw } from '../meta2d/importMeta2d.ts'
import type { FuxaOptions, Imported } from '../options.ts'
import { numberOf, own, part, rawOf, textOf } from '../untypedJson.ts'
import { DrawingBuilder } from '../drawingBuilder.ts'
import type { Attached, Context } from '../svg/context.ts'
import { drawSvg, readSvg } from '../svg/importSvg.ts'
import { drawers } from '../svg/drawers.ts'
import type { SvgWalker } from '../svg/walker.ts'
import type { XmlElement } from '../xml.ts'
import { addControl, descendants } from './controls.ts'
import { Item } from './item.ts'
import { chosenView } from './project.ts'
import type { View } from './project.ts'

/**
 * Imports a FUXA view, alone or from a project, as text or parsed data. Never throws; safe for untrusted input.
 *
 * ```ts
 * const read = importFuxa(text, catalog, { view: 'Overview' })
 * ```
 */
export function importFuxa(input: unknown, catalog: Catalog, options: FuxaOptions = {}): Parsed<Imported> {
  return guarded(() => {
    const read = readRaw(input, options)
    if (read.problems) return read
    const sketch = new DrawingBuilder(catalog, options)
    const chosen = chosenView(read.value, options.view, sketch.book)
    if (chosen.problems) return chosen
    const { view } = chosen.value
    const root = readSvg(own(view, 'svgcontent'), options.limits?.textLength)
    if (root.problems) return { problems: root.problems.map((problem) => ({ ...problem, path: `${chosen.value.path}svgcontent` })) }
    const size = drawSvg(root.value, sketch, { enter: (element, context, walker) => enter(element, context, walker, chosen.value) })
    const profile = part(view, 'profile')
    const length = (key: 'width' | 'height') => {
      const wished = numberOf(profile, key)
      return wished !== undefined && wished >= 1 && wished <= 100_000 ? wished : size[key]
    }
    const backColor = readColor(textOf(profile, 'bkcolor'))
    return sketch.finish('fuxa', textOf(view, 'name'), { ...(backColor === undefined ? {} : { backColor }), width: length('width'), height: length('height') })
  })
}

function enter(element: XmlElement, context: Context, walker: SvgWalker, { view, path, nameOf }: View): 'done' | Attached | undefined {
  const id = element.attributes.get('id') ?? ''
  const type = element.attributes.get('type') ?? ''
  const raw = rawOf(own(part(view, 'items'), id))
  if (!raw && !type.startsWith('svg-ext-')) return undefined
  const item = new Item(raw, textOf(raw, 'type') || type, `${path}items.${id}`, walker.sketch, nameOf)
  if (addControl(element, item, context, walker)) return 'done'
  const isSingle = drawers.has(element.name) || descendants(element, (child) => drawers.has(child.name), 2).length === 1
  const { animation, wishes } = item.motion(isSingle)
  const showsValue = item.type === 'svg-ext-value'
  return {
    ...(item.name === '' ? {} : { name: item.name }),
    wishes: (kind) => [...item.wishes(kind, showsValue), ...wishes], animation, action: item.action(),
  }
}
