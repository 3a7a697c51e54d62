import { patched } from './record.ts'
import { ranksBetween } from './rank.ts'
import { symbolsUsedBy } from './symbolMap.ts'
import { descendantsOf, rootsAmong } from './tree.ts'
import type { Id, Layer, Component } from './component.ts'
import type { SymbolDefinition } from './symbol.ts'
import type { DrawingView } from './tree.ts'

/** A drawing as it is stored and sent: plain data, components in paint order (back to front, a group before its members). */
export interface Drawing {
  readonly version: typeof drawingVersion
  readonly name: string
  readonly layer: Layer
  readonly components: readonly Component[]
  /** Absent: none. */
  readonly symbols?: readonly SymbolDefinition[]
}

/** The version that is written. Files of earlier ones are brought to it as they are read: see `migrate.ts`. */
export const drawingVersion = 8

/** 1600 by 900 as the specification's section 9 has it. */
export const defaultLayer: Layer = Object.freeze({
  backgroundName: '', backColor: '#f5f6f8', backgroundImage: '', widthHeightRatio: 0, width: 1600, height: 900, dragZoom: true, theme: 'muted',
})

/** An empty drawing of 1,600 × 900 pixels with the present version's number. */
export function newDrawing(name = ''): Drawing {
  return { version: drawingVersion, name, layer: defaultLayer, components: [] }
}

/** Some components, each with its members, as a drawing of their own, with the symbols that it needs: what a clipboard or a library holds. */
export function excerpt(view: DrawingView, ids: Iterable<Id>): Drawing {
  const roots = rootsAmong(view, ids)
  const ranks = ranksBetween(null, null, roots.length)
  const components = roots.flatMap((root, i) => [patched(root, { parent: null, rank: ranks[i] }), ...descendantsOf(view, root.id)])
  const symbols = symbolsUsedBy(components, view.symbols)
  return { version: drawingVersion, name: view.name, layer: view.layer, components, ...(symbols.length > 0 && { symbols }) }
}
