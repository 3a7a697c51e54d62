import { defineSymbols, type Family } from '../define.ts'
import { foot, motorSide, propeller, wheel, zigzag } from '../parts.ts'
import { polar } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Mining', zh: '矿山设备' }, colorScheme: 'run' }

/** Machines that hoist, crush, grind, sort and haul rock and coal. */
export const mine = defineSymbols(family, [
  [
    'mine-hoist',
    'Mine hoist',
    '矿井提升机',
    140,
    110,
    (pen) => {
      pen.line(50, 16, 136, 6, pen.ink.line, 1.8)
      foot(pen, 50, 60, 102, 20, 42)
      pen.disc(50, 54, 40)
      pen.disc(50, 54, 28, pen.ink.paper)
      for (const angle of [0, 60, 120])
        pen.line(...polar(50, 54, 28, angle), ...polar(50, 54, 28, angle + 180), pen.ink.line, 1.4)
      pen.dot(50, 54, 7)
      motorSide(pen, 98, 62, 36, 28)
      pen.box(92, 94, 46, 9, pen.ink.part)
    },
  ],
  [
    'headframe',
    'Headframe',
    '井架',
    120,
    150,
    (pen) => {
      pen.path([30, 142, 44, 40, 70, 40, 70, 142], pen.ink.line, 2)
      pen.line(66, 40, 112, 142, pen.ink.line, 2.4)
      pen.path([40, 68, 70, 92, 34, 118, 70, 142], pen.ink.line)
      pen.path([70, 68, 36, 92, 70, 118], pen.ink.line)
      pen.box(36, 36, 42, 9, pen.ink.part)
      pen.disc(57, 24, 18)
      for (const angle of [0, 60, 120])
        pen.line(...polar(57, 24, 18, angle), ...polar(57, 24, 18, angle + 180), pen.ink.accent)
      pen.dot(57, 24, 4, pen.ink.accent)
      pen.line(8, 143, 116, 143, pen.ink.line, 1.8)
    },
  ],
  [
    'mine-cage',
    'Cage',
    '罐笼',
    80,
    130,
    (pen) => {
      pen.line(40, 4, 40, 22, pen.ink.line, 2)
      pen.path([14, 40, 40, 22, 66, 40], pen.ink.line, 1.8)
      pen.box(12, 40, 56, 82)
      pen.line(12, 81, 68, 81, pen.ink.line, 1.6)
      for (const x of [26, 40, 54]) {
        pen.line(x, 48, x, 73, pen.ink.accent)
        pen.line(x, 89, x, 114, pen.ink.accent)
      }
      pen.line(5, 30, 5, 126, pen.ink.line, 0.8)
      pen.line(75, 30, 75, 126, pen.ink.line, 0.8)
    },
  ],
  [
    'mine-skip',
    'Skip',
    '箕斗',
    80,
    130,
    (pen) => {
      pen.line(40, 4, 40, 20, pen.ink.line, 2)
      pen.path([14, 36, 40, 20, 66, 36, 66, 48], pen.ink.line, 1.8)
      pen.line(14, 36, 14, 48, pen.ink.line, 1.8)
      pen.area([18, 54, 40, 40, 62, 54], pen.ink.dark)
      pen.shape([12, 50, 68, 50, 68, 108, 48, 124, 24, 124, 12, 108])
      pen.line(22, 66, 58, 66, pen.ink.accent)
      pen.line(22, 92, 58, 92, pen.ink.accent)
    },
  ],
  [
    'crusher-jaw',
    'Jaw crusher',
    '颚式破碎机',
    120,
    110,
    (pen) => {
      pen.shape([8, 8, 34, 8, 52, 86, 40, 96, 8, 96], pen.ink.part)
      pen.shape([66, 8, 92, 14, 78, 90, 58, 86])
      for (const [x, y, r] of [
        [48, 18, 8],
        [54, 36, 6],
        [56, 52, 4.5],
      ] as const)
        pen.dot(x, y, r, pen.ink.dark)
      zigzag(pen, 35, 12, 52, 84, 8, 3, pen.ink.line)
      pen.disc(92, 38, 22, pen.ink.part)
      pen.dot(92, 38, 6)
      pen.line(78, 84, 104, 70, pen.ink.line, 2)
      pen.box(6, 96, 108, 9, pen.ink.dark)
    },
  ],
  [
    'crusher-cone',
    'Cone crusher',
    '圆锥破碎机',
    120,
    120,
    (pen) => {
      pen.shape([14, 8, 106, 8, 92, 30, 28, 30], pen.ink.part)
      pen.shape([20, 30, 100, 30, 112, 78, 8, 78], pen.ink.paper)
      pen.shape([54, 24, 66, 24, 96, 74, 24, 74])
      pen.line(43, 42, 77, 42, pen.ink.accent)
      pen.line(33, 58, 87, 58, pen.ink.accent)
      pen.box(14, 78, 92, 16, pen.ink.part)
      pen.shape([34, 94, 86, 94, 96, 112, 24, 112], pen.ink.dark)
    },
  ],
  [
    'crusher-roll',
    'Roll crusher',
    '辊式破碎机',
    120,
    100,
    (pen) => {
      pen.shape([24, 6, 96, 6, 74, 32, 46, 32], pen.ink.part)
      pen.box(6, 36, 108, 44, pen.ink.part, 6)
      for (const x of [35, 85]) {
        for (let tooth = 0; tooth < 6; tooth++)
          pen.bar(x, 58, ...polar(x, 58, 25, 60 * tooth + (x > 50 ? 30 : 0)), 6, pen.ink.line, 'butt')
        pen.disc(x, 58, 20)
        pen.dot(x, 58, 5, pen.ink.accent)
      }
      pen.shape([42, 82, 78, 82, 72, 95, 48, 95], pen.ink.dark)
    },
  ],
  [
    'ball-mill',
    'Ball mill',
    '球磨机',
    160,
    100,
    (pen) => {
      pen.shape([4, 38, 24, 42, 24, 58, 4, 62], pen.ink.part)
      pen.box(140, 40, 16, 20, pen.ink.part)
      pen.shape([24, 40, 38, 14, 122, 14, 138, 40, 138, 60, 122, 86, 38, 86, 24, 60])
      pen.box(104, 6, 10, 88, pen.ink.dark)
      for (const [x, y] of [
        [50, 74],
        [62, 78],
        [74, 76],
        [86, 78],
        [56, 64],
        [69, 66],
        [81, 66],
      ] as const)
        pen.dot(x, y, 5.5, pen.ink.accent)
      pen.line(38, 14, 38, 86, pen.ink.accent)
      for (const x of [14, 148]) pen.line(x, 64, x, 94, pen.ink.line, 2.4)
      pen.line(4, 95, 156, 95, pen.ink.line, 1.8)
    },
  ],
  [
    'screen',
    'Vibrating screen',
    '振动筛',
    150,
    100,
    (pen) => {
      pen.shape([6, 16, 30, 12, 142, 44, 142, 70, 10, 42])
      pen.dashes(14, 30, 138, 60, 7, pen.ink.accent, 1.8)
      pen.disc(74, 34, 12, pen.ink.part)
      pen.dot(78, 32, 4)
      zigzag(pen, 30, 50, 30, 92, 6, 6)
      zigzag(pen, 122, 68, 122, 92, 4, 6)
      pen.line(14, 94, 138, 94, pen.ink.line, 1.8)
    },
  ],
  [
    'stacker',
    'Stacker',
    '堆料机',
    160,
    120,
    (pen) => {
      pen.area([4, 112, 32, 68, 60, 112], pen.ink.dark)
      pen.line(96, 46, 100, 8, pen.ink.line, 1.8)
      pen.path([34, 42, 100, 8, 148, 60], pen.ink.line)
      pen.shape([22, 44, 146, 60, 146, 72, 24, 56])
      pen.disc(24, 50, 8, pen.ink.part)
      pen.shape([88, 66, 116, 68, 126, 98, 78, 98], pen.ink.part)
      pen.box(132, 72, 18, 14, pen.ink.dark)
      for (const x of [82, 102, 122]) wheel(pen, x, 105, 7)
      pen.line(66, 113, 156, 113, pen.ink.line, 1.8)
    },
  ],
  [
    'mine-locomotive',
    'Mine locomotive',
    '矿用机车',
    140,
    100,
    (pen) => {
      pen.path([86, 22, 96, 6, 110, 6], pen.ink.line, 1.8)
      pen.box(8, 40, 86, 36, pen.ink.body, 4)
      pen.shape([84, 20, 132, 20, 132, 76, 84, 76])
      pen.box(94, 30, 26, 20, pen.ink.paper)
      for (const x of [22, 38, 54]) pen.line(x, 50, x, 66, pen.ink.accent, 1.4)
      for (const x of [30, 66, 108]) wheel(pen, x, 82, 11)
      pen.line(4, 94, 136, 94, pen.ink.line, 1.8)
      pen.dot(8, 48, 5, pen.ink.amber)
    },
  ],
  [
    'mine-car',
    'Mine car',
    '矿车',
    120,
    90,
    (pen) => {
      pen.area([20, 28, 40, 10, 66, 16, 82, 8, 102, 28], pen.ink.dark)
      pen.shape([8, 26, 112, 26, 98, 66, 22, 66])
      pen.line(24, 38, 30, 58, pen.ink.accent)
      pen.line(96, 38, 90, 58, pen.ink.accent)
      for (const x of [38, 82]) wheel(pen, x, 74, 10)
      pen.line(4, 85, 116, 85, pen.ink.line, 1.8)
    },
  ],
  [
    'mine-fan',
    'Main mine fan',
    '矿用主通风机',
    160,
    110,
    (pen) => {
      pen.shape([6, 10, 40, 26, 40, 84, 6, 100], pen.ink.part)
      pen.shape([104, 26, 154, 8, 154, 102, 104, 84], pen.ink.part)
      pen.box(40, 22, 64, 66)
      propeller(pen, 72, 55, 28, 6)
      for (const x of [52, 92]) pen.line(x, 88, x, 104, pen.ink.line, 2)
      pen.line(34, 105, 110, 105, pen.ink.line, 1.8)
    },
  ],
  [
    'roof-support',
    'Hydraulic roof support',
    '液压支架',
    130,
    120,
    (pen) => {
      pen.shape([6, 8, 124, 14, 122, 28, 6, 22])
      pen.shape([96, 26, 120, 27, 112, 92, 94, 92], pen.ink.part)
      for (const [x, lean] of [
        [38, 6],
        [70, 4],
      ] as const) {
        pen.bar(x, 104, x - lean, 60, 13, pen.ink.dark, 'butt')
        pen.bar(x - lean, 62, x - lean - 4, 22, 7, pen.ink.line, 'butt')
      }
      pen.shape([10, 100, 122, 92, 124, 112, 6, 112])
      pen.bar(108, 34, 76, 22, 5, pen.ink.line)
    },
  ],
  [
    'shearer',
    'Coal shearer',
    '采煤机',
    170,
    100,
    (pen) => {
      pen.bar(34, 34, 56, 48, 12, pen.ink.part)
      pen.bar(136, 66, 114, 52, 12, pen.ink.part)
      for (const [x, y] of [
        [26, 28],
        [144, 68],
      ] as const) {
        for (let pick = 0; pick < 8; pick++) pen.bar(x, y, ...polar(x, y, 23, 45 * pick), 5, pen.ink.line, 'butt')
        pen.disc(x, y, 18, pen.ink.dark)
        pen.dot(x, y, 5, pen.ink.paper)
      }
      pen.box(46, 36, 78, 32, pen.ink.body, 4)
      pen.line(72, 36, 72, 68, pen.ink.accent)
      pen.line(98, 36, 98, 68, pen.ink.accent)
      pen.shape([50, 76, 120, 76, 120, 84, 50, 84], pen.ink.part)
      pen.line(4, 95, 166, 95, pen.ink.line, 1.8)
    },
  ],
  [
    'air-door',
    'Ventilation door',
    '风门',
    110,
    120,
    (pen) => {
      pen.path([6, 112, 6, 44, 24, 14, 86, 14, 104, 44, 104, 112], pen.ink.line, 2.4)
      pen.area([16, 112, 16, 46, 30, 24, 80, 24, 94, 46, 94, 112], pen.ink.dark)
      const wide = 34 - 22 * pen.share
      pen.shape([18, 46, 18 + wide, 46 + 6 * pen.share, 18 + wide, 110 - 4 * pen.share, 18, 110])
      pen.shape([92, 46, 92 - wide, 46 + 6 * pen.share, 92 - wide, 110 - 4 * pen.share, 92, 110])
      pen.line(4, 113, 106, 113, pen.ink.line, 1.8)
    },
    'valve',
  ],
  [
    'dump-truck',
    'Dump truck',
    '矿用自卸车',
    150,
    100,
    (pen) => {
      pen.shape([4, 22, 98, 22, 112, 6, 128, 6, 126, 12, 116, 14, 104, 58, 28, 58])
      pen.shape([106, 34, 134, 34, 144, 54, 144, 74, 100, 74, 102, 58], pen.ink.part)
      pen.area([112, 40, 130, 40, 136, 52, 112, 52], pen.ink.paper)
      pen.box(24, 58, 78, 9, pen.ink.dark)
      for (const x of [44, 118]) wheel(pen, x, 76, 18)
      pen.line(4, 95, 146, 95, pen.ink.line, 1.8)
    },
  ],
  [
    'loader',
    'Load-haul-dump loader',
    '铲运机',
    160,
    90,
    (pen) => {
      pen.shape([36, 44, 60, 44, 64, 26, 88, 26, 88, 60, 36, 60])
      pen.shape([88, 36, 118, 40, 118, 60, 88, 60], pen.ink.part)
      pen.bar(112, 46, 132, 60, 7, pen.ink.line)
      pen.shape([128, 44, 136, 70, 156, 76, 156, 68, 146, 44], pen.ink.dark)
      pen.box(68, 31, 14, 13, pen.ink.paper)
      pen.shape([8, 40, 36, 40, 36, 60, 8, 60])
      for (const x of [36, 104]) wheel(pen, x, 66, 15)
      pen.line(4, 83, 156, 83, pen.ink.line, 1.8)
    },
  ],
  [
    'drill-jumbo',
    'Drill jumbo',
    '凿岩台车',
    160,
    100,
    (pen) => {
      pen.shape([8, 40, 60, 40, 70, 58, 70, 74, 8, 74])
      pen.bar(66, 58, 100, 34, 7, pen.ink.part)
      pen.line(66, 58, 100, 34)
      pen.bar(82, 46, 150, 12, 5, pen.ink.dark)
      pen.bar(66, 66, 100, 64, 7, pen.ink.part)
      pen.bar(86, 68, 154, 58, 5, pen.ink.dark)
      pen.path([14, 40, 14, 24, 42, 24, 42, 40], pen.ink.line, 1.8)
      for (const x of [24, 54]) wheel(pen, x, 79, 13)
      pen.line(4, 94, 156, 94, pen.ink.line, 1.8)
    },
  ],
  [
    'roadheader',
    'Roadheader',
    '掘进机',
    170,
    90,
    (pen) => {
      pen.bar(94, 44, 132, 32, 11, pen.ink.part)
      pen.line(94, 44, 132, 32)
      pen.shape([128, 20, 150, 14, 162, 24, 158, 38, 138, 46], pen.ink.dark)
      for (const [x, y] of [
        [142, 17],
        [156, 19],
        [162, 32],
        [148, 43],
      ] as const)
        pen.dot(x, y, 4)
      pen.shape([22, 34, 98, 34, 108, 58, 22, 58])
      pen.shape([4, 22, 30, 38, 30, 48, 4, 32], pen.ink.part)
      pen.shape([104, 58, 136, 76, 108, 78, 96, 66], pen.ink.part)
      pen.box(22, 58, 82, 20, pen.ink.dark, 10)
      for (const x of [34, 52, 70, 88]) pen.dot(x, 68, 5, pen.ink.part)
      pen.line(4, 82, 166, 82, pen.ink.line, 1.8)
    },
  ],
  [
    'crusher-impact',
    'Impact crusher',
    '反击式破碎机',
    120,
    110,
    (pen) => {
      pen.shape([10, 30, 34, 8, 96, 8, 112, 40, 112, 92, 10, 92], pen.ink.part)
      pen.disc(62, 60, 28, pen.ink.paper)
      for (const angle of [20, 140, 260]) pen.bar(62, 60, ...polar(62, 60, 30, angle), 9, pen.ink.line, 'butt')
      pen.disc(62, 60, 17)
      pen.path([92, 16, 84, 34, 98, 52], pen.ink.line, 2.4)
      pen.dot(62, 60, 5, pen.ink.accent)
      pen.box(6, 94, 108, 9, pen.ink.dark)
    },
  ],
  [
    'crusher-hammer',
    'Hammer crusher',
    '锤式破碎机',
    120,
    110,
    (pen) => {
      pen.shape([38, 6, 82, 6, 74, 24, 46, 24], pen.ink.part)
      pen.box(10, 24, 100, 68, pen.ink.part, 10)
      pen.disc(60, 58, 31, pen.ink.paper)
      for (let hammer = 0; hammer < 6; hammer++) {
        pen.line(60, 58, ...polar(60, 58, 25, 60 * hammer), pen.ink.line, 2)
        pen.dot(...polar(60, 58, 25, 60 * hammer), 5)
      }
      pen.disc(60, 58, 14)
      pen.dashes(32, 86, 88, 86, 5, pen.ink.line, 2)
      pen.box(6, 94, 108, 9, pen.ink.dark)
    },
  ],
  [
    'hydrocyclone',
    'Hydrocyclones',
    '水力旋流器组',
    130,
    120,
    (pen) => {
      pen.line(8, 14, 122, 14, pen.ink.line, 2.6)
      for (const x of [30, 65, 100]) {
        pen.line(x, 14, x, 26, pen.ink.line, 1.8)
        pen.box(x - 13, 26, 26, 22)
        pen.shape([x - 13, 48, x + 13, 48, x + 4, 96, x - 4, 96])
        pen.line(x, 96, x, 106, pen.ink.line, 1.8)
      }
      pen.shape([10, 106, 120, 106, 114, 116, 16, 116], pen.ink.part)
    },
  ],
  [
    'spiral-classifier',
    'Spiral classifier',
    '螺旋分级机',
    160,
    100,
    (pen) => {
      pen.shape([6, 78, 14, 62, 146, 18, 154, 34, 60, 90, 12, 90])
      pen.area([9, 76, 60, 76, 84, 74, 58, 88, 13, 88], pen.ink.liquid)
      for (let turn = 0; turn < 7; turn++)
        pen.line(26 + 17 * turn, 62 - 5.7 * turn, 36 + 17 * turn, 80 - 7.4 * turn, pen.ink.accent, 1.8)
      pen.line(20, 76, 148, 28, pen.ink.accent, 1.6)
      pen.box(134, 6, 20, 14, pen.ink.part)
      pen.line(124, 50, 124, 94, pen.ink.line, 1.8)
      pen.line(4, 95, 156, 95, pen.ink.line, 1.8)
    },
  ],
  [
    'pull-cord-switch',
    'Pull-cord switch',
    '拉绳开关',
    140,
    90,
    (pen) => {
      pen.box(48, 30, 44, 52, pen.ink.body, 4)
      const [x, y] = polar(70, 38, 24, -90 + 38 * (1 - pen.share))
      pen.bar(70, 38, x, y, 6, pen.ink.dark)
      pen.path([4, 14, x, y, 136, 14], pen.ink.red, 1.6)
      pen.disc(70, 40, 8, pen.ink.part)
      pen.text(54, 54, 32, 22, pen.inscription || (pen.isOn ? 'ON' : 'OFF'))
    },
    'switch',
  ],
  [
    'belt-misalignment',
    'Belt misalignment switch',
    '跑偏开关',
    120,
    100,
    (pen) => {
      pen.shape([4, 44, 74, 44, 84, 60, 14, 60], pen.ink.dark)
      pen.line(20, 52, 64, 52, pen.ink.paper, 1.4)
      const lean = pen.isOn ? 14 : 0
      pen.bar(96, 74, 90 + lean, 14, 8, pen.ink.part)
      pen.line(96, 74, 90 + lean, 14)
      pen.box(78, 66, 36, 28, pen.ink.body, 4)
      pen.dot(96, 80, 5, pen.ink.accent)
    },
    'still',
  ],
  [
    'locating-station',
    'Personnel locating station',
    '人员定位基站',
    110,
    120,
    (pen) => {
      for (const r of [12, 22, 32]) pen.arc(55, 40, r, 215, 110, pen.ink.line, pen.isOn ? 1.8 : 0.8)
      pen.line(55, 36, 55, 62, pen.ink.line, 2)
      pen.dot(55, 36, 5)
      pen.box(14, 62, 82, 50, pen.ink.body, 5)
      pen.disc(34, 78, 6, pen.ink.paper)
      pen.area([24, 104, 27, 88, 41, 88, 44, 104], pen.ink.line)
      for (const y of [78, 90, 102]) pen.line(56, y, 86, y, pen.ink.accent, 1.4)
    },
    'still',
  ],
  [
    'refuge-chamber',
    'Refuge chamber',
    '避难硐室',
    140,
    110,
    (pen) => {
      pen.area([4, 104, 4, 40, 28, 8, 112, 8, 136, 40, 136, 104], pen.ink.dark)
      pen.shape([18, 104, 18, 46, 38, 22, 102, 22, 122, 46, 122, 104])
      pen.bar(70, 38, 70, 70, 11, pen.ink.green, 'butt')
      pen.bar(54, 54, 86, 54, 11, pen.ink.green, 'butt')
      for (const x of [38, 102]) {
        pen.dot(x, 74, 6)
        pen.area([x - 10, 104, x - 7, 84, x + 7, 84, x + 10, 104], pen.ink.line)
      }
    },
    'still',
  ],
  [
    'mobile-substation',
    'Mobile substation',
    '移动变电站',
    160,
    90,
    (pen) => {
      pen.box(8, 24, 34, 42, pen.ink.part)
      pen.box(42, 14, 76, 52)
      pen.box(118, 24, 34, 42, pen.ink.part)
      pen.disc(70, 40, 15, pen.ink.paper)
      pen.disc(90, 40, 15, pen.ink.paper)
      pen.ring(70, 40, 15)
      pen.area([27, 32, 17, 48, 24, 48, 21, 60, 33, 42, 26, 42], pen.ink.line)
      for (const x of [34, 66, 96, 126]) wheel(pen, x, 73, 8)
      pen.line(4, 83, 156, 83, pen.ink.line, 1.8)
    },
    'still',
  ],
  [
    'excavator',
    'Excavator',
    '挖掘机',
    150,
    110,
    (pen) => {
      pen.bar(56, 48, 84, 16, 9, pen.ink.line)
      pen.bar(84, 16, 122, 40, 8, pen.ink.line)
      pen.bar(122, 40, 120, 68, 6, pen.ink.line)
      pen.shape([108, 66, 134, 70, 128, 92, 112, 88], pen.ink.dark)
      pen.shape([10, 44, 40, 44, 40, 30, 64, 30, 70, 70, 10, 70])
      pen.box(45, 36, 14, 18, pen.ink.paper)
      pen.box(6, 76, 76, 24, pen.ink.dark, 12)
      for (const x of [20, 44, 68]) pen.dot(x, 88, 6, pen.ink.part)
      pen.line(4, 103, 146, 103, pen.ink.line, 1.8)
    },
  ],
])
