import type { ECharts } from './library.ts'

/**
 * Makes diagonal gradients of a chart on canvas run relative to the box, as on a `rect` component. A canvas interprets
 * their ends as a direction in pixels, which rotates the gradient in boxes that are not square. SVG output is not
 * affected.
 */
export function fitGradients(chart: ECharts): void {
  const { storage } = chart.getZr()
  const list = storage.getDisplayList.bind(storage)
  // Called before each painting, including hover effects, when the shapes have their final size.
  storage.getDisplayList = (isUpdated, ...rest) => {
    const parts = list(isUpdated, ...rest)
    if (isUpdated) for (const part of parts) fit(part)
    return parts
  }
}

interface Part {
  readonly style: { fill?: unknown; stroke?: unknown }
  getBoundingRect(): { readonly width: number; readonly height: number }
}

/** Gradient relative to the box of its shape, as stored by ECharts. `wished` holds the original ends. */
interface BoxGradient {
  readonly x: number
  readonly y: number
  readonly x2: number
  readonly y2: number
  readonly requested?: Ends
}

type Ends = readonly [x: number, y: number, x2: number, y2: number]

function fit(part: Part): void {
  const { style } = part
  if (isBoxGradient(style.fill)) style.fill = fitGradient(style.fill, part)
  if (isBoxGradient(style.stroke)) style.stroke = fitGradient(style.stroke, part)
}

function fitGradient(gradient: BoxGradient, part: Part): BoxGradient {
  const requested: Ends = gradient.requested ?? [gradient.x, gradient.y, gradient.x2, gradient.y2]
  const { width, height } = part.getBoundingRect()
  const [x, y, x2, y2] = endsIn(requested, width, height)
  return x === gradient.x && y === gradient.y && x2 === gradient.x2 && y2 === gradient.y2
    ? gradient
    : { ...gradient, x, y, x2, y2, requested }
}

/** Returns the ends with which a canvas shows the gradient that `wished` describes relative to a box of this size. */
export function endsIn(requested: Ends, width: number, height: number): Ends {
  const [x, y, x2, y2] = requested
  const [dx, dy] = [x2 - x, y2 - y]
  if (dx === 0 || dy === 0 || !(width > 0 && height > 0)) return requested
  // Gradient direction in pixels; colours are constant perpendicular to it.
  const [gx, gy] = [dx / width, dy / height]
  const reach = (dx * dx + dy * dy) / (gx * gx + gy * gy) / 2
  const [cx, cy] = [(x + x2) / 2, (y + y2) / 2]
  const [ux, uy] = [(gx * reach) / width, (gy * reach) / height]
  return [cx - ux, cy - uy, cx + ux, cy + uy]
}

function isBoxGradient(value: unknown): value is BoxGradient {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'linear' &&
    !('global' in value && value.global === true) &&
    'x' in value &&
    typeof value.x === 'number' &&
    'y' in value &&
    typeof value.y === 'number' &&
    'x2' in value &&
    typeof value.x2 === 'number' &&
    'y2' in value &&
    typeof value.y2 === 'number'
  )
}
