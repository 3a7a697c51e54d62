import { mixColors, plainColor } from '../../schema/index.ts'

/** State of a symbol. Numbers without a defined state are `unknown`. */
export type State = 'off' | 'on' | 'fault' | 'moving' | 'unknown'

/**
 * Meaning of the first two states of a symbol: `run` stopped and running, `valve` closed and open, `switch` open and
 * closed, `light` dark and lit, `signal` closed and clear, `still` idle and in use.
 */
export type ColorScheme = 'run' | 'valve' | 'switch' | 'light' | 'signal' | 'still'

/** Colour palette of a symbol. */
export type ColorPalette = 'muted' | 'vivid'

/** Colours of a symbol in one state. Symbols refer to these roles instead of fixed colours. */
export interface StateColors {
  readonly look: ColorPalette
  readonly state: State
  /** Fill of the part that shows the state. */
  readonly body: string
  /** Fill of the second half while in transit; otherwise equal to `body`. */
  readonly half: string
  /** Casings, feet and other parts that do not depend on the state. */
  readonly part: string
  readonly dark: string
  readonly line: string
  /** Details on the body: impellers, letters, arrows. */
  readonly accent: string
  readonly paper: string
  readonly liquid: string
  /** Colour of a lamp's face in its state, of an unlit face, and of its light beam. */
  readonly glow: string
  readonly unlit: string
  readonly beam: string
  /** Colours with a fixed meaning, for signals and signs. */
  readonly red: string
  readonly amber: string
  readonly green: string
  readonly blue: string
  /** Line width in px. */
  readonly width: number
}

/** Palette and custom colours of a symbol. Transparent custom colours are replaced by colours for the state. */
export interface ColorOptions {
  readonly look: ColorPalette
  readonly bodyColor: string
  readonly lineColor: string
  readonly accentColor: string
}

/** Converts a value to a state: 0 off, 1 on, 2 fault, 3 moving. Other numbers, including NaN, are `unknown`. */
export function toState(value: number): State {
  switch (value) {
    case 0:
      return 'off'
    case 1:
      return 'on'
    case 2:
      return 'fault'
    case 3:
      return 'moving'
    default:
      return 'unknown'
  }
}

/**
 * Returns the colours of a symbol. A fault thickens all lines and gives them the alarm colour, even with a custom line
 * colour. `widest` is the maximum line width in px, so that small symbols remain readable.
 */
export function stateColors(
  state: State,
  colorScheme: ColorScheme,
  options: ColorOptions,
  width: number,
  widest: number,
): StateColors {
  const palette = palettes[options.look]
  const isFault = state === 'fault'
  const isOwn = isSet(options.bodyColor)
  const body = isOwn ? options.bodyColor : getBodyColor(palette, state, colorScheme)
  const line = isFault ? palette.alarm : isSet(options.lineColor) ? options.lineColor : palette.line
  const isLit = state === 'on'
  return {
    look: options.look,
    state,
    body,
    half: state === 'moving' && !isOwn ? palette.paper : body,
    part: palette.part,
    dark: palette.dark,
    line,
    accent: isSet(options.accentColor)
      ? options.accentColor
      : isFault || isPale(colorScheme)
        ? line
        : getAccentColor(palette, getTone(palette, state, colorScheme)),
    paper: palette.paper,
    liquid: palette.liquid,
    glow: isLit ? palette.light : palette.unlit,
    unlit: palette.unlit,
    beam: isLit ? palette.beam : '#00000000',
    red: palette.red,
    amber: palette.amber,
    green: palette.green,
    blue: palette.blue,
    width: isFault ? Math.min(width * 1.6, widest * 1.4) : Math.min(width, widest),
  }
}

/**
 * Returns the single colour of a symbol that is too small for its shape: the colour of its badge if it has one,
 * otherwise of the part that shows the state, mixed with the line colour.
 */
export function getMiniatureColor(
  state: State,
  colorScheme: ColorScheme,
  { look, bodyColor, lineColor }: Omit<ColorOptions, 'accentColor'>,
): string {
  const palette = palettes[look]
  switch (state) {
    // In the vivid look red also indicates stopped equipment.
    case 'fault':
      return look === 'vivid' ? palette.bodies.fault : palette.alarm
    case 'moving':
      return marks.service
    case 'unknown':
      return marks.unknown
    case 'off':
    case 'on':
      break
  }
  const line = isSet(lineColor) ? lineColor : palette.line
  const isOn = state === 'on'
  switch (colorScheme) {
    case 'light':
      return isOn ? palette.light : palette.unlit
    case 'signal':
      return isOn ? palette.green : palette.red
    case 'still':
      return line
    case 'run':
    case 'valve':
    case 'switch':
      return mixColors(plainColor(isSet(bodyColor) ? bodyColor : getBodyColor(palette, state, colorScheme)), line, 0.25)
  }
}

