import type { Brush } from '../../paint/brush/brush.ts'
import type { PlantSymbol } from './define.ts'
import { stateColors, toState } from './stateColors.ts'
import { SymbolCanvas } from './symbolCanvas.ts'

/** Options that a symbol may ignore, with two values each that would look different. */
const optionValues = {
  level: [20, 80],
  inscription: ['A', 'B'],
  bodyColor: ['#111111ff', '#222222ff'],
  accentColor: ['#111111ff', '#222222ff'],
} as const
type OptionName = keyof typeof optionValues

const cache = new Map<PlantSymbol, readonly OptionName[]>()

/** Returns the properties that have no effect on a symbol in any state, for example the level of a pump. */
export function unusedOptions(symbol: PlantSymbol): readonly OptionName[] {
  const found =
    cache.get(symbol) ??
    (['level', 'inscription', 'bodyColor', 'accentColor'] as const).filter((name) => !usesOption(symbol, name))
  cache.set(symbol, found)
  return found
}

const usual = { level: 60, inscription: '', bodyColor: '#00000000', lineColor: '#3f4953ff', accentColor: '#00000000' }

function usesOption(symbol: PlantSymbol, name: OptionName): boolean {
  return [0, 1, 2, 3].some((state) => {
    const [one, other] = optionValues[name].map((value) => recordDrawing(symbol, state, { ...usual, [name]: value }))
    return one !== other
  })
}

/** Returns all brush calls of a symbol as text. */
function recordDrawing(symbol: PlantSymbol, state: number, props: typeof usual): string {
  const calls: unknown[] = []
  const { colorScheme, size } = symbol
  const ink = stateColors(toState(state), colorScheme, { ...props, look: 'muted' }, 1.5, 4)
  symbol.draw(
    new SymbolCanvas(
      recorder(calls),
      { x: 0, y: 0, scaleX: size.width / 100, scaleY: size.height / 100 },
      ink,
      props.level / 100,
      props.inscription,
    ),
  )
  return JSON.stringify(calls)
}

function recorder(calls: unknown[]): Brush {
  const recordCall =
    (kind: string) =>
    (...args: readonly unknown[]): void =>
      void calls.push([kind, args])
  return {
    rect: recordCall('rect'),
    ellipse: recordCall('ellipse'),
    triangle: recordCall('triangle'),
    polygon: recordCall('polygon'),
    line: recordCall('line'),
    arc: recordCall('arc'),
    liquid: recordCall('liquid'),
    text: recordCall('text'),
    image: recordCall('image'),
    picture: recordCall('picture'),
  }
}
