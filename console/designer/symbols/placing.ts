import type { Point } from '@mimic/engine'
import type { SymbolDefinition } from '@mimic/engine/document'
import type { DrawingSession } from '../session/drawingSession.ts'
import { uniqueStem } from '../uniqueName.ts'

const prefix = 'symbol:'

/** Key of a symbol dragged from the toolbox. */
export const symbolKey = ({ id }: SymbolDefinition): string => `${prefix}${id}`

export function parseSymbolKey(key: string, symbols: readonly SymbolDefinition[]): SymbolDefinition | undefined {
  return key.startsWith(prefix) ? symbols.find((symbol) => symbolKey(symbol) === key) : undefined
}

const libraryPrefix = 'library:'

/** Key of a library entry dragged from the toolbox. */
export const libraryKey = (id: string): string => `${libraryPrefix}${id}`

export const parseLibraryKey = (key: string): string | undefined =>
  key.startsWith(libraryPrefix) ? key.slice(libraryPrefix.length) : undefined

/** Adds an instance centred at `middle` and selects it. */
export function addInstance(session: DrawingSession, symbol: SymbolDefinition, middle: Point): void {
  const { width, height } = symbol
  const name = uniqueStem(session.document.components.values(), symbol.name)
  session.run('add-instance', {
    symbol: symbol.id,
    name,
    x: Math.round(middle.x - width / 2),
    y: Math.round(middle.y - height / 2),
  })
}
