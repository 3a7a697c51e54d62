import { mixed, plainColor } from '../../schema/index.ts'

/** What a number of the plant means for a symbol; every other number is not known. */
export type State = 'off' | 'on' | 'fault' | 'moving' | 'unknown'

/**
 * What the first two states of a symbol are: `run` stopped and running, `valve` closed and open, `switch` open and closed,
 * `light` dark and lit, `signal` closed and free, `still` standing there and in use.
 */
export type ColorScheme = 'run' | 'valve' | 'switch' | 'light' | 'signal' | 'still'

export type Look = 'muted' | 'vivid'

/** The colours of one symbol in one state: parts of the drawing ask for what a thing is, never for a colour. */
export interface StateColors {
  readonly look: Look
  readonly state: State
  /** The part that tells the state by its fill. */
  readonly body: string
  /** The second half of what is on its way from one state to the other; otherwise as the body. */
  readonly half: string
  /** Casings, feet and other parts that never change. */
  readonly part: string
  readonly dark: string
  readonly line: string
  /** What is drawn on the body: impellers, letters, arrows. */
  readonly accent: string
  readonly paper: string
  readonly liquid: string
  /** A lamp's face as the state has it, the same when dark, and its beam in the air. */
  readonly glow: string
  readonly unlit: string
  readonly beam: string
  /** Colours that are themselves the message: of signals and of signs. */
  readonly red: string
  readonly amber: string
  readonly green: string
  readonly blue: string
  /** Line width in drawing pixels. */
  readonly width: number
}

export interface Wishes {
  readonly look: Look
  readonly bodyColor: string
  readonly lineColor: string
  readonly accentColor: string
}

export function stateOf(value: number): State {
  switch (value) {
    case 0: return 'off'
    case 1: return 'on'
    case 2: return 'fault'
    case 3: return 'moving'
    default: return 'unknown'
  }
}

/**
 * The ink of a symbol. A fault thickens every line and takes the alarm's colour, whatever was wished for the
 * lines; `widest` keeps a small symbol from clogging.
 */
export function stateColors(state: State, manner: ColorScheme, wishes: Wishes, width: number, widest: number): StateColors {
  const palette = palettes[wishes.look]
  const isFault = state === 'fault'
  const isOwn = isSet(wishes.bodyColor)
  const body = isOwn ? wishes.bodyColor : bodyOf(palette, state, manner)
  const line = isFault ? palette.alarm : isSet(wishes.lineColor) ? wishes.lineColor : palette.line
  const isLit = state === 'on'
  return {
    look: wishes.look, state, body,
    half: state === 'moving' && !isOwn ? palette.paper : body,
    part: palette.part, dark: palette.dark, line,
    accent: isSet(wishes.accentColor) ? wishes.accentColor : isFault || isPale(manner) ? line : accentOf(palette, toneOf(palette, state, manner)),
    paper: palette.paper, liquid: palette.liquid,
    glow: isLit ? palette.light : palette.unlit,
    unlit: palette.unlit,
    beam: isLit ? palette.beam : '#00000000',
    red: palette.red, amber: palette.amber, green: palette.green, blue: palette.blue,
    width: isFault ? Math.min(width * 1.6, widest * 1.4) : Math.min(width, widest),
  }
}

/** The one colour of a symbol seen from so far that it has no form: of its mark where it has one, else of what tells its state, with its lines in it. */
export function colorFromAfar(state: State, manner: ColorScheme, { look, bodyColor, lineColor }: Omit<Wishes, 'accentColor'>): string {
  const palette = palettes[look]
  switch (state) {
    // Vivid has in red what stands.
    case 'fault': return look === 'vivid' ? palette.bodies.fault : palette.alarm
    case 'moving': return marks.service
    case 'unknown': return marks.unknown
    case 'off':
    case 'on': break
  }
  const line = isSet(lineColor) ? lineColor : palette.line
  const isOn = state === 'on'
  switch (manner) {
    case 'light': return isOn ? palette.light : palette.unlit
    case 'signal': return isOn ? palette.green : palette.red
    case 'still': return line
    case 'run':
    case 'valve':
    case 'switch': return mixed(plainColor(isSet(bodyColor) ? bodyColor : bodyOf(palette, state, manner)), line, 0.25)
  }
}