/** Colours of the fault, service and unknown badges, the same in both looks. */
export const marks = { fault: '#d92d20ff', service: '#2f6fb5ff', unknown: '#5f6b76ff', sign: '#ffffffff' } as const

interface Palette {
  readonly bodies: Readonly<Record<State, string>>
  readonly pale: Readonly<Record<State, string>>
  readonly part: string
  readonly dark: string
  readonly line: string
  readonly onBody: string
  /** Details on the light body of the on state. */
  readonly onLight: string
  readonly onPale: string
  readonly paper: string
  readonly liquid: string
  readonly light: string
  readonly unlit: string
  readonly beam: string
  readonly alarm: string
  readonly red: string
  readonly amber: string
  readonly green: string
  readonly blue: string
}

/**
 * Muted: running is light, stopped is dark, only abnormal states are coloured (ISA-101). Vivid: green is running, red
 * is stopped, yellow is faulty, as usual in Chinese control rooms; for breakers, closed is red and open is green. Red
 * is dark with light details and green is light with dark details, for users with colour vision deficiency.
 */
const palettes: Readonly<Record<ColorPalette, Palette>> = {
  muted: {
    bodies: { off: '#87919aff', on: '#f7f9faff', fault: '#f6d5d1ff', moving: '#c4ccd3ff', unknown: '#d9dde1ff' },
    pale: { off: '#d5dadeff', on: '#eef1f3ff', fault: '#f6d5d1ff', moving: '#dde3e8ff', unknown: '#d9dde1ff' },
    part: '#b4bcc4ff',
    dark: '#5d6873ff',
    line: '#3f4953ff',
    onBody: '#2f373fff',
    onLight: '#2f373fff',
    onPale: '#3f4953ff',
    paper: '#fbfcfcff',
    liquid: '#86a3baff',
    light: '#ffe08aff',
    unlit: '#8f989fff',
    beam: '#ffe08a73',
    alarm: marks.fault,
    red: '#b4534bff',
    amber: '#cf9a3aff',
    green: '#5a9470ff',
    blue: '#5b7fa6ff',
  },
  vivid: {
    bodies: { off: '#b02a20ff', on: '#3cc878ff', fault: '#f7c62fff', moving: '#4a90e2ff', unknown: '#c3ccd5ff' },
    pale: { off: '#c9d6e2ff', on: '#e2edf7ff', fault: '#fbe08aff', moving: '#bcd6f3ff', unknown: '#d5dce3ff' },
    part: '#9fb3c8ff',
    dark: '#3a4d63ff',
    line: '#23344aff',
    onBody: '#ffffffff',
    onLight: '#16331fff',
    onPale: '#23344aff',
    paper: '#ffffffff',
    liquid: '#2f97e6ff',
    light: '#ffd21fff',
    unlit: '#8a99a8ff',
    beam: '#ffd21f73',
    alarm: '#c21d12ff',
    red: '#e02b20ff',
    amber: '#ffb000ff',
    green: '#17a84bff',
    blue: '#1666c5ff',
  },
}

function getBodyColor(palette: Palette, state: State, colorScheme: ColorScheme): string {
  return isPale(colorScheme) ? palette.pale[state] : palette.bodies[getTone(palette, state, colorScheme)]
}

/** Returns the state whose colour is used. Vivid switchgear swaps on and off. */
function getTone(palette: Palette, state: State, colorScheme: ColorScheme): State {
  const isTurned = colorScheme === 'switch' && palette === palettes.vivid
  return isTurned && state === 'on' ? 'off' : isTurned && state === 'off' ? 'on' : state
}

function getAccentColor(palette: Palette, tone: State): string {
  return tone === 'unknown' ? palette.onPale : tone === 'on' ? palette.onLight : palette.onBody
}

/** Returns true for colour schemes that do not show the state by the fill of the body. */
function isPale(colorScheme: ColorScheme): boolean {
  return colorScheme === 'light' || colorScheme === 'signal' || colorScheme === 'still'
}

function isSet(color: string): boolean {
  return !(color.length === 9 && color.endsWith('00'))
}
