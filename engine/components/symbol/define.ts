import type { Words } from '../../schema/index.ts'
import type { Size } from '../../paint/brush.ts'
import type { ColorScheme } from './stateColors.ts'
import type { SymbolCanvas } from './symbolCanvas.ts'

/** One symbol of the library. It draws itself in a box of `size` units, of which 100 are the usual side. */
export interface PlantSymbol {
  readonly id: string
  readonly words: Words
  readonly family: Family
  readonly manner: ColorScheme
  readonly size: Size
  /** Pure: state, level and inscription come with the pen. */
  draw(pen: SymbolCanvas): void
}

/** A section of the library: symbols that a plant's engineer looks for together. */
export interface Family {
  readonly words: Words
  /** What states mean for its symbols, unless one of them says otherwise. */
  readonly manner: ColorScheme
}

type Draw = (pen: SymbolCanvas) => void
type Entry = readonly [id: string, en: string, zh: string, width: number, height: number, draw: Draw, manner?: ColorScheme]

/** The symbols of a family from lines of id, name in both languages, width, height and drawing. */
export function symbolsOf(family: Family, entries: readonly Entry[]): readonly PlantSymbol[] {
  return entries.map(([id, en, zh, width, height, draw, manner = family.manner]) => (
    { id, words: { en, zh }, family, manner, size: { width, height }, draw }
  ))
}
