import { defineSymbols, type Family } from '../define.ts'
import { arrowHead, dome, motorTop } from '../parts.ts'
import type { SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Tanks and silos', zh: '罐体与料仓' }, colorScheme: 'still' }

/** Vessels filled from below to `level`. */
export const vessels = defineSymbols(family, [
  [
    'tank-vertical',
    'Vertical tank',
    '立式储罐',
    80,
    120,
    (pen) => {
      for (const x of [20, 60]) pen.bar(x, 90, x, 115, 6, pen.ink.dark, 'butt')
      filled(pen, 8, 6, 64, 96, 22)
      pen.line(8, 28, 72, 28, pen.ink.line, 0.6)
      pen.line(8, 80, 72, 80, pen.ink.line, 0.6)
      pen.line(12, 115, 28, 115, pen.ink.line, 1.6)
      pen.line(52, 115, 68, 115, pen.ink.line, 1.6)
    },
  ],
  [
    'tank-horizontal',
    'Horizontal tank',
    '卧式储罐',
    140,
    80,
    (pen) => {
      for (const x of [34, 106]) pen.shape([x - 8, 50, x + 8, 50, x + 12, 75, x - 12, 75], pen.ink.part)
      filled(pen, 6, 12, 128, 50, 25)
      pen.box(60, 5, 20, 8, pen.ink.part)
    },
  ],
  [
    'tank-storage',
    'Cone-roof storage tank',
    '拱顶储罐',
    120,
    100,
    (pen) => {
      pen.shape([8, 30, 60, 8, 112, 30], pen.ink.part)
      filled(pen, 8, 30, 104, 64, 0)
      pen.line(98, 30, 98, 94, pen.ink.line, 0.6)
      pen.line(106, 30, 106, 94, pen.ink.line, 0.6)
      for (const y of [40, 52, 64, 76, 88]) pen.line(98, y, 106, y, pen.ink.line, 0.6)
    },
  ],
  [
    'tank-floating-roof',
    'Floating-roof tank',
    '浮顶储罐',
    120,
    90,
    (pen) => {
      const roof = 76 - 62 * pen.level
      pen.flat(8, 8, 104, 76, pen.ink.body)
      pen.flat(8, roof + 8, 104, 76 - roof, pen.ink.liquid)
      pen.box(10, roof, 100, 8, pen.ink.dark)
      pen.line(96, roof, 108, 10, pen.ink.line, 0.8)
      pen.path([8, 6, 8, 84, 112, 84, 112, 6], pen.ink.line, 1.4)
    },
  ],
  [
    'tank-open',
    'Open tank',
    '敞口槽',
    110,
    90,
    (pen) => {
      pen.flat(8, 8, 94, 76, pen.ink.body)
      pen.liquid(8, 12, 94, 72)
      pen.path([4, 8, 8, 8, 8, 84, 102, 84, 102, 8, 106, 8], pen.ink.line, 1.6)
    },
  ],
  [
    'tank-cone-bottom',
    'Cone-bottom tank',
    '锥底罐',
    90,
    120,
    (pen) => {
      for (const x of [12, 78]) pen.bar(x, 60, x, 115, 5, pen.ink.dark, 'butt')
      const level = pen.level * 100
      pen.shape([8, 66, 82, 66, 49, 108, 41, 108])
      part(pen, [8, 66, 82, 66, 49, 108, 41, 108], 42, Math.min(level, 42))
      pen.box(8, 8, 74, 58)
      pen.liquid(8, 8, 74, 58, Math.max(0, level - 42) / 58)
      pen.frame(8, 8, 74, 58)
    },
  ],
  [
    'tank-sphere',
    'Spherical tank',
    '球罐',
    110,
    110,
    (pen) => {
      for (const x of [18, 92]) pen.bar(x, 50, x, 104, 5, pen.ink.dark, 'butt')
      pen.disc(55, 50, 44)
      pen.liquid(11, 6, 88, 88, pen.level, 44)
      pen.ring(55, 50, 44)
      pen.line(11, 50, 99, 50, pen.ink.line, 0.6)
      pen.line(8, 105, 102, 105, pen.ink.line, 1.6)
    },
  ],
  [
    'silo',
    'Silo',
    '筒仓',
    90,
    150,
    (pen) => {
      for (const x of [12, 78]) pen.bar(x, 96, x, 145, 5, pen.ink.dark, 'butt')
      dome(pen, 45, 40, 37, pen.ink.part)
      pen.shape([8, 100, 82, 100, 52, 136, 38, 136])
      const level = pen.level * 96
      part(pen, [8, 100, 82, 100, 52, 136, 38, 136], 36, Math.min(level, 36))
      pen.box(8, 40, 74, 60)
      pen.liquid(8, 40, 74, 60, Math.max(0, level - 36) / 60)
      pen.frame(8, 40, 74, 60)
      pen.line(4, 145, 86, 145, pen.ink.line, 1.6)
    },
  ],
  [
    'hopper',
    'Hopper',
    '料斗',
    100,
    100,
    (pen) => {
      pen.shape([6, 8, 94, 8, 62, 78, 38, 78])
      part(pen, [6, 8, 94, 8, 62, 78, 38, 78], 70, pen.level * 70)
      pen.path([6, 8, 38, 78, 62, 78, 94, 8])
      pen.box(38, 78, 24, 14, pen.ink.part)
    },
  ],
  [
    'bin',
    'Bulk bin',
    '料仓',
    110,
    110,
    (pen) => {
      pen.shape([8, 8, 102, 8, 102, 58, 66, 98, 44, 98, 8, 58])
      const top = 54 - 42 * pen.level
      pen.area([14, 60, 14, top + 14, 55, top, 96, top + 14, 96, 60, 64, 94, 46, 94], pen.ink.liquid)
      pen.line(4, 8, 106, 8, pen.ink.line, 1.8)
      pen.line(44, 104, 66, 104, pen.ink.line, 1.8)
    },
  ],
  [
    'drum',
    'Drum',
    '料桶',
    80,
    100,
    (pen) => {
      pen.flat(10, 12, 60, 78, pen.ink.body)
      pen.liquid(10, 12, 60, 78)
      pen.frame(10, 12, 60, 78, 4)
      for (const y of [36, 64]) pen.line(8, y, 72, y, pen.ink.line, 1.6)
      pen.box(8, 6, 64, 8, pen.ink.part, 2)
      pen.box(8, 87, 64, 8, pen.ink.part, 2)
    },
  ],
  [
    'pond',
    'Pond',
    '水池',
    150,
    70,
    (pen) => {
      const outline = [24, 14, 126, 14, 108, 62, 42, 62]
      pen.area(outline, pen.ink.body)
      part(pen, outline, 48, pen.level * 44)
      pen.path([4, 14, 24, 14, 42, 62, 108, 62, 126, 14, 146, 14], pen.ink.line, 1.8)
      for (const x of [6, 14, 130, 138]) pen.line(x, 24, x + 6, 16, pen.ink.line, 0.8)
    },
  ],
  [
    'clarifier',
    'Clarifier',
    '沉淀池',
    160,
    90,
    (pen) => {
      const outline = [8, 26, 152, 26, 152, 50, 90, 78, 70, 78, 8, 50]
      pen.area(outline, pen.ink.body)
      pen.area(
        [
          8,
          62 - 30 * Math.max(0.4, pen.level),
          152,
          62 - 30 * Math.max(0.4, pen.level),
          152,
          50,
          90,
          78,
          70,
          78,
          8,
          50,
        ],
        pen.ink.liquid,
      )
      pen.path([8, 20, 8, 50, 70, 78, 90, 78, 152, 50, 152, 20], pen.ink.line, 1.6)
      pen.line(8, 20, 152, 20, pen.ink.line, 1.6)
      pen.line(80, 16, 80, 68, pen.ink.line, 1.4)
      pen.path([26, 52, 80, 72, 134, 52], pen.ink.line, 1.4)
      pen.box(71, 5, 18, 15, pen.ink.part)
      pen.line(78, 78, 78, 86)
      pen.line(82, 78, 82, 86)
    },
  ],
  [
    'reactor',
    'Stirred reactor',
    '搅拌反应釜',
    100,
    150,
    (pen) => {
      for (const x of [24, 76]) pen.bar(x, 116, x, 145, 6, pen.ink.dark, 'butt')
      pen.box(8, 64, 84, 62, pen.ink.part, 26)
      filled(pen, 16, 40, 68, 80, 24)
      motorTop(pen, 50, 6, 26, 26)
      pen.line(50, 32, 50, 100, pen.ink.line, 1.6)
      pen.bar(32, 100, 68, 100, 7, pen.ink.dark)
      pen.bar(38, 78, 62, 78, 5, pen.ink.dark)
      pen.box(20, 32, 60, 8, pen.ink.part)
    },
  ],
  [
    'mixer',
    'Mixing tank',
    '搅拌槽',
    110,
    120,
    (pen) => {
      pen.flat(12, 34, 86, 78, pen.ink.body)
      pen.liquid(12, 40, 86, 72)
      pen.path([8, 34, 12, 34, 12, 112, 98, 112, 98, 34, 102, 34], pen.ink.line, 1.6)
      motorTop(pen, 55, 5, 24, 24)
      pen.line(55, 29, 55, 92, pen.ink.line, 1.6)
      for (const side of [-1, 1]) pen.shape([55, 92, 55 + side * 22, 84, 55 + side * 22, 100], pen.ink.part)
    },
  ],
])

/** Draws a vessel filled with liquid, with its outline on top. */
function filled(pen: SymbolCanvas, x: number, y: number, width: number, height: number, radius: number): void {
  pen.box(x, y, width, height, pen.ink.body, radius)
  pen.liquid(x, y, width, height, pen.level, radius)
  pen.frame(x, y, width, height, radius)
}

/** Draws the content of a funnel with four corners (top left, top right, bottom right, bottom left) up to a height. */
function part(
  pen: SymbolCanvas,
  [x1 = 0, y1 = 0, x2 = 0, , x3 = 0, y3 = 0, x4 = 0]: readonly number[],
  height: number,
  level: number,
): void {
  if (level <= 0) return
  const share = level / height
  pen.area(
    [x4 + (x1 - x4) * share, y3 - (y3 - y1) * share, x3 + (x2 - x3) * share, y3 - (y3 - y1) * share, x3, y3, x4, y3],
    pen.ink.liquid,
  )
}

const process: Family = {
  words: { en: 'Columns, filters and separators', zh: '塔器、过滤与分离' },
  colorScheme: 'still',
}

/** Process vessels: columns, filters and separators. */
export const separators = defineSymbols(process, [
  [
    'column',
    'Column with trays',
    '板式塔',
    70,
    170,
    (pen) => {
      pen.shape([18, 150, 52, 150, 58, 164, 12, 164], pen.ink.part)
      pen.box(12, 6, 46, 148, pen.ink.body, 20)
      for (const [y, side] of [
        [36, 0],
        [54, 1],
        [72, 0],
        [90, 1],
        [108, 0],
        [126, 1],
      ] as const)
        pen.line(12 + 10 * side, y, 48 + 10 * side, y, pen.ink.line, 1.2)
    },
  ],
  [
    'column-packed',
    'Packed column',
    '填料塔',
    70,
    170,
    (pen) => {
      pen.shape([18, 150, 52, 150, 58, 164, 12, 164], pen.ink.part)
      pen.box(12, 6, 46, 148, pen.ink.body, 20)
      for (const y of [40, 92]) {
        pen.box(12, y, 46, 36, pen.ink.part)
        pen.line(12, y, 58, y + 36, pen.ink.line, 0.8)
        pen.line(58, y, 12, y + 36, pen.ink.line, 0.8)
      }
    },
  ],
  [
    'scrubber',
    'Scrubber',
    '洗涤塔',
    90,
    150,
    (pen) => {
      pen.box(31, 5, 28, 22, pen.ink.part)
      pen.shape([14, 44, 31, 26, 59, 26, 76, 44, 76, 144, 14, 144])
      pen.line(14, 58, 58, 58, pen.ink.line, 1.6)
      for (const x of [28, 43, 58]) {
        for (const turn of [-14, 14]) pen.dashes(x, 62, x + turn, 84, 4, pen.ink.liquid, 1.2)
      }
      pen.flat(15, 118, 60, 25, pen.ink.liquid)
      pen.box(4, 92, 10, 18, pen.ink.part)
    },
  ],
  [
    'filter',
    'Filter',
    '过滤器',
    90,
    110,
    (pen) => {
      pen.box(12, 8, 66, 94, pen.ink.body, 18)
      pen.dashes(12, 78, 78, 32, 8, pen.ink.line, 1.8)
      pen.box(4, 84, 8, 10, pen.ink.part)
      pen.box(78, 16, 8, 10, pen.ink.part)
    },
  ],
  [
    'filter-bag',
    'Bag filter',
    '布袋除尘器',
    110,
    140,
    (pen) => {
      for (const x of [16, 94]) pen.bar(x, 80, x, 134, 5, pen.ink.dark, 'butt')
      pen.box(10, 6, 90, 20, pen.ink.part)
      pen.shape([10, 84, 100, 84, 62, 124, 48, 124])
      pen.box(10, 26, 90, 58)
      for (const x of [20, 40, 60, 80]) pen.box(x, 30, 12, 46, pen.ink.paper, 6)
      pen.box(46, 124, 18, 10, pen.ink.dark)
    },
  ],
  [
    'filter-press',
    'Filter press',
    '压滤机',
    150,
    90,
    (pen) => {
      pen.box(6, 14, 16, 62, pen.ink.part)
      for (const x of [28, 41, 54, 67, 80, 93]) pen.box(x, 20, 10, 44, pen.ink.body, 2)
      pen.box(106, 16, 12, 52, pen.ink.part)
      pen.box(118, 34, 26, 16, pen.ink.dark)
      pen.line(22, 72, 144, 72, pen.ink.line, 1.8)
      pen.line(130, 72, 130, 84, pen.ink.line, 1.8)
      pen.line(14, 76, 14, 84, pen.ink.line, 1.8)
    },
  ],
  [
    'cyclone',
    'Cyclone',
    '旋风分离器',
    90,
    140,
    (pen) => {
      pen.box(35, 5, 20, 34, pen.ink.part)
      pen.box(4, 24, 30, 18, pen.ink.part)
      pen.box(14, 22, 62, 42)
      pen.shape([14, 64, 76, 64, 52, 122, 38, 122])
      pen.path([22, 50, 68, 56, 26, 72, 62, 82, 36, 94, 53, 104], pen.ink.line)
      pen.box(36, 122, 18, 12, pen.ink.dark)
    },
  ],
  [
    'separator',
    'Gas-liquid separator',
    '气液分离器',
    150,
    90,
    (pen) => {
      for (const x of [36, 114]) pen.shape([x - 8, 58, x + 8, 58, x + 12, 84, x - 12, 84], pen.ink.part)
      pen.box(70, 5, 18, 12, pen.ink.part)
      pen.box(6, 16, 138, 54, pen.ink.body, 27)
      pen.liquid(6, 16, 138, 54, 0.2 + 0.5 * pen.level, 27)
      pen.line(104, 69, 104, 38, pen.ink.line, 1.6)
      pen.path([26, 24, 26, 36, 38, 36], pen.ink.line, 1.4)
      pen.frame(6, 16, 138, 54, 27)
    },
  ],
  [
    'centrifuge',
    'Centrifuge',
    '离心机',
    120,
    100,
    (pen) => {
      pen.shape([14, 76, 106, 76, 114, 94, 6, 94], pen.ink.part)
      pen.box(12, 20, 96, 56, pen.ink.body, 12)
      pen.shape([32, 30, 88, 30, 80, 66, 40, 66], pen.ink.paper)
      for (const x of [46, 60, 74]) pen.line(x, 36, x, 60, pen.ink.line)
      pen.bar(60, 20, 60, 6, 10, pen.ink.dark, 'butt')
    },
    'run',
  ],
  [
    'flotation-cell',
    'Flotation cell',
    '浮选机',
    120,
    110,
    (pen) => {
      pen.shape([8, 40, 112, 40, 112, 86, 96, 102, 24, 102, 8, 86])
      for (const x of [22, 38, 82, 98]) pen.disc(x, 42, 8, pen.ink.paper)
      motorTop(pen, 60, 5, 26, 24)
      pen.line(60, 29, 60, 84, pen.ink.line, 1.8)
      pen.box(42, 76, 36, 14, pen.ink.dark, 3)
      for (const [x, y] of [
        [30, 70],
        [90, 66],
        [94, 84],
        [26, 86],
      ] as const)
        pen.ring(x, y, 4, pen.ink.accent, 0.8)
    },
    'run',
  ],
  [
    'dryer-rotary',
    'Rotary dryer',
    '回转烘干机',
    160,
    90,
    (pen) => {
      pen.box(6, 16, 22, 56, pen.ink.part)
      pen.shape([28, 22, 140, 34, 140, 66, 28, 58])
      for (const x of [54, 110]) {
        pen.shape(
          [
            x - 4,
            22 + (x - 28) * 0.09,
            x + 5,
            23 + (x - 28) * 0.09,
            x + 5,
            64 + (x - 54) * 0.07,
            x - 4,
            63 + (x - 54) * 0.07,
          ],
          pen.ink.dark,
        )
        pen.disc(x, 76 + (x - 54) * 0.06, 7, pen.ink.part)
      }
      pen.box(138, 26, 16, 50, pen.ink.part)
      pen.arc(82, 46, 10, 150, 210, pen.ink.accent, 1.4)
      arrowHead(pen, 92, 52, 9, 95, pen.ink.accent)
      pen.line(4, 86, 156, 86, pen.ink.line, 1.6)
    },
    'run',
  ],
])
