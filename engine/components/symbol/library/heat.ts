import { defineSymbols, type Family } from '../define.ts'
import { flame, motorTop, propeller, wave, zigzag } from '../parts.ts'
import { polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Heat exchange', zh: '换热设备' }, colorScheme: 'run' }

/** Heating and cooling equipment. */
export const heat = defineSymbols(family, [
  [
    'exchanger',
    'Heat exchanger (general)',
    '换热器（通用）',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 40)
      pen.path([4, 50, 28, 50, 40, 28, 60, 72, 72, 50, 96, 50], pen.ink.line, 1.8)
    },
  ],
  [
    'exchanger-shell-tube',
    'Shell-and-tube exchanger',
    '管壳式换热器',
    160,
    80,
    (pen) => {
      for (const x of [52, 116]) pen.box(x - 7, x < 80 ? 5 : 62, 14, 13, pen.ink.part)
      pen.box(6, 18, 148, 44, pen.ink.body, 20)
      pen.flat(34, 20, 92, 40, pen.ink.paper)
      for (const y of [28, 36, 44, 52]) pen.line(34, y, 126, y, pen.ink.line)
      pen.box(29, 12, 7, 56, pen.ink.dark)
      pen.box(124, 12, 7, 56, pen.ink.dark)
    },
  ],
  [
    'exchanger-plate',
    'Plate heat exchanger',
    '板式换热器',
    120,
    110,
    (pen) => {
      pen.line(6, 14, 114, 14, pen.ink.line, 1.8)
      pen.line(6, 98, 114, 98, pen.ink.line, 1.8)
      pen.box(30, 18, 60, 76)
      for (const x of [40, 50, 60, 70, 80]) pen.line(x, 18, x, 94, pen.ink.accent)
      pen.box(16, 8, 14, 96, pen.ink.part)
      pen.box(90, 8, 14, 96, pen.ink.part)
      for (const y of [26, 78]) pen.box(5, y, 11, 10, pen.ink.dark)
    },
  ],
  [
    'exchanger-spiral',
    'Spiral heat exchanger',
    '螺旋板换热器',
    100,
    100,
    (pen) => {
      pen.box(82, 40, 14, 16, pen.ink.part)
      pen.disc(46, 50, 40)
      pen.arc(46, 50, 30, 0, 270, pen.ink.accent, 1.4)
      pen.arc(50, 50, 20, -90, 270, pen.ink.accent, 1.4)
      pen.arc(46, 50, 10, 0, 270, pen.ink.accent, 1.4)
      pen.line(50, 30, 46, 20, pen.ink.accent, 1.4)
    },
  ],
  [
    'heater-electric',
    'Electric heater',
    '电加热器',
    130,
    80,
    (pen) => {
      pen.box(5, 24, 18, 42, pen.ink.dark)
      pen.box(23, 18, 7, 54, pen.ink.part)
      pen.box(30, 22, 94, 46, pen.ink.body, 8)
      zigzag(pen, 36, 45, 116, 45, 8, 15, pen.ink.accent, 1.6)
      pen.box(96, 5, 16, 17, pen.ink.part)
    },
  ],
  [
    'cooler-air',
    'Air cooler',
    '空冷器',
    130,
    110,
    (pen) => {
      for (const x of [18, 112]) pen.line(x, 52, x, 104, pen.ink.line, 1.8)
      pen.box(8, 8, 114, 28)
      zigzag(pen, 14, 22, 116, 22, 10, 9, pen.ink.accent, 1.4)
      pen.shape([8, 36, 122, 36, 100, 62, 30, 62], pen.ink.part)
      pen.oval(34, 66, 31, 10, pen.ink.body)
      pen.oval(65, 66, 31, 10, pen.ink.body)
      motorTop(pen, 65, 78, 20, 22)
    },
  ],
  [
    'condenser',
    'Condenser',
    '冷凝器',
    120,
    110,
    (pen) => {
      pen.shape([36, 5, 84, 5, 92, 26, 28, 26], pen.ink.part)
      pen.box(10, 24, 100, 54, pen.ink.body, 27)
      zigzag(pen, 12, 51, 108, 51, 6, 14, pen.ink.accent, 1.6)
      pen.line(3, 51, 10, 51, pen.ink.line, 1.6)
      pen.line(110, 51, 117, 51, pen.ink.line, 1.6)
      pen.box(44, 78, 32, 20, pen.ink.part)
      pen.liquid(44, 78, 32, 20, 0.6)
      pen.frame(44, 78, 32, 20)
    },
  ],
  [
    'evaporator',
    'Evaporator',
    '蒸发器',
    100,
    140,
    (pen) => {
      pen.box(40, 5, 20, 14, pen.ink.part)
      pen.box(14, 18, 72, 44, pen.ink.body, 20)
      pen.box(26, 60, 48, 50)
      for (const x of [36, 45, 55, 64]) pen.line(x, 60, x, 110, pen.ink.accent, 1.4)
      pen.shape([26, 110, 74, 110, 56, 134, 44, 134], pen.ink.part)
      wave(pen, 26, 74, 41, 4, 5, pen.ink.accent)
    },
  ],
  [
    'boiler',
    'Boiler',
    '锅炉',
    120,
    130,
    (pen) => {
      pen.box(88, 5, 16, 36, pen.ink.part)
      pen.box(12, 36, 96, 88, pen.ink.body, 8)
      pen.box(24, 24, 52, 22, pen.ink.part, 11)
      for (const x of [30, 40, 50, 60, 70]) pen.line(x, 54, x, 72, pen.ink.accent)
      pen.box(34, 80, 44, 44, pen.ink.dark, 4)
      flame(pen, 56, 118, 32, pen.isOn)
    },
  ],
  [
    'furnace',
    'Furnace',
    '加热炉',
    110,
    140,
    (pen) => {
      pen.box(45, 5, 20, 40, pen.ink.part)
      pen.shape([12, 64, 40, 42, 70, 42, 98, 64, 98, 134, 12, 134])
      pen.path([22, 104, 22, 70, 34, 70, 34, 98], pen.ink.accent, 1.4)
      pen.path([88, 104, 88, 70, 76, 70, 76, 98], pen.ink.accent, 1.4)
      for (const x of [42, 68]) flame(pen, x, 132, 34, pen.isOn)
    },
  ],
  [
    'chiller',
    'Chiller',
    '冷水机组',
    140,
    100,
    (pen) => {
      pen.box(10, 22, 120, 66, pen.ink.body, 4)
      pen.box(22, 8, 40, 14, pen.ink.part)
      pen.box(78, 8, 40, 14, pen.ink.part)
      for (const angle of [30, 90, 150])
        pen.line(...polar(44, 55, 22, angle), ...polar(44, 55, 22, angle + 180), pen.ink.accent, 1.6)
      for (const y of [38, 50, 62, 74]) pen.line(82, y, 118, y, pen.ink.accent)
      pen.line(4, 92, 136, 92, pen.ink.line, 1.8)
    },
  ],
  [
    'cooling-tower',
    'Cooling tower',
    '冷却塔',
    120,
    130,
    (pen) => {
      pen.shape([34, 10, 86, 10, 82, 34, 82, 52, 90, 80, 102, 108, 18, 108, 30, 80, 38, 52, 38, 34])
      for (const x of [24, 42, 60, 78, 96]) pen.line(x, 108, x + (x - 60) * 0.14, 120, pen.ink.line, 1.4)
      pen.line(8, 122, 112, 122, pen.ink.line, 1.8)
      pen.line(38, 43, 82, 43, pen.ink.accent)
      pen.line(28, 86, 92, 86, pen.ink.accent)
    },
  ],
  [
    'cooling-tower-fan',
    'Induced-draught cooling tower',
    '机力冷却塔',
    120,
    120,
    (pen) => {
      pen.shape([38, 8, 82, 8, 78, 32, 42, 32], pen.ink.part)
      pen.oval(42, 16, 18, 8, pen.ink.paper)
      pen.oval(60, 16, 18, 8, pen.ink.paper)
      pen.shape([10, 32, 110, 32, 100, 98, 20, 98])
      for (const y of [48, 62, 76]) {
        pen.line(15, y, 40, y + 8, pen.ink.accent)
        pen.line(105, y, 80, y + 8, pen.ink.accent)
      }
      for (const x of [52, 60, 68]) pen.dashes(x, 40, x, 96, 5, pen.ink.accent)
      pen.box(6, 98, 108, 14, pen.ink.liquid)
    },
  ],
  [
    'radiator',
    'Radiator',
    '散热器',
    110,
    90,
    (pen) => {
      for (const x of [10, 25, 40, 55, 70, 85]) pen.box(x, 8, 12, 66, pen.ink.body, 6)
      pen.line(4, 64, 106, 64, pen.ink.line, 1.6)
      pen.line(4, 18, 106, 18, pen.ink.line, 1.6)
      pen.line(22, 74, 22, 84, pen.ink.line, 1.6)
      pen.line(86, 74, 86, 84, pen.ink.line, 1.6)
    },
  ],
  [
    'fan-coil',
    'Fan-coil unit',
    '风机盘管',
    130,
    80,
    (pen) => {
      pen.box(6, 10, 118, 58, pen.ink.body, 5)
      pen.disc(36, 39, 22, pen.ink.paper)
      propeller(pen, 36, 39, 18, 4, pen.ink.line)
      zigzag(pen, 84, 14, 84, 64, 6, 14, pen.ink.accent, 1.4)
      for (const x of [106, 114]) pen.line(x, 20, x, 58, pen.ink.accent)
    },
  ],
])

