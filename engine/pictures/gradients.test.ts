import { expect, it } from 'vitest'
import { endsIn, fitGradients } from './gradients.ts'
import { init } from './library.ts'

/** Position along a canvas gradient (0 to 1 between its ends) at a point of a box. */
function onCanvas(
  [x, y, x2, y2]: readonly [number, number, number, number],
  width: number,
  height: number,
  u: number,
  v: number,
): number {
  const [dx, dy] = [(x2 - x) * width, (y2 - y) * height]
  return ((u - x) * width * dx + (v - y) * height * dy) / (dx * dx + dy * dy)
}

/** The same position for a gradient of a rectangle, which is relative to the box. */
function onRect(angleDeg: number, u: number, v: number): number {
  const [cos, sin] = [Math.cos((angleDeg * Math.PI) / 180), Math.sin((angleDeg * Math.PI) / 180)]
  return 0.5 + ((u - 0.5) * cos + (v - 0.5) * sin) / (Math.abs(cos) + Math.abs(sin))
}

function getLine(angleDeg: number): readonly [number, number, number, number] {
  const [cos, sin] = [Math.cos((angleDeg * Math.PI) / 180), Math.sin((angleDeg * Math.PI) / 180)]
  const reach = (Math.abs(cos) + Math.abs(sin)) / 2
  return [0.5 - cos * reach, 0.5 - sin * reach, 0.5 + cos * reach, 0.5 + sin * reach]
}

it('gives a diagonal gradient in a long box the colours that a rect of that form has', () => {
  for (const angleDeg of [0, 30, 45, 90, 120, 210, 315]) {
    for (const [width, height] of [
      [100, 100],
      [300, 20],
      [12, 180],
    ] as const) {
      const ends = endsIn(getLine(angleDeg), width, height)
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [0.2, 0.9],
        [0.5, 0.5],
        [1, 1],
      ] as const) {
        // Outside 0 to 1 the colour at the end is painted, so there is nothing to compare.
        expect(onCanvas(ends, width, height, u, v), `${angleDeg}° in ${width} × ${height} at ${u}, ${v}`).toBeCloseTo(
          onRect(angleDeg, u, v),
          6,
        )
      }
    }
  }
})

it('does so for each bar of a chart by its own form, once, and again when its form is another', () => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 300, height: 200 })
  fitGradients(chart)
  const [x, y, x2, y2] = getLine(45)
  const show = (value: number): unknown[] => {
    chart.setOption({
      animation: false,
      xAxis: { show: false, type: 'category', data: ['a'] },
      yAxis: { show: false, max: 10 },
      grid: { left: 0, right: 0, top: 0, bottom: 0 },
      series: {
        type: 'bar',
        barWidth: 20,
        data: [value],
        itemStyle: {
          color: {
            type: 'linear',
            x,
            y,
            x2,
            y2,
            colorStops: [
              { offset: 0, color: '#000' },
              { offset: 1, color: '#fff' },
            ],
          },
        },
      },
    })
    return chart
      .getZr()
      .storage.getDisplayList(true)
      .concat(chart.getZr().storage.getDisplayList(true))
      .flatMap((part) => {
        const { fill }: { fill?: unknown } = part.style
        return typeof fill === 'object' && fill !== null ? [fill] : []
      })
  }
  for (const [value, height] of [
    [10, 200],
    [5, 100],
  ] as const) {
    const [fx, fy, fx2, fy2] = endsIn([x, y, x2, y2], 20, height)
    const fills = show(value)
    expect(fills.length).toBeGreaterThan(0)
    for (const fill of fills)
      expect(fill).toMatchObject({
        x: expect.closeTo(fx, 4),
        y: expect.closeTo(fy, 4),
        x2: expect.closeTo(fx2, 4),
        y2: expect.closeTo(fy2, 4),
      })
  }
  chart.dispose()
})
