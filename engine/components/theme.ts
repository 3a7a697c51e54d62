/**
 * Default colours of the components: neutral and low-contrast on light grey, so that only abnormal states are saturated
 * (ISA-101). Used as field defaults; drawings can override them.
 */
export const theme = {
  ink: '#2f363dff',
  inkMuted: '#5f6b76ff',
  outline: '#7c8792ff',
  body: '#ccccccff',
  equipment: '#b9c0c7ff',
  hollow: '#e3e7eaff',
  liquid: '#7d9bb3ff',
  crest: '#a9bfd0ff',
  light: '#ffd76aff',
  unlit: '#8f989fff',
  zone: '#e2b9b2ff',
  alarm: '#d92d20ff',
  paper: '#fbfcfcff',
  control: '#e6eaedff',
  pressed: '#c3ccd4ff',
  edge: '#0000001f',
  on: '#4c7a5aff',
  inkFaint: '#9aa3abff',
  none: '#00000000',
} as const
