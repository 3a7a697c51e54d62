import type { Brush } from '../../paint/brush.ts'
import type { PlantSymbol } from './define.ts'
import { stateColors, stateOf } from './stateColors.ts'
import { SymbolCanvas } from './symbolCanvas.ts'

/** Options that a symbol may ignore, with two values each that would look different. */
const asked = {
  level: [20, 80],
  inscription: ['A', 'B'],
  bodyColor: ['#111111ff', '#222222ff'],
  accentColor: ['#111111ff', '#222222ff'],
} as const
type Asked = keyof typeof asked

const known = new Map<PlantSymbol, readonly Asked[]>()

/** Returns the properties that have no effect on a symbol in any state, for example the level of a pump. */
export function unusedOptions(symbol: PlantSymbol): readonly Asked[] {
  const found = known.get(symbol) ?? (['level', 'inscription', 'bodyColor', 'accentColor'] as const).filter((name) => !shows(symbol, name))
  known.set(symbol, found)
  return found
}

const usual = { level: 60, inscription: '', bodyColor: '#00000000', lineColor: '#3f4953ff', accentColor: '#00000000' }

function shows(symbol: PlantSymbol, name: Asked): boolean {
  return [0, 1, 2, 3].some((state) => {
    const [one, other] = asked[name].map((value) => drawn(symbol, state, { ...usual, [name]: value }))
    return one !== other
  })
}

/** Returns all brush calls of a symbol as text. */
function drawn(symbol: PlantSymbol, state: number, props: typeof usual): string {
  const calls: unknown[] = []
  const { manner, size } = symbol
  const ink = stateColors(stateOf(state), manner, { ...props, look: 'muted' }, 1.5, 4)
  symbol.draw(new SymbolCanvas(recorder(calls), { x: 0, y: 0, scaleX: size.width / 100, scaleY: size.height / 100 }, ink, props.level / 100, props.inscription))
  return JSON.stringify(calls)
}

function recorder(calls: unknown[]): Brush {
  const keep = (kind: string) => (...args: readonly unknown[]): void => void calls.push([kind, args])
  return {
    rect: keep('rect'), ellipse: keep('ellipse'), triangle: keep('triangle'), polygon: keep('polygon'), line: keep('line'), arc: keep('arc'),
    liquid: keep('liquid'), text: keep('text'), image: keep('image'), picture: keep('picture'),
  }
}
