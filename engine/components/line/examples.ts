import type { Examples } from '../examples.ts'

export const examples: Examples = {
  dashed: { lineStyle: 'dashed', lineWidth: 2 },
  dotted: { lineStyle: 'dotted', lineWidth: 4 },
  arrows: { startArrow: true, endArrow: true },
  bent: { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], endArrow: true, lineWidth: 3 },
  'bent and dashed': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], lineStyle: 'dashed' },
  'all points in one place': { points: [0.5, 0.5, 0.5, 0.5], startArrow: true, endArrow: true },
  gradient: {
    points: [0, 0, 0.5, 0, 0.5, 1, 1, 1],
    endArrow: true,
    lineWidth: 6,
    lineColor: 'linear(0,#a9bfd0ff,#1f3f5fff)',
  },
  round: { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], lineWidth: 12, lineColor: 'radial(#f4f6f8ff,#6f7a84ff)' },
  rounded: { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], corners: 'rounded', cornerRadius: 8, lineWidth: 3, endArrow: true },
  'rounded and dashed': {
    points: [0, 0, 0.5, 0, 0.5, 1, 1, 1],
    corners: 'rounded',
    cornerRadius: 8,
    lineStyle: 'dashed',
  },
  smooth: {
    points: [0, 0.5, 0.25, 0, 0.5, 1, 0.75, 0, 1, 0.5],
    corners: 'smooth',
    lineWidth: 3,
    startArrow: true,
    endArrow: true,
  },
  'smooth gradient': {
    points: [0, 0.5, 0.25, 0, 0.5, 1, 0.75, 0, 1, 0.5],
    corners: 'smooth',
    lineWidth: 5,
    lineColor: 'linear(0,#a9bfd0ff,#1f3f5fff)',
  },
  'smooth in one place': {
    points: [0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
    corners: 'smooth',
    startArrow: true,
    endArrow: true,
  },
  'dash pattern': { points: [0, 1, 0.3, 0, 1, 0.5], lineWidth: 8, dashes: '15 5 3 5' },
  'flat ends': { points: [0, 0.5, 0.5, 0.9, 1, 0.5], corners: 'smooth', lineWidth: 14, lineEnds: 'butt' },
  'square ends': { lineWidth: 10, lineEnds: 'square' },
  'round dashes': {
    corners: 'smooth',
    points: [0, 1, 0.3, 0, 1, 0.5],
    lineWidth: 6,
    dashes: '0 12',
    lineEnds: 'round',
  },
  'there and back': { points: [0, 0.5, 1, 0.5, 0.25, 0.5], corners: 'rounded', lineWidth: 3 },
}
