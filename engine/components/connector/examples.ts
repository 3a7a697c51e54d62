import type { Examples } from '../examples.ts'

export const examples: Examples = {
  straight: { routing: 'straight', points: [0, 0, 1, 1] },
  dashed: { lineStyle: 'dashed', lineWidth: 3 },
  'open arrows': { startHead: 'open', endHead: 'open' },
  dots: { startHead: 'dot', endHead: 'dot' },
  'all points in one place': { points: [0.5, 0.5, 0.5, 0.5], startHead: 'filled' },
  gradient: { lineColor: 'linear(0,#a9bfd0ff,#1f3f5fff)', lineWidth: 4, startHead: 'dot' },
  rounded: { corners: 'rounded' },
  'rounded and dashed': { corners: 'rounded', cornerRadius: 30, lineStyle: 'dashed', endHead: 'open' },
  smooth: { routing: 'straight', points: [0, 1, 0.3, 0, 0.7, 1, 1, 0], corners: 'smooth', startHead: 'dot' },
  'dash pattern': { lineWidth: 4, dashes: '12 4 2 4' },
}
