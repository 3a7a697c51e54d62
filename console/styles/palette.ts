import type { Edition, Theme } from '../stores/session/preferences.ts'

/**
 * Colours of the console: neutral greys and one muted accent. Saturated colours are reserved for abnormal states
 * (ISA-101), so decoration must not use the last four.
 */
export interface Palette {
  /** Page background. */
  readonly ground: string
  /** Panels, cards, header. */
  readonly surface: string
  /** Raised or pressed parts of a surface: table heads, hovered rows. */
  readonly raised: string
  /** Floating elements: menus, select lists, dialogs. */
  readonly elevated: string
  /** Raised parts of floating elements. */
  readonly elevatedRaised: string
  /** Lines inside floating elements. */
  readonly elevatedLine: string
  /** Outline of floating elements; a shadow alone is invisible in the dark theme. */
  readonly edge: string
  readonly line: string
  readonly lineStrong: string
  readonly ink: string
  readonly inkSoft: string
  readonly inkFaint: string
  readonly accent: string
  readonly accentSoft: string
  /** Accent background of selected items in floating elements. */
  readonly accentElevated: string
  readonly onAccent: string
  readonly good: string
  readonly warning: string
  readonly alarm: string
  readonly stale: string
}

export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    ground: '#e9ebed',
    surface: '#f8f9fa',
    raised: '#eef0f2',
    elevated: '#f8f9fa',
    elevatedRaised: '#eef0f2',
    elevatedLine: '#d5d9dd',
    edge: '#b7bdc4',
    line: '#d5d9dd',
    lineStrong: '#b7bdc4',
    ink: '#1f252b',
    inkSoft: '#505a64',
    inkFaint: '#66707a',
    accent: '#2b6382',
    accentSoft: '#dbe6ec',
    accentElevated: '#dbe6ec',
    onAccent: '#ffffff',
    good: '#3f7a55',
    warning: '#a65f00',
    alarm: '#c0261c',
    stale: '#6d4fa3',
  },
  dark: {
    ground: '#14171a',
    surface: '#1c2024',
    raised: '#252a2f',
    elevated: '#282d33',
    elevatedRaised: '#31373e',
    elevatedLine: '#434a52',
    edge: '#66707a',
    line: '#31373d',
    lineStrong: '#4a525a',
    ink: '#e3e6e9',
    inkSoft: '#aab2ba',
    inkFaint: '#8f98a1',
    accent: '#6ba6c6',
    accentSoft: '#23333d',
    accentElevated: '#354550',
    onAccent: '#0d1418',
    good: '#74b38b',
    warning: '#e0a040',
    alarm: '#f06a5e',
    stale: '#b39ae0',
  },
}

type Accent = Pick<Palette, 'accent' | 'accentSoft' | 'accentElevated'>

/** Accent of each edition. Blue, teal and slate do not collide with state colours. */
const accents: Readonly<Record<Edition, Readonly<Record<Theme, Accent>>>> = {
  street: {
    light: { accent: '#2b6382', accentSoft: '#dbe6ec', accentElevated: '#dbe6ec' },
    dark: { accent: '#6ba6c6', accentSoft: '#23333d', accentElevated: '#354550' },
  },
  tunnel: {
    light: { accent: '#1c6a70', accentSoft: '#d6e7e8', accentElevated: '#d6e7e8' },
    dark: { accent: '#5fb0b5', accentSoft: '#1e3638', accentElevated: '#33474d' },
  },
  industry: {
    light: { accent: '#4a5a86', accentSoft: '#dfe3ee', accentElevated: '#dfe3ee' },
    dark: { accent: '#98a8d6', accentSoft: '#2a3046', accentElevated: '#3e4654' },
  },
}

/** Colours of a theme with the accent of the edition. */
export const getPalette = (theme: Theme, edition: Edition | null): Palette =>
  edition === null ? palettes[theme] : { ...palettes[theme], ...accents[edition][theme] }

/** Sets the colours as CSS variables on the root element: `--ground`, `--ink-soft` and so on. */
export function applyPalette(theme: Theme, edition: Edition | null, root: HTMLElement): void {
  root.dataset['theme'] = theme
  for (const [name, color] of Object.entries(getPalette(theme, edition))) {
    root.style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, color)
  }
}
