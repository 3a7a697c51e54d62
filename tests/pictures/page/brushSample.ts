import { createCatalog, defineComponent, type Drawing } from '@mimic/engine'
import type { Brush } from '@mimic/engine/paint'
import { color } from '@mimic/engine/schema'

const star = [50, 0, 61, 35, 98, 35, 68, 57, 79, 91, 50, 70, 21, 91, 32, 57, 2, 35, 39, 35]
const picture = createPicture(80, 40)

/** All features of a brush, cell by cell. Both writers must produce the same result. */
const cells: readonly ((brush: Brush) => void)[] = [
  (brush) => brush.rect(0, 0, 100, 80, { fill: 'linear(0,#d92d20ff,#2050d9ff)' }),
  (brush) =>
    brush.rect(0, 0, 100, 80, {
      fill: 'linear(90,#ffffffff,#305070ff)',
      stroke: '#203040',
      strokeWidth: 4,
      radius: 20,
    }),
  (brush) => brush.ellipse(0, 0, 100, 80, { fill: 'radial(#ffffffff,#50708fff)' }),
  (brush) =>
    brush.triangle(0, 0, 100, 80, { fill: 'linear(45,#f0c040ff,#a04020ff)', stroke: '#502010', strokeWidth: 3 }),
  (brush) => brush.polygon([0, 0, 100, 20, 80, 80, 10, 70], { fill: '#7d9bb3ff' }),
  (brush) => brush.polygon(star, { fill: '#7d9bb380', stroke: '#203040', strokeWidth: 2 }),
  (brush) => brush.polygon([0, 80, 50, 0, 100, 80], { fill: 'linear(90,#e0e0e0,#606060)' }),
  (brush) => {
    brush.liquid(0, 0, 45, 80, { fill: '#7d9bb3ff', level: 0.6, vessel: 'triangle' })
    brush.liquid(55, 0, 45, 80, { fill: 'linear(90,#a9bfd0,#3f5f7f)', level: 0.6, vessel: 'inverted' })
  },
  (brush) => {
    brush.liquid(0, 0, 45, 80, { fill: '#7d9bb3ff', level: 0.3, vessel: 'diamond' })
    brush.liquid(55, 0, 45, 80, { fill: '#7d9bb3ff', level: 0.7, radius: 12 })
  },
  (brush) => brush.image(0, 0, 100, 80, picture),
  (brush) => brush.image(0, 0, 100, 80, picture, { fit: 'contain' }),
  (brush) => brush.image(0, 0, 100, 80, picture, { fit: 'cover', radius: 16 }),
  (brush) => brush.image(0, 0, 40, 80, picture, { fit: 'contain', radius: 8 }),
  (brush) => brush.arc(50, 40, 30, 200, 250, { stroke: '#607080', width: 10 }),
  (brush) => brush.line(0, 10, 100, 70, { stroke: '#607080', width: 8, dash: 16, gap: 10, cap: 'round' }),
  (brush) =>
    brush.text(0, 0, 100, 80, '水泵 Pump', {
      fill: '#203040',
      fontSize: 18,
      align: 'center',
      valign: 'middle',
      weight: 'bold',
    }),
]

const cell = (index: number) =>
  defineComponent({
    type: `cell-${index}`,
    words: { en: 'Cell', zh: '格' },
    palette: 'basic',
    size: { width: 100, height: 80 },
    miniatureColor: 'fill',
    fields: { fill: color({ en: 'Fill', zh: '填充' }, { default: '#cccccc' }) },
    draw: (brush) => cells[index]?.(brush),
  })

export const brushCatalog = createCatalog(cells.map((_, index) => cell(index)))

/** Each cell upright, rotated and mirrored, and with a shadow. */
export function brushDrawing(
  make: (index: number, row: number, x: number, y: number) => Drawing['components'][number],
): Drawing['components'] {
  return [0, 1, 2].flatMap((row) =>
    cells.map((_, index) => make(index, row, 40 + (index % 8) * 190, 30 + row * 290 + Math.floor(index / 8) * 140)),
  )
}

function createPicture(width: number, height: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#3f7cac'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#ffffff'
  context.arc(height / 2, height / 2, height * 0.4, 0, 2 * Math.PI)
  context.fill()
  return canvas.toDataURL('image/png')
}
