import type { Brush } from '../../paint/brush/brush.ts'
import { marks, type State } from './stateColors.ts'

/**
 * Draws a badge at the corner of a symbol, which marks states by shape: red disc with a cross (fault), blue square with
 * a spanner (maintenance, in transit), grey square with a question mark (unknown).
 */
export function drawBadge(brush: Brush, state: State, x: number, y: number, side: number): void {
  const middle = side / 2
  const edge = Math.max(0.5, side * 0.08)
  switch (state) {
    case 'fault': {
      brush.ellipse(x, y, side, side, { fill: marks.fault, stroke: marks.sign, strokeWidth: edge })
      const reach = side * 0.19
      const style = { stroke: marks.sign, width: side * 0.13, cap: 'round' } as const
      brush.line(x + middle - reach, y + middle - reach, x + middle + reach, y + middle + reach, style)
      brush.line(x + middle - reach, y + middle + reach, x + middle + reach, y + middle - reach, style)
      return
    }
    case 'moving': {
      brush.rect(x, y, side, side, { fill: marks.service, stroke: marks.sign, strokeWidth: edge, radius: side * 0.2 })
      brush.line(x + side * 0.27, y + side * 0.73, x + side * 0.54, y + side * 0.46, {
        stroke: marks.sign,
        width: side * 0.14,
        cap: 'round',
      })
      brush.arc(x + side * 0.62, y + side * 0.38, side * 0.13, 0, 270, { stroke: marks.sign, width: side * 0.12 })
      return
    }
    case 'unknown':
      brush.rect(x, y, side, side, { fill: marks.unknown, stroke: marks.sign, strokeWidth: edge, radius: side * 0.2 })
      brush.text(x, y, side, side, '?', {
        fill: marks.sign,
        fontSize: side * 0.72,
        align: 'center',
        valign: 'middle',
        weight: 'bold',
      })
      return
    case 'off':
    case 'on':
  }
}
