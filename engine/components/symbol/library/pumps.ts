import { defineSymbols, type Family } from '../define.ts'
import { arrowHead, foot, motorSide, motorTop, wave } from '../parts.ts'
import { polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Pumps', zh: '泵' }, colorScheme: 'run' }

/** Pumps by operating principle. The outlet is on the right or on top. */
export const pumps = defineSymbols(family, [
  [
    'pump',
    'Pump (general)',
    '泵（通用）',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44)
      pen.path([50, 6, 94, 50, 50, 94], pen.ink.accent, 1.4)
      pen.ring(50, 50, 44)
    },
  ],
  [
    'pump-centrifugal',
    'Centrifugal pump',
    '离心泵',
    100,
    100,
    (pen) => {
      foot(pen, 46, 60, 94, 20, 36)
      pen.box(46, 12, 40, 22)
      pen.disc(46, 48, 36)
      pen.box(86, 8, 7, 30, pen.ink.part)
      impeller(pen, 46, 48, 25)
    },
  ],
  [
    'pump-end-suction',
    'End-suction pump set',
    '卧式泵机组',
    140,
    90,
    (pen) => {
      motorSide(pen, 8, 32, 58, 40)
      pen.flat(66, 48, 22, 8, pen.ink.dark)
      pen.box(98, 6, 18, 26)
      pen.box(93, 4, 28, 6, pen.ink.part)
      pen.disc(107, 52, 24)
      pen.dot(107, 52, 9, pen.ink.accent)
      pen.box(130, 38, 6, 28, pen.ink.part)
      pen.box(4, 76, 132, 9, pen.ink.part)
    },
  ],
  [
    'pump-inline',
    'In-line pump',
    '管道泵',
    100,
    110,
    (pen) => {
      motorTop(pen, 50, 5, 40, 44)
      pen.flat(45, 49, 10, 8, pen.ink.dark)
      pen.box(10, 68, 80, 22)
      pen.box(4, 62, 7, 34, pen.ink.part)
      pen.box(89, 62, 7, 34, pen.ink.part)
      pen.disc(50, 79, 25)
      pen.line(35, 79, 62, 79, pen.ink.accent, 1.4)
      arrowHead(pen, 68, 79, 15, 0, pen.ink.accent)
    },
  ],
  [
    'pump-multistage',
    'Multistage pump',
    '多级泵',
    70,
    130,
    (pen) => {
      motorTop(pen, 35, 5, 40, 40)
      pen.box(23, 45, 24, 9, pen.ink.part)
      pen.box(17, 54, 36, 46)
      for (const y of [65.5, 77, 88.5]) pen.line(17, y, 53, y, pen.ink.accent)
      pen.box(9, 100, 52, 16)
      pen.box(4, 97, 6, 22, pen.ink.part)
      pen.box(60, 97, 6, 22, pen.ink.part)
      pen.box(12, 119, 46, 7, pen.ink.part)
    },
  ],
  [
    'pump-gear',
    'Gear pump',
    '齿轮泵',
    100,
    100,
    (pen) => {
      pen.box(4, 40, 14, 20, pen.ink.part)
      pen.box(82, 40, 14, 20, pen.ink.part)
      pen.box(18, 6, 64, 88, pen.ink.body, 32)
      gear(pen, 50, 33, 15, 0)
      gear(pen, 50, 66, 15, 30)
    },
  ],
  [
    'pump-screw',
    'Progressive cavity pump',
    '螺杆泵',
    150,
    70,
    (pen) => {
      motorSide(pen, 5, 22, 36, 34)
      pen.flat(41, 35, 10, 8, pen.ink.dark)
      pen.box(54, 6, 18, 18)
      pen.box(50, 20, 88, 38, pen.ink.body, 8)
      wave(pen, 56, 132, 39, 6, 10, pen.ink.accent, 1.6)
      pen.box(138, 16, 7, 46, pen.ink.part)
      pen.box(49, 4, 28, 6, pen.ink.part)
    },
  ],
  [
    'pump-diaphragm',
    'Diaphragm pump',
    '隔膜泵',
    100,
    100,
    (pen) => {
      pen.box(16, 12, 68, 10, pen.ink.part)
      pen.box(16, 78, 68, 10, pen.ink.part)
      pen.box(20, 22, 12, 56)
      pen.box(68, 22, 12, 56)
      pen.oval(5, 22, 42, 56)
      pen.oval(53, 22, 42, 56)
      pen.line(26, 26, 26, 74, pen.ink.accent, 1.6)
      pen.line(74, 26, 74, 74, pen.ink.accent, 1.6)
      pen.box(40, 36, 20, 28, pen.ink.part)
      pen.line(26, 50, 40, 50, pen.ink.accent, 1.6)
      pen.line(60, 50, 74, 50, pen.ink.accent, 1.6)
    },
  ],
  [
    'pump-piston',
    'Piston pump',
    '柱塞泵',
    130,
    90,
    (pen) => {
      pen.box(96, 6, 16, 16, pen.ink.part)
      pen.box(96, 66, 16, 18, pen.ink.part)
      pen.box(54, 22, 70, 44)
      pen.box(72, 22, 14, 44, pen.ink.dark)
      pen.bar(30, 44, 72, 44, 5, pen.ink.line)
      pen.disc(28, 44, 23, pen.ink.part)
      pen.bar(28, 44, 40, 32, 6, pen.ink.line)
      pen.bar(40, 32, 72, 44, 4, pen.ink.line)
      pen.dot(28, 44, 5, pen.ink.line)
    },
  ],
  [
    'pump-dosing',
    'Dosing pump',
    '计量泵',
    100,
    100,
    (pen) => {
      pen.line(17, 8, 17, 92, pen.ink.line, 1.6)
      pen.box(6, 30, 22, 40, pen.ink.part, 4)
      pen.box(28, 38, 10, 24, pen.ink.part)
      pen.box(38, 14, 56, 66, pen.ink.body, 6)
      pen.disc(66, 40, 17, pen.ink.paper)
      pen.line(66, 40, 76, 29, pen.ink.line, 1.4)
      pen.line(50, 67, 82, 67, pen.ink.accent, 1.4)
      pen.box(30, 82, 64, 10, pen.ink.part)
    },
  ],
  [
    'pump-submersible',
    'Submersible pump',
    '潜水泵',
    80,
    120,
    (pen) => {
      pen.line(54, 6, 54, 34, pen.ink.line)
      pen.box(22, 5, 14, 32, pen.ink.part)
      pen.box(16, 36, 48, 60, pen.ink.body, 10)
      for (const x of [28, 40, 52]) pen.line(x, 48, x, 82, pen.ink.accent)
      pen.box(10, 92, 60, 14, pen.ink.part)
      for (const x of [18, 40, 62]) pen.line(x, 107, x, 115, pen.ink.line, 1.4)
      pen.line(12, 115, 68, 115, pen.ink.line, 1.4)
    },
  ],
  [
    'pump-vacuum',
    'Liquid-ring vacuum pump',
    '水环真空泵',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44)
      pen.ring(50, 50, 34, pen.ink.accent, 0.6)
      for (let vane = 0; vane < 8; vane++) pen.line(50, 57, ...polar(50, 57, 25, 22.5 + 45 * vane), pen.ink.accent)
      pen.disc(50, 57, 10, pen.ink.paper)
    },
  ],
  [
    'pump-peristaltic',
    'Peristaltic pump',
    '蠕动泵',
    100,
    100,
    (pen) => {
      pen.bar(26, 50, 26, 6, 7, pen.ink.dark, 'butt')
      pen.bar(74, 50, 74, 6, 7, pen.ink.dark, 'butt')
      pen.box(6, 18, 88, 76, pen.ink.body, 30)
      pen.arc(50, 54, 29, -60, 300, pen.ink.accent, 2.4)
      for (const angle of [90, 210, 330]) {
        const [x, y] = polar(50, 54, 17, angle)
        pen.line(50, 54, x, y, pen.ink.accent, 1.6)
        pen.disc(x, y, 7.5, pen.ink.paper)
      }
      pen.dot(50, 54, 5, pen.ink.accent)
    },
  ],
  [
    'pump-station',
    'Pump station',
    '泵站',
    120,
    100,
    (pen) => {
      pen.shape([6, 40, 60, 6, 114, 40], pen.ink.part)
      pen.box(12, 40, 96, 54, pen.ink.paper)
      pen.disc(60, 67, 21)
      pen.area([60, 51, 77, 67, 60, 83], pen.ink.accent)
      pen.line(12, 67, 39, 67, pen.ink.line, 1.6)
      pen.line(81, 67, 108, 67, pen.ink.line, 1.6)
    },
    'run',
  ],
])

/** Draws five curved vanes around a hub. */
function impeller(pen: SymbolCanvas, cx: number, cy: number, radius: number): void {
  for (let vane = 0; vane < 5; vane++) {
    const angle = 72 * vane - 90
    pen.path(
      [
        ...polar(cx, cy, radius * 0.34, angle),
        ...polar(cx, cy, radius * 0.72, angle + 26),
        ...polar(cx, cy, radius, angle + 64),
      ],
      pen.ink.accent,
      1.3,
    )
  }
  pen.disc(cx, cy, radius * 0.34, pen.ink.paper)
}

function gear(pen: SymbolCanvas, cx: number, cy: number, radius: number, turn: number): void {
  for (let tooth = 0; tooth < 6; tooth++) {
    const [x, y] = polar(cx, cy, radius + 3, 60 * tooth + turn)
    pen.bar(cx, cy, x, y, 6, pen.ink.accent, 'butt')
  }
  pen.dot(cx, cy, radius - 1, pen.ink.accent)
  pen.dot(cx, cy, 5, pen.ink.body)
}
