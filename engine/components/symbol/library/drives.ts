import { defineSymbols, type Family } from '../define.ts'
import { dome, flame, foot, motorSide, propeller, wave, zigzag } from '../parts.ts'
import { polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Motors and generators', zh: '电机与发电机' }, colorScheme: 'run' }

/** Motors and generators. */
export const drives = defineSymbols(family, [
  [
    'motor',
    'Motor',
    '电动机',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44)
      pen.text(24, 16, 52, 44, pen.inscription || 'M')
      wave(pen, 32, 68, 70, 2, 7, pen.ink.accent, 1.4)
    },
  ],
  [
    'motor-dc',
    'DC motor',
    '直流电动机',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44)
      pen.text(24, 16, 52, 44, pen.inscription || 'M')
      pen.line(33, 66, 67, 66, pen.ink.accent, 1.4)
      pen.dashes(33, 76, 67, 76, 9, pen.ink.accent, 1.4)
    },
  ],
  [
    'motor-foot',
    'Foot-mounted motor',
    '卧式电动机',
    130,
    90,
    (pen) => {
      pen.flat(104, 42, 22, 9, pen.ink.dark)
      pen.shape([30, 72, 100, 72, 106, 84, 24, 84], pen.ink.part)
      pen.box(44, 6, 34, 14, pen.ink.part)
      motorSide(pen, 22, 20, 76, 54, pen.ink.body)
      pen.box(6, 24, 16, 46, pen.ink.part, 5)
      pen.box(98, 28, 8, 38, pen.ink.part)
    },
  ],
  [
    'motor-vertical',
    'Vertical motor',
    '立式电动机',
    70,
    120,
    (pen) => {
      pen.flat(30, 96, 10, 20, pen.ink.dark)
      pen.box(8, 84, 54, 12, pen.ink.part)
      pen.box(13, 24, 44, 60, pen.ink.body, 4)
      for (const x of [24, 35, 46]) pen.line(x, 34, x, 76, pen.ink.accent)
      pen.box(17, 6, 36, 18, pen.ink.part, 7)
    },
  ],
  [
    'motor-gear',
    'Geared motor',
    '减速电机',
    140,
    80,
    (pen) => {
      motorSide(pen, 6, 14, 62, 42, pen.ink.body)
      pen.shape([68, 20, 84, 8, 122, 8, 122, 66, 68, 66], pen.ink.part)
      pen.disc(98, 38, 17, pen.ink.paper)
      pen.dot(98, 38, 6, pen.ink.dark)
      pen.box(6, 66, 122, 9, pen.ink.part)
      pen.flat(122, 33, 14, 10, pen.ink.dark)
    },
  ],
  [
    'servo',
    'Servo motor',
    '伺服电机',
    130,
    80,
    (pen) => {
      pen.flat(104, 36, 22, 8, pen.ink.dark)
      pen.box(6, 20, 24, 40, pen.ink.dark, 4)
      pen.box(30, 14, 62, 52)
      pen.text(36, 20, 50, 40, pen.inscription || 'SM')
      pen.box(92, 8, 10, 64, pen.ink.part)
    },
  ],
  [
    'frequency-converter',
    'Frequency converter',
    '变频器',
    90,
    110,
    (pen) => {
      pen.box(8, 6, 74, 98, pen.ink.body, 5)
      pen.box(20, 18, 50, 24, pen.ink.dark, 2)
      pen.text(23, 20, 44, 20, pen.inscription || 'Hz', pen.ink.paper)
      wave(pen, 18, 38, 66, 2, 8, pen.ink.accent, 1.2)
      wave(pen, 50, 74, 66, 4, 6, pen.ink.accent, 1.2)
      for (const x of [28, 45, 62]) pen.dot(x, 88, 4, pen.ink.accent)
    },
  ],
  [
    'gearbox',
    'Gearbox',
    '减速机',
    100,
    90,
    (pen) => {
      pen.flat(2, 33, 16, 9, pen.ink.dark)
      pen.flat(82, 48, 16, 9, pen.ink.dark)
      pen.box(16, 8, 68, 66, pen.ink.body, 6)
      pen.box(8, 74, 84, 10, pen.ink.part)
      pen.ring(38, 37, 13, pen.ink.accent, 1.2)
      pen.ring(63, 52, 15, pen.ink.accent, 1.2)
      pen.dot(38, 37, 4, pen.ink.accent)
      pen.dot(63, 52, 4, pen.ink.accent)
    },
  ],
  [
    'generator',
    'Generator',
    '发电机',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44)
      pen.text(24, 16, 52, 44, pen.inscription || 'G')
      wave(pen, 32, 68, 70, 2, 7, pen.ink.accent, 1.4)
    },
  ],
  [
    'generator-diesel',
    'Diesel generator set',
    '柴油发电机组',
    150,
    100,
    (pen) => {
      pen.box(20, 5, 9, 24, pen.ink.part)
      pen.box(10, 29, 64, 48)
      for (const x of [22, 35, 48, 61]) pen.box(x - 5, 20, 10, 14, pen.ink.part)
      pen.line(18, 56, 66, 56, pen.ink.accent)
      pen.flat(74, 48, 10, 10, pen.ink.dark)
      pen.disc(110, 51, 27)
      pen.text(94, 34, 32, 34, pen.inscription || 'G')
      pen.box(4, 81, 142, 12, pen.ink.part)
      pen.line(24, 77, 24, 81)
      pen.line(62, 77, 62, 81)
    },
  ],
  [
    'turbine',
    'Steam turbine',
    '汽轮机',
    120,
    100,
    (pen) => {
      pen.line(2, 50, 118, 50, pen.ink.line, 2)
      pen.shape([18, 32, 102, 8, 102, 92, 18, 68])
      for (const [x, half] of [
        [36, 14],
        [58, 20],
        [80, 26],
      ] as const)
        pen.line(x, 50 - half, x, 50 + half, pen.ink.accent, 1.4)
    },
  ],
  [
    'turbine-hydro',
    'Water turbine',
    '水轮机',
    100,
    120,
    (pen) => {
      pen.flat(45, 5, 10, 44, pen.ink.dark)
      pen.oval(6, 36, 88, 30)
      pen.box(26, 50, 48, 20, pen.ink.part)
      for (const x of [36, 46, 56]) pen.line(x, 70, x + 6, 52, pen.ink.accent, 1.4)
      pen.shape([32, 70, 68, 70, 80, 114, 20, 114])
    },
  ],
  [
    'wind-turbine',
    'Wind turbine',
    '风力发电机',
    100,
    140,
    (pen) => {
      pen.shape([47, 46, 53, 46, 57, 134, 43, 134], pen.ink.part)
      for (const angle of [-90, 30, 150]) blade(pen, 50, 44, 38, angle)
      pen.disc(50, 44, 6, pen.ink.part)
      if (pen.isOn) for (const angle of [-62, 58, 178]) pen.arc(50, 44, 28, angle, 46, pen.ink.line, 0.8)
      pen.line(26, 135, 74, 135, pen.ink.line, 1.6)
    },
  ],
  [
    'burner',
    'Burner',
    '燃烧器',
    120,
    70,
    (pen) => {
      motorSide(pen, 6, 14, 34, 34)
      pen.shape([40, 12, 68, 24, 68, 46, 40, 58])
      pen.box(68, 18, 7, 34, pen.ink.dark)
      if (pen.isOn) pen.shape([78, 26, 96, 20, 114, 35, 96, 50, 78, 44], pen.ink.amber)
      else zigzag(pen, 80, 35, 112, 35, 4, 3, pen.ink.line, 0.6)
    },
  ],
  [
    'gas-engine',
    'Gas engine',
    '燃气发动机',
    110,
    100,
    (pen) => {
      pen.shape([10, 12, 36, 5, 46, 40, 20, 47], pen.ink.part)
      pen.shape([100, 12, 74, 5, 64, 40, 90, 47], pen.ink.part)
      pen.shape([18, 42, 92, 42, 92, 76, 78, 88, 32, 88, 18, 76])
      flame(pen, 55, 80, 32, pen.isOn)
      foot(pen, 55, 88, 95, 30, 44)
    },
  ],
])

