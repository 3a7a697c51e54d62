import type { PointKind, PointState } from './point.ts'

const side = 64
const names = ['circle', 'ring', 'square', 'frame', 'triangle', 'dots', 'corners'] as const
type MarkName = (typeof names)[number]

/** The shape that says a state beside its colour: full is on, hollow is off, broken is unknown, a triangle is an alarm. */
export function markOf(kind: PointKind, state: PointState): MarkName {
  if (state === 'alarm') return 'triangle'
  if (kind === 'cabinet') return state === 'on' ? 'square' : state === 'off' ? 'frame' : 'corners'
  return state === 'on' ? 'circle' : state === 'off' ? 'ring' : 'dots'
}

/** Where each shape lies in the atlas; `mask`: it takes the colour it is drawn with. */
export const markPlaces: Readonly<Record<MarkName, { x: number; y: number; width: number; height: number; mask: true }>> = {
  circle: placeAt(0), ring: placeAt(1), square: placeAt(2), frame: placeAt(3), triangle: placeAt(4), dots: placeAt(5), corners: placeAt(6),
}

let drawn: ImageData | null = null

/** All shapes in one picture, drawn once for the page. */
export function markAtlas(): ImageData {
  if (drawn) return drawn
  const canvas = document.createElement('canvas')
  canvas.width = side * names.length
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('a canvas has no drawing context')
  context.fillStyle = context.strokeStyle = '#fff'
  context.lineWidth = 9
  names.forEach((name, index) => {
    context.setLineDash([])
    context.setTransform(1, 0, 0, 1, index * side + side / 2, side / 2)
    draw[name](context)
  })
  drawn = context.getImageData(0, 0, canvas.width, canvas.height)
  return drawn
}

type Draw = (context: CanvasRenderingContext2D) => void
const arc = (context: CanvasRenderingContext2D): void => {
  context.beginPath()
  context.arc(0, 0, 20, 0, 2 * Math.PI)
}
const draw: Readonly<Record<MarkName, Draw>> = {
  circle: (context) => { arc(context); context.fill() },
  ring: (context) => { arc(context); context.stroke() },
  dots: (context) => { context.setLineDash([10, 11]); arc(context); context.stroke() },
  square: (context) => context.fillRect(-22, -22, 44, 44),
  frame: (context) => context.strokeRect(-19, -19, 38, 38),
  corners: (context) => { context.setLineDash([19, 19]); context.lineDashOffset = 9.5; context.strokeRect(-19, -19, 38, 38); context.lineDashOffset = 0 },
  triangle: (context) => {
    context.beginPath()
    context.moveTo(0, -27)
    context.lineTo(29, 24)
    context.lineTo(-29, 24)
    context.closePath()
    context.fill()
    context.globalCompositeOperation = 'destination-out'
    context.fillRect(-4, -10, 8, 18)
    context.fillRect(-4, 12, 8, 7)
    context.globalCompositeOperation = 'source-over'
  },
}

function placeAt(index: number) {
  return { x: index * side, y: 0, width: side, height: side, mask: true } as const
}