const compressorFamily: Family = { words: { en: 'Compressors', zh: '压缩机' }, colorScheme: 'run' }

/** Compressors and related equipment. */
export const compressors = defineSymbols(compressorFamily, [
  [
    'compressor',
    'Compressor (general)',
    '压缩机（通用）',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44)
      pen.line(19, 19, 88, 32, pen.ink.accent, 1.6)
      pen.line(19, 81, 88, 68, pen.ink.accent, 1.6)
      pen.ring(50, 50, 44)
    },
  ],
  [
    'compressor-turbo',
    'Turbo compressor',
    '透平压缩机',
    120,
    100,
    (pen) => {
      pen.line(2, 50, 118, 50, pen.ink.line, 2)
      pen.shape([18, 8, 102, 32, 102, 68, 18, 92])
      for (const [x, half] of [
        [40, 26],
        [62, 20],
        [84, 14],
      ] as const)
        pen.line(x, 50 - half, x, 50 + half, pen.ink.accent, 1.4)
    },
  ],
  [
    'compressor-piston',
    'Piston compressor',
    '活塞压缩机',
    120,
    110,
    (pen) => {
      cylinder(pen, -24)
      cylinder(pen, 24)
      pen.disc(60, 66, 26)
      pen.dot(60, 66, 8, pen.ink.accent)
      pen.box(20, 92, 80, 12, pen.ink.part)
    },
  ],
  [
    'compressor-screw',
    'Screw compressor',
    '螺杆压缩机',
    140,
    90,
    (pen) => {
      pen.flat(4, 28, 14, 8, pen.ink.dark)
      pen.box(18, 8, 106, 72, pen.ink.body, 10)
      pen.box(30, 20, 82, 22, pen.ink.paper, 6)
      pen.box(30, 46, 82, 22, pen.ink.paper, 6)
      for (const x of [38, 54, 70, 86]) {
        pen.line(x, 40, x + 16, 22, pen.ink.line, 1.6)
        pen.line(x, 48, x + 16, 66, pen.ink.line, 1.6)
      }
      pen.box(124, 30, 10, 26, pen.ink.part)
    },
  ],
  [
    'compressor-rotary',
    'Rotary vane compressor',
    '滑片压缩机',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44)
      pen.disc(50, 56, 28, pen.ink.paper)
      for (const angle of [-90, 0, 90, 180])
        pen.line(
          ...polar(50, 56, 12, angle),
          ...polar(50, 56, angle === -90 ? 46 : angle === 90 ? 36 : 40, angle),
          pen.ink.line,
          1.8,
        )
      pen.dot(50, 56, 5)
    },
  ],
  [
    'air-receiver',
    'Air receiver',
    '储气罐',
    80,
    130,
    (pen) => {
      for (const x of [24, 56]) pen.bar(x, 100, x, 124, 6, pen.ink.dark, 'butt')
      pen.line(40, 24, 40, 14)
      pen.disc(40, 12, 8, pen.ink.paper)
      pen.box(12, 24, 56, 84, pen.ink.body, 22)
      pen.line(12, 46, 68, 46, pen.ink.line, 0.8)
      pen.line(12, 86, 68, 86, pen.ink.line, 0.8)
      pen.text(18, 52, 44, 28, pen.inscription || 'AIR')
      pen.line(40, 12, 44, 7, pen.ink.line, 0.8)
    },
    'still',
  ],
  [
    'air-dryer',
    'Adsorption dryer',
    '吸附式干燥机',
    110,
    120,
    (pen) => {
      pen.path([32, 24, 32, 8, 78, 8, 78, 24], pen.ink.line, 1.8)
      pen.path([32, 96, 32, 112, 78, 112, 78, 96], pen.ink.line, 1.8)
      for (const x of [14, 60]) {
        pen.box(x, 18, 36, 82, pen.ink.body, 16)
        pen.flat(x + 2, 40, 32, 40, pen.ink.part)
        for (const y of [50, 60, 70]) pen.dashes(x + 4, y, x + 34, y, 4, pen.ink.line)
      }
    },
  ],
])

/** Draws a cylinder of a V engine, tilted by `lean` degrees. */
function cylinder(pen: SymbolCanvas, lean: number): void {
  const [x, y] = polar(60, 66, 50, -90 + lean)
  const [dx, dy] = polar(0, 0, 13, lean)
  const [bx, by] = polar(60, 66, 20, -90 + lean)
  pen.shape([x - dx, y - dy, x + dx, y + dy, bx + dx, by + dy, bx - dx, by - dy], pen.ink.part)
  for (const share of [0.25, 0.5, 0.75]) {
    const [mx, my] = [bx + (x - bx) * share, by + (y - by) * share]
    pen.line(mx - dx * 1.2, my - dy * 1.2, mx + dx * 1.2, my + dy * 1.2)
  }
}