const fanFamily: Family = { words: { en: 'Fans and blowers', zh: '风机' }, colorScheme: 'run' }

/** Fans and blowers. */
export const fans = defineSymbols(fanFamily, [
  [
    'fan',
    'Fan (general)',
    '风机（通用）',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44)
      propeller(pen, 50, 50, 37, 4, pen.ink.accent, -60)
    },
  ],
  [
    'fan-axial',
    'Axial fan',
    '轴流风机',
    130,
    90,
    (pen) => {
      pen.box(12, 10, 106, 70)
      pen.box(5, 5, 8, 80, pen.ink.part)
      pen.box(117, 5, 8, 80, pen.ink.part)
      pen.oval(44, 14, 15, 30, pen.ink.accent)
      pen.oval(44, 46, 15, 30, pen.ink.accent)
      pen.box(44, 35, 48, 20, pen.ink.part, 8)
      pen.line(80, 55, 80, 80)
      pen.line(80, 10, 80, 35)
    },
  ],
  [
    'fan-centrifugal',
    'Centrifugal fan',
    '离心风机',
    110,
    110,
    (pen) => {
      foot(pen, 46, 70, 104, 26, 40)
      pen.box(46, 8, 52, 32)
      pen.box(98, 4, 8, 40, pen.ink.part)
      pen.disc(46, 50, 42)
      pen.disc(46, 50, 25, pen.ink.paper)
      for (let vane = 0; vane < 10; vane++)
        pen.line(...polar(46, 50, 14, 36 * vane), ...polar(46, 50, 24, 36 * vane + 14), pen.ink.line, 1.2)
      pen.dot(46, 50, 7, pen.ink.line)
    },
  ],
  [
    'fan-exhaust',
    'Wall exhaust fan',
    '排风扇',
    100,
    100,
    (pen) => {
      pen.box(6, 6, 88, 88, pen.ink.part, 6)
      pen.disc(50, 50, 38)
      propeller(pen, 50, 50, 33, 5)
      for (const [x, y] of [
        [13, 13],
        [87, 13],
        [13, 87],
        [87, 87],
      ] as const)
        pen.dot(x, y, 3)
    },
  ],
  [
    'fan-roof',
    'Roof fan',
    '屋顶风机',
    110,
    100,
    (pen) => {
      dome(pen, 55, 40, 34, pen.ink.body)
      pen.box(12, 40, 86, 8, pen.ink.body)
      pen.box(26, 48, 58, 30, pen.ink.part)
      pen.oval(31, 58, 24, 10, pen.ink.paper)
      pen.oval(55, 58, 24, 10, pen.ink.paper)
      pen.dot(55, 63, 5)
      pen.shape([6, 94, 24, 78, 86, 78, 104, 94], pen.ink.part)
    },
  ],
  [
    'fan-inline',
    'In-line duct fan',
    '管道风机',
    120,
    70,
    (pen) => {
      pen.box(4, 20, 24, 30, pen.ink.part)
      pen.box(92, 20, 24, 30, pen.ink.part)
      pen.shape([28, 20, 42, 6, 78, 6, 92, 20, 92, 50, 78, 64, 42, 64, 28, 50])
      propeller(pen, 60, 35, 25, 4)
    },
  ],
  [
    'blower-roots',
    'Roots blower',
    '罗茨风机',
    100,
    110,
    (pen) => {
      pen.box(32, 4, 36, 14, pen.ink.part)
      pen.box(32, 92, 36, 14, pen.ink.part)
      pen.box(6, 18, 88, 74, pen.ink.body, 36)
      pen.oval(18, 44, 42, 20, pen.ink.paper)
      pen.oval(57, 34, 20, 42, pen.ink.paper)
      pen.dot(39, 54, 4)
      pen.dot(67, 55, 4)
    },
  ],
  [
    'air-handling-unit',
    'Air-handling unit',
    '组合式空调机组',
    160,
    80,
    (pen) => {
      pen.box(6, 8, 148, 60, pen.ink.part)
      zigzag(pen, 24, 12, 24, 64, 6, 9, pen.ink.line)
      pen.box(48, 12, 18, 52, pen.ink.paper)
      pen.line(48, 64, 66, 12)
      pen.line(78, 8, 78, 68)
      pen.disc(114, 38, 25)
      propeller(pen, 114, 38, 21, 3)
      pen.line(20, 74, 140, 74, pen.ink.line, 2)
    },
  ],
  [
    'air-curtain',
    'Air curtain',
    '风幕机',
    120,
    80,
    (pen) => {
      pen.box(6, 6, 108, 30, pen.ink.body, 8)
      for (const x of [26, 43, 60, 77, 94]) pen.line(x, 14, x, 24, pen.ink.accent)
      pen.box(18, 36, 84, 7, pen.ink.dark)
      for (const x of [30, 50, 70, 90]) {
        if (pen.isOn) pen.line(x, 50, x, 74, pen.ink.line, 1.4)
        else pen.dot(x, 52, 2.5)
      }
    },
  ],
])

function blade(pen: SymbolCanvas, cx: number, cy: number, length: number, angle: number): void {
  pen.shape([
    ...polar(cx, cy, 5, angle - 60),
    ...polar(cx, cy, length * 0.34, angle - 24),
    ...polar(cx, cy, length, angle),
    ...polar(cx, cy, 5, angle + 60),
  ])
}
