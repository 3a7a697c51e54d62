import { expect, it } from 'vitest'
import { cutsBeside, cutsWithin, type Part } from './cuts.ts'
import { Pages, type Run } from './pages.ts'

const whole = { x: 0, y: 0, width: 40, height: 20 }

/** Which of the main canvas (-1) and those above it show a run at a pixel. */
function shownOn(run: Run, parts: readonly Part[], x: number, y: number): readonly number[] {
  const layers = [cutsBeside(parts, whole), ...cutsWithin(parts)]
  return layers.flatMap((cuts, layer) => cuts.filter((cut) => cut.run === run).flatMap(({ boxes }) =>
    boxes.filter((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height).map(() => layer - 1)))
}

it('paints what lies over several elements once at every pixel, on the topmost canvas that is there', () => {
  const pages = new Pages()
  const [between, above] = [pages.insert(undefined), pages.insert(undefined)]
  const parts = [
    { runs: new Set([between, above]), box: { x: 5, y: 5, width: 20, height: 10 } },
    { runs: new Set([above]), box: { x: 15, y: 0, width: 20, height: 12 } },
  ]
  for (let x = 0; x < whole.width; x++) {
    for (let y = 0; y < whole.height; y++) {
      const [isInFirst, isInSecond] = parts.map(({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
      expect(shownOn(above, parts, x, y)).toEqual([isInSecond ? 1 : isInFirst ? 0 : -1])
      expect(shownOn(between, parts, x, y)).toEqual([isInFirst ? 0 : -1])
    }
  }
})