/** Alarm and service marks have colours of their own in both looks. */
export const marks = { fault: '#d92d20ff', service: '#2f6fb5ff', unknown: '#5f6b76ff', sign: '#ffffffff' } as const

interface Palette {
  readonly bodies: Readonly<Record<State, string>>
  readonly pale: Readonly<Record<State, string>>
  readonly part: string
  readonly dark: string
  readonly line: string
  readonly onBody: string
  /** Details on the body of what is on, which is light. */
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
 * Muted: what runs is light, what stands is dark, and only what is wrong has a colour (ISA-101). Vivid: green runs, red
 * stands, yellow is faulty, as the control rooms of Chinese plants have it; there a closed breaker is red and an open
 * one green. Red is dark with light details and green light with dark ones, for who cannot tell the two apart.
 */
const palettes: Readonly<Record<Look, Palette>> = {
  muted: {
    bodies: { off: '#87919aff', on: '#f7f9faff', fault: '#f6d5d1ff', moving: '#c4ccd3ff', unknown: '#d9dde1ff' },
    pale: { off: '#d5dadeff', on: '#eef1f3ff', fault: '#f6d5d1ff', moving: '#dde3e8ff', unknown: '#d9dde1ff' },
    part: '#b4bcc4ff', dark: '#5d6873ff', line: '#3f4953ff', onBody: '#2f373fff', onLight: '#2f373fff', onPale: '#3f4953ff', paper: '#fbfcfcff', liquid: '#86a3baff',
    light: '#ffe08aff', unlit: '#8f989fff', beam: '#ffe08a73', alarm: marks.fault,
    red: '#b4534bff', amber: '#cf9a3aff', green: '#5a9470ff', blue: '#5b7fa6ff',
  },
  vivid: {
    bodies: { off: '#b02a20ff', on: '#3cc878ff', fault: '#f7c62fff', moving: '#4a90e2ff', unknown: '#c3ccd5ff' },
    pale: { off: '#c9d6e2ff', on: '#e2edf7ff', fault: '#fbe08aff', moving: '#bcd6f3ff', unknown: '#d5dce3ff' },
    part: '#9fb3c8ff', dark: '#3a4d63ff', line: '#23344aff', onBody: '#ffffffff', onLight: '#16331fff', onPale: '#23344aff', paper: '#ffffffff', liquid: '#2f97e6ff',
    light: '#ffd21fff', unlit: '#8a99a8ff', beam: '#ffd21f73', alarm: '#c21d12ff',
    red: '#e02b20ff', amber: '#ffb000ff', green: '#17a84bff', blue: '#1666c5ff',
  },
}

function bodyOf(palette: Palette, state: State, manner: ColorScheme): string {
  return isPale(manner) ? palette.pale[state] : palette.bodies[toneOf(palette, state, manner)]
}

/** The state whose colour a state has: vivid switchgear has on and off the other way round. */
function toneOf(palette: Palette, state: State, manner: ColorScheme): State {
  const isTurned = manner === 'switch' && palette === palettes.vivid
  return isTurned && state === 'on' ? 'off' : isTurned && state === 'off' ? 'on' : state
}

function accentOf(palette: Palette, tone: State): string {
  return tone === 'unknown' ? palette.onPale : tone === 'on' ? palette.onLight : palette.onBody
}

/** Manners whose state is told by something else than the body's fill. */
function isPale(manner: ColorScheme): boolean {
  return manner === 'light' || manner === 'signal' || manner === 'still'
}

function isSet(color: string): boolean {
  return !(color.length === 9 && color.endsWith('00'))
}
