import * as z from 'zod'
import { layerSchema, nameSchema, noSymbols, readDrawing } from '../../document/index.ts'
import { parse } from '../../schema/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { reject } from '../base/result.ts'
import { withoutExtraSingletons } from '../settle/singletonTypes.ts'
import type { Layer } from '../../document/index.ts'

/**
 * Changes size, colour, background image or aspect ratio of the layer. With a fixed ratio, a new width adjusts the
 * height and vice versa, rounded to whole pixels. Setting both also changes the ratio.
 */
export const setLayer = defineCommand('set-layer', z.record(z.string(), z.unknown()), (tx, args) => {
  const read = parse(layerSchema, { ...tx.view.layer, ...args })
  if (read.problems) return reject('command.arguments', read.problems)
  const whole = parse(layerSchema, applyRatio(read.value, new Set(Object.keys(args))))
  if (whole.problems) return reject('command.arguments', whole.problems)
  tx.layer((draft) => {
    Object.assign(draft, whole.value)
  })
  return { ok: true, merges: JSON.stringify(Object.keys(args)) }
})

export const rename = defineCommand('rename', z.strictObject({ name: nameSchema.min(1) }), (tx, args) => {
  tx.rename(args.name)
  return { ok: true, merges: '' }
})

/**
 * Replaces the whole drawing by another one, given as JSON text or as data. One undo step restores the previous
 * drawing.
 */
export const importDrawing = defineCommand(
  'import',
  z.strictObject({ drawing: z.unknown() }),
  (tx, args, { catalog, limits, kinds }) => {
    const read = readDrawing(args.drawing, catalog, limits, kinds)
    if (read.problems) return reject('command.arguments', read.problems)
    const { drawing, warnings } = read.value
    for (const root of tx.view.children(null)) tx.remove(root.id)
    for (const component of drawing.components) tx.add(component)
    tx.rename(drawing.name)
    tx.layer((draft) => {
      Object.assign(draft, drawing.layer)
    })
    tx.symbols(drawing.symbols ?? noSymbols)
    return { ok: true, warnings: withoutExtraSingletons(warnings) }
  },
)

function applyRatio(layer: Layer, changedKeys: ReadonlySet<string>): Layer {
  const { width, height, widthHeightRatio: ratio } = layer
  const sizes = [changedKeys.has('width'), changedKeys.has('height')]
  if (ratio === 0 || (!sizes.includes(true) && !changedKeys.has('widthHeightRatio'))) return layer
  if (!sizes.includes(false))
    return changedKeys.has('widthHeightRatio')
      ? { ...layer, height: clampSize(width / ratio) }
      : { ...layer, widthHeightRatio: width / height }
  return changedKeys.has('height')
    ? { ...layer, width: clampSize(height * ratio) }
    : { ...layer, height: clampSize(width / ratio) }
}

/** Keeps at least one pixel, for example while the first digit of a width is typed. */
function clampSize(length: number): number {
  return Math.max(1, Math.round(length))
}
