import type { Words } from '../../schema/index.ts'
import type { Size } from '../../paint/brush/brush.ts'
import type { ColorScheme } from './stateColors.ts'
import type { SymbolCanvas } from './symbolCanvas.ts'

/** A symbol of the built-in library. It is drawn in a box of `size` units; the usual side is 100. */
export interface PlantSymbol {
  readonly id: string
  readonly words: Words
  readonly family: Family
  readonly colorScheme: ColorScheme
  readonly size: Size
  /** Must be pure. State, level and inscription are provided by the canvas. */
  draw(pen: SymbolCanvas): void
}

/** A section of the library with related symbols. */
export interface Family {
  readonly words: Words
  /** Default colour scheme of its symbols. */
  readonly colorScheme: ColorScheme
}

type Draw = (pen: SymbolCanvas) => void
type Entry = readonly [
  id: string,
  en: string,
  zh: string,
  width: number,
  height: number,
  draw: Draw,
  colorScheme?: ColorScheme,
]

/**
 * Creates the symbols of a family from entries of id, English and Chinese name, width, height, draw function and
 * optional colour scheme.
 */
export function defineSymbols(family: Family, entries: readonly Entry[]): readonly PlantSymbol[] {
  return entries.map(([id, en, zh, width, height, draw, colorScheme = family.colorScheme]) => ({
    id,
    words: { en, zh },
    family,
    colorScheme,
    size: { width, height },
    draw,
  }))
}
