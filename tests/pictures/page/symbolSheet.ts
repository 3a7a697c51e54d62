import type { PlantSymbol } from '../../../engine/components/symbol/define.ts'
import { type Sheet, sheetWith, type Shown } from './sheet.ts'

const modules = import.meta.glob<Readonly<Record<string, readonly PlantSymbol[]>>>(['../../../engine/components/symbol/library/*.ts', '!**/index.ts'], { eager: true })

/** State values of a tag; the last is any other number. */
const states = [0, 1, 2, 3, -1] as const
const looks = ['muted', 'vivid'] as const

const side = 40
const nameWidth = 90
const rowOf = nameWidth + states.length * looks.length * side

/**
 * A module of the library: each symbol by its Chinese name in all states, muted and vivid, in rows of the given width.
 */
export function symbolSheet(module: string, rowWidth: number): Sheet {
  const symbols = Object.values(modules[`../../../engine/components/symbol/library/${module}.ts`] ?? {}).flat()
  if (symbols.length === 0) throw new Error(`there are no symbols in ${module}`)
  const abreast = Math.max(1, Math.floor(rowWidth / rowOf))
  const rows = Math.ceil(symbols.length / abreast)
  const shown = symbols.flatMap((symbol, index) => row(symbol, Math.floor(index / rows) * rowOf, (index % rows) * side))
  return sheetWith(module, shown, Math.ceil(symbols.length / rows) * rowOf, rows * side)
}

function row({ id, words }: PlantSymbol, x: number, y: number): Shown[] {
  const name = { text: words.zh, fontSize: 11, align: 'left', valign: 'middle', wrap: true }
  const cells = looks.flatMap((look) => states.map((state) => ({ name: `${id}, ${look}, state ${state}`, type: 'symbol', props: { symbol: id, look, state, stretch: false } })))
  return [
    { name: `${id}, its name`, type: 'text', props: name, inset: 3, x, y, width: nameWidth, height: side },
    ...cells.map((cell, index) => ({ ...cell, inset: 2, x: x + nameWidth + index * side, y, width: side, height: side })),
  ]
}
