import type { Theme } from '../stores/session/preferences.ts'

/**
 * Colours of pens. They differ in hue and lightness, and none is a colour of a state. A pen stores the index, so that each
 * theme shows readable colours.
 */
const colors: Readonly<Record<Theme, readonly string[]>> = {
  light: [
    '#2b6382',
    '#7d9a3c',
    '#8a5a83',
    '#3f8f8b',
    '#b07d3f',
    '#5c6c9e',
    '#31373d',
    '#b0679a',
    '#4f8fc0',
    '#8b8f2a',
    '#7a5c3e',
    '#8d949b',
  ],
  dark: [
    '#6fb1d6',
    '#a9c46c',
    '#c193bb',
    '#74c0bb',
    '#d9ab71',
    '#9aaad8',
    '#e3e6e9',
    '#e09ccb',
    '#8fc4ef',
    '#cfd35f',
    '#c2a183',
    '#8b949c',
  ],
}

/** Number of different colours. */
export const penColorCount = colors.light.length

export const getPenColor = (theme: Theme, index: number): string => colors[theme][index % penColorCount] ?? '#888888'
