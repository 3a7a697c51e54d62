import type { PlantSymbol } from '../../../engine/components/symbol/define.ts'
import { type Sheet, sheetWith, type ShownCell } from './sheet.ts'

const modules = import.meta.glob<Readonly<Record<string, readonly PlantSymbol[]>>>(
  ['../../../engine/components/symbol/library/*.ts', '!**/index.ts'],
  { eager: true },
)

/** State values of a tag; the last is any other number. */
const states = [0, 1, 2, 3, -1] as const
const colorSchemes = ['muted', 'vivid'] as const

const side = 40
const nameWidth = 90
const rowWidthPx = nameWidth + states.length * colorSchemes.length * side

/**
 * A module of the library: each symbol by its Chinese name in all states, muted and vivid, in rows of the given width.
 */
export function symbolSheet(module: string, rowWidth: number): Sheet {
  const symbols = Object.values(modules[`../../../engine/components/symbol/library/${module}.ts`] ?? {}).flat()
  if (symbols.length === 0) throw new Error(`there are no symbols in ${module}`)
  const abreast = Math.max(1, Math.floor(rowWidth / rowWidthPx))
  const rows = Math.ceil(symbols.length / abreast)
  const shown = symbols.flatMap((symbol, index) =>
    row(symbol, Math.floor(index / rows) * rowWidthPx, (index % rows) * side),
  )
  return sheetWith(module, shown, Math.ceil(symbols.length / rows) * rowWidthPx, rows * side)
}

function row({ id, words }: PlantSymbol, x: number, y: number): ShownCell[] {
  const name = { text: words.zh, fontSize: 11, align: 'left', valign: 'middle', wrap: true }
  const cells = colorSchemes.flatMap((scheme) =>
    states.map((state) => ({
      name: `${id}, ${scheme}, state ${state}`,
      type: 'symbol',
      props: { symbol: id, look: scheme, state, stretch: false },
    })),
  )
  return [
    { name: `${id}, its name`, type: 'text', props: name, inset: 3, x, y, width: nameWidth, height: side },
    ...cells.map((cell, index) => ({
      ...cell,
      inset: 2,
      x: x + nameWidth + index * side,
      y,
      width: side,
      height: side,
    })),
  ]
}
