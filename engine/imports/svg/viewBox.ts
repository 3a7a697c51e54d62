import { identity, multiply, scaling, translation } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'

/**
 * Matrix that fits a view box into a viewport; by default scaled to fit and centred. An empty view box gives the
 * identity.
 */
export function fitMatrix(box: readonly number[], width: number, height: number, aspect = 'xMidYMid meet'): Matrix {
  const [left = 0, top = 0, boxWidth = 0, boxHeight = 0] = box
  if (!(boxWidth > 0) || !(boxHeight > 0) || !(width > 0) || !(height > 0)) return identity
  const [scaleX, scaleY] = [width / boxWidth, height / boxHeight]
  if (aspect.includes('none')) return multiply(scaling(scaleX, scaleY), translation(-left, -top))
  const scale = aspect.includes('slice') ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY)
  const [, alignX = 'Mid', alignY = 'Mid'] = /x(Min|Mid|Max)Y(Min|Mid|Max)/.exec(aspect) ?? []
  const shift = translation(
    (width - boxWidth * scale) * (shares[alignX] ?? 0),
    (height - boxHeight * scale) * (shares[alignY] ?? 0),
  )
  return multiply(multiply(shift, scaling(scale, scale)), translation(-left, -top))
}

const shares: Readonly<Record<string, number>> = { Min: 0, Mid: 0.5, Max: 1 }
