import { patchRecord } from './record.ts'
import { ranksBetween } from '../values/rank.ts'
import { symbolsUsedBy } from './symbolMap.ts'
import { getDescendants, rootsAmong } from './tree.ts'
import type { Id, Layer, Component } from './component.ts'
import type { SymbolDefinition } from './symbol.ts'
import type { DrawingView } from './tree.ts'

/**
 * A drawing as it is stored and sent: plain data, components in paint order (back to front, groups before their
 * members).
 */
export interface Drawing {
  readonly version: typeof drawingVersion
  readonly name: string
  readonly layer: Layer
  readonly components: readonly Component[]
  /** Default: none. */
  readonly symbols?: readonly SymbolDefinition[]
}

/** Version that is written. Older files are migrated when they are read, see `migrate.ts`. */
export const drawingVersion = 8

/** 1600 × 900 px (specification, section 9). */
export const defaultLayer: Layer = Object.freeze({
  backgroundName: '',
  backColor: '#f5f6f8',
  backgroundImage: '',
  widthHeightRatio: 0,
  width: 1600,
  height: 900,
  dragZoom: true,
  theme: 'muted',
})

/** Creates an empty drawing of 1600 × 900 px in the current version. */
export function newDrawing(name = ''): Drawing {
  return { version: drawingVersion, name, layer: defaultLayer, components: [] }
}

/** Returns components with their members and required symbols as a separate drawing, for the clipboard or a library. */
export function excerpt(view: DrawingView, ids: Iterable<Id>): Drawing {
  const roots = rootsAmong(view, ids)
  const ranks = ranksBetween(null, null, roots.length)
  const components = roots.flatMap((root, i) => [
    patchRecord(root, { parent: null, rank: ranks[i] }),
    ...getDescendants(view, root.id),
  ])
  const symbols = symbolsUsedBy(components, view.symbols)
  return {
    version: drawingVersion,
    name: view.name,
    layer: view.layer,
    components,
    ...(symbols.length > 0 && { symbols }),
  }
}
