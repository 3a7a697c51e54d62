import type { PointKind, PointState } from './point.ts'

const side = 64
const names = [
  'circle',
  'ring',
  'square',
  'frame',
  'triangle',
  'dots',
  'corners',
  'diamond',
  'rhomb',
  'shards',
  'hexagon',
  'nut',
  'spokes',
  'camera',
] as const
type MarkName = (typeof names)[number]

/**
 * Shape of a state in addition to its colour: filled is on, hollow is off, dashed is unknown, a triangle is an alarm.
 */
export function getMarkName(kind: PointKind, state: PointState): MarkName {
  // The state of a camera is unknown until its video is requested.
  if (kind === 'camera') return 'camera'
  if (state === 'alarm') return 'triangle'
  const [full, hollow, broken] = shapes[kind]
  return state === 'on' ? full : state === 'off' ? hollow : broken
}

const shapes: Readonly<
  Record<Exclude<PointKind, 'camera'>, readonly [full: MarkName, hollow: MarkName, broken: MarkName]>
> = {
  cabinet: ['square', 'frame', 'corners'],
  pole: ['circle', 'ring', 'dots'],
  sensor: ['diamond', 'rhomb', 'shards'],
  thirdParty: ['hexagon', 'nut', 'spokes'],
}

/** Position of each shape in the atlas. `mask` draws it in the requested colour. */
export const markPlaces: Readonly<
  Record<MarkName, { x: number; y: number; width: number; height: number; mask: true }>
> = {
  circle: placeAt(0),
  ring: placeAt(1),
  square: placeAt(2),
  frame: placeAt(3),
  triangle: placeAt(4),
  dots: placeAt(5),
  corners: placeAt(6),
  diamond: placeAt(7),
  rhomb: placeAt(8),
  shards: placeAt(9),
  hexagon: placeAt(10),
  nut: placeAt(11),
  spokes: placeAt(12),
  camera: placeAt(13),
}

let drawn: ImageData | null = null

/** Image with all shapes. */
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
const corners = (context: CanvasRenderingContext2D, count: number, radius: number): void => {
  context.beginPath()
  for (let corner = 0; corner < count; corner++) {
    const angle = (corner / count) * 2 * Math.PI - Math.PI / 2
    context.lineTo(Math.cos(angle) * radius, Math.sin(angle) * radius)
  }
  context.closePath()
}
const draw: Readonly<Record<MarkName, Draw>> = {
  circle: (context) => {
    arc(context)
    context.fill()
  },
  ring: (context) => {
    arc(context)
    context.stroke()
  },
  dots: (context) => {
    context.setLineDash([10, 11])
    arc(context)
    context.stroke()
  },
  square: (context) => context.fillRect(-22, -22, 44, 44),
  frame: (context) => context.strokeRect(-19, -19, 38, 38),
  corners: (context) => {
    context.setLineDash([19, 19])
    context.lineDashOffset = 9.5
    context.strokeRect(-19, -19, 38, 38)
    context.lineDashOffset = 0
  },
  diamond: (context) => {
    corners(context, 4, 27)
    context.fill()
  },
  rhomb: (context) => {
    corners(context, 4, 24)
    context.stroke()
  },
  shards: (context) => {
    context.setLineDash([17, 17])
    context.lineDashOffset = 8.5
    corners(context, 4, 24)
    context.stroke()
    context.lineDashOffset = 0
  },
  hexagon: (context) => {
    corners(context, 6, 25)
    context.fill()
  },
  nut: (context) => {
    corners(context, 6, 22)
    context.stroke()
  },
  spokes: (context) => {
    context.setLineDash([11, 11])
    context.lineDashOffset = 5.5
    corners(context, 6, 22)
    context.stroke()
    context.lineDashOffset = 0
  },
  camera: (context) => {
    context.fillRect(-26, -15, 34, 30)
    context.beginPath()
    context.moveTo(12, -4)
    context.lineTo(27, -14)
    context.lineTo(27, 14)
    context.lineTo(12, 4)
    context.closePath()
    context.fill()
  },
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
