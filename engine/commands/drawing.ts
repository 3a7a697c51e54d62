import * as z from 'zod'
import { layerSchema, nameSchema, readDrawing } from '../document/index.ts'
import { parse } from '../schema/index.ts'
import { defineCommand } from './command.ts'
import { refuse } from './result.ts'

/** Changes the layer: its size, colour, background image. */
export const setLayer = defineCommand('set-layer', z.record(z.string(), z.unknown()), (tx, args) => {
  const read = parse(layerSchema, { ...tx.view.layer, ...args })
  if (read.problems) return refuse('command.arguments', read.problems)
  tx.layer((draft) => { Object.assign(draft, read.value) })
  return { ok: true, merges: JSON.stringify(Object.keys(args)) }
})

/** Names the drawing. */
export const rename = defineCommand('rename', z.strictObject({ name: nameSchema.min(1) }), (tx, args) => {
  tx.rename(args.name)
  return { ok: true, merges: '' }
})

/** Replaces the whole drawing by another, given as JSON text or as data; one undo step back to what was there. */
export const importDrawing = defineCommand('import', z.strictObject({ drawing: z.unknown() }), (tx, args, { catalog, limits }) => {
  const read = readDrawing(args.drawing, catalog, limits)
  if (read.problems) return refuse('command.arguments', read.problems)
  const { drawing, warnings } = read.value
  for (const root of tx.view.children(null)) tx.remove(root.id)
  for (const component of drawing.components) tx.add(component)
  tx.rename(drawing.name)
  tx.layer((draft) => { Object.assign(draft, drawing.layer) })
  return { ok: true, warnings }
})
