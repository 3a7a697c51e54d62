import { defineSymbols, type Family } from '../define.ts'
import { arrowHead, foot, motorSide, wheel } from '../parts.ts'
import { polar } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Production and automation', zh: '生产与自动化' }, colorScheme: 'run' }

/** Factory machines and position sensors. */
export const factory = defineSymbols(family, [
  [
    'robot-arm',
    'Industrial robot',
    '工业机器人',
    130,
    130,
    (pen) => {
      pen.box(14, 112, 60, 12, pen.ink.dark)
      pen.shape([28, 112, 34, 88, 54, 88, 60, 112], pen.ink.part)
      for (const [thickness, color] of [
        [19, pen.ink.line],
        [14, pen.ink.body],
      ] as const) {
        pen.bar(44, 84, 62, 36, thickness, color)
        pen.bar(62, 36, 104, 50, thickness - 3, color)
      }
      for (const [x, y, r] of [
        [44, 84, 13],
        [62, 36, 11],
        [104, 50, 8],
      ] as const) {
        pen.disc(x, y, r, pen.ink.part)
        pen.dot(x, y, r * 0.35)
      }
      pen.line(104, 58, 104, 70, pen.ink.line, 2)
      const open = pen.isOn ? 7 : 14
      pen.path([104 - open, 90, 104 - open, 74, 104 + open, 74, 104 + open, 90], pen.ink.line, 2)
    },
  ],
  [
    'machine-tool',
    'CNC machine tool',
    '数控机床',
    140,
    110,
    (pen) => {
      pen.box(6, 14, 128, 84, pen.ink.body, 5)
      pen.box(16, 26, 72, 50, pen.ink.paper, 2)
      pen.box(42, 26, 20, 18, pen.ink.dark)
      pen.area([46, 44, 58, 44, 52, 58], pen.ink.line)
      pen.box(30, 62, 44, 14, pen.ink.part)
      pen.box(98, 26, 26, 22, pen.ink.dark, 2)
      for (const x of [103, 111, 119]) pen.dot(x, 60, 3, pen.ink.accent)
      pen.flat(12, 98, 116, 8, pen.ink.dark)
    },
  ],
  [
    'press',
    'Press',
    '压力机',
    110,
    130,
    (pen) => {
      const down = 16 * pen.share
      pen.shape([12, 10, 98, 10, 98, 118, 78, 118, 78, 40, 32, 40, 32, 118, 12, 118])
      pen.box(47, 16, 16, 40 + down, pen.ink.dark)
      pen.box(36, 48 + down, 38, 14, pen.ink.part)
      pen.box(32, 92, 46, 16, pen.ink.part)
      pen.box(6, 116, 98, 9, pen.ink.dark)
    },
  ],
  [
    'injection-machine',
    'Injection moulding machine',
    '注塑机',
    160,
    90,
    (pen) => {
      pen.box(6, 58, 148, 24, pen.ink.body, 2)
      pen.box(14, 26, 14, 32, pen.ink.part)
      pen.box(36, 26, 18, 32, pen.ink.dark)
      pen.box(58, 26, 12, 32, pen.ink.part)
      pen.line(28, 34, 36, 34, pen.ink.line, 2)
      pen.line(28, 50, 36, 50, pen.ink.line, 2)
      pen.box(70, 36, 66, 13, pen.ink.body)
      pen.shape([98, 8, 124, 8, 116, 30, 116, 36, 106, 36, 106, 30], pen.ink.part)
      pen.box(136, 30, 16, 26, pen.ink.dark)
    },
  ],
  [
    'packing-machine',
    'Packing machine',
    '包装机',
    140,
    110,
    (pen) => {
      pen.box(34, 8, 60, 62, pen.ink.body, 4)
      pen.box(44, 18, 40, 22, pen.ink.paper)
      for (const x of [50, 64, 78]) pen.dot(x, 54, 3.5, pen.ink.accent)
      pen.box(6, 82, 128, 14, pen.ink.part, 7)
      for (const x of [24, 64, 104]) {
        pen.box(x - 11, 62, 22, 20, pen.ink.paper)
        pen.line(x, 62, x, 82)
      }
      for (const x of [20, 120]) pen.line(x, 96, x, 106, pen.ink.line, 1.6)
    },
  ],
  [
    'palletizer',
    'Palletizer',
    '码垛机',
    130,
    120,
    (pen) => {
      pen.box(8, 6, 12, 106, pen.ink.part)
      pen.box(8, 14, 92, 14)
      pen.line(82, 28, 82, 42, pen.ink.line, 2)
      pen.box(66, 42, 32, 9, pen.ink.dark)
      pen.box(70, 51, 24, 17, pen.ink.paper)
      for (const x of [54, 82]) pen.box(x, 82, 28, 19, pen.ink.paper)
      pen.box(48, 101, 68, 11, pen.ink.dark)
      pen.line(4, 113, 126, 113, pen.ink.line, 1.8)
    },
  ],
  [
    'cylinder',
    'Pneumatic cylinder',
    '气缸',
    150,
    60,
    (pen) => {
      const out = 26 * pen.share
      pen.bar(70 + out, 30, 112 + out, 30, 7, pen.ink.dark, 'butt')
      pen.box(8, 12, 92, 36, pen.ink.body)
      pen.box(36 + out, 12, 12, 36, pen.ink.dark)
      pen.line(48 + out, 30, 100, 30, pen.ink.accent, 1.8)
      pen.box(111 + out, 18, 9, 24, pen.ink.part)
      for (const x of [18, 90]) pen.line(x, 48, x, 57, pen.ink.line, 1.8)
    },
    'valve',
  ],
  [
    'weighbridge',
    'Weighbridge',
    '地磅',
    160,
    100,
    (pen) => {
      pen.shape([22, 30, 84, 30, 84, 56, 22, 56])
      pen.shape([88, 34, 112, 34, 124, 48, 124, 56, 88, 56], pen.ink.part)
      for (const x of [38, 66, 106]) wheel(pen, x, 60, 9)
      pen.box(8, 70, 144, 10, pen.ink.dark)
      for (const x of [28, 132]) pen.box(x - 9, 80, 18, 14, pen.ink.part)
      pen.box(124, 6, 32, 20, pen.ink.paper, 2)
      pen.text(126, 7, 28, 18, pen.inscription || 't', pen.ink.line)
    },
    'still',
  ],
  [
    'chimney',
    'Chimney',
    '烟囱',
    80,
    150,
    (pen) => {
      if (pen.isOn)
        for (const [x, y, r] of [
          [42, 22, 9],
          [56, 13, 7],
          [68, 7, 4],
        ] as const)
          pen.dot(x, y, r, pen.ink.part)
      pen.shape([30, 36, 50, 36, 58, 138, 22, 138])
      for (const y of [50, 66])
        pen.area(
          [
            30.4 - (y - 36) * 0.08,
            y,
            49.6 + (y - 36) * 0.08,
            y,
            50 + (y - 28) * 0.08,
            y + 8,
            30 - (y - 28) * 0.08,
            y + 8,
          ],
          pen.ink.accent,
        )
      pen.box(10, 138, 60, 8, pen.ink.dark)
    },
  ],
  [
    'precipitator',
    'Electrostatic precipitator',
    '电除尘器',
    150,
    120,
    (pen) => {
      for (const x of [34, 116]) pen.bar(x, 66, x, 114, 5, pen.ink.dark, 'butt')
      pen.shape([4, 32, 22, 16, 22, 66, 4, 52], pen.ink.part)
      pen.shape([146, 32, 128, 16, 128, 66, 146, 52], pen.ink.part)
      for (const x of [22, 57, 92]) pen.shape([x, 66, x + 36, 66, x + 23, 94, x + 13, 94])
      pen.box(22, 10, 106, 56)
      for (const x of [36, 55, 74, 93, 112]) pen.line(x, 16, x, 60, pen.ink.accent, 1.6)
      pen.area([78, 20, 64, 42, 73, 42, 69, 58, 86, 35, 77, 35], pen.ink.accent)
    },
  ],
  [
    'photoelectric-sensor',
    'Photoelectric sensor',
    '光电开关',
    140,
    70,
    (pen) => {
      pen.box(6, 16, 32, 38, pen.ink.body, 4)
      pen.box(102, 16, 32, 38, pen.ink.body, 4)
      pen.area([38, 27, 46, 35, 38, 43], pen.ink.line)
      pen.area([102, 27, 94, 35, 102, 43], pen.ink.line)
      if (pen.isOn) pen.box(60, 10, 20, 50, pen.ink.part)
      pen.dashes(48, 35, pen.isOn ? 60 : 92, 35, 6, pen.ink.red, 1.8)
      pen.dot(22, 26, 4, pen.isOn ? pen.ink.amber : pen.ink.accent)
    },
    'still',
  ],
  [
    'proximity-sensor',
    'Proximity switch',
    '接近开关',
    130,
    70,
    (pen) => {
      pen.line(4, 35, 22, 35, pen.ink.line, 2.4)
      pen.box(22, 20, 58, 30, pen.ink.body, 3)
      for (const x of [34, 44, 54, 64]) pen.line(x, 20, x, 50, pen.ink.line, 0.8)
      pen.box(80, 22, 10, 26, pen.ink.dark, 2)
      for (const r of [8, 16]) pen.arc(90, 35, r, -40, 80, pen.ink.line, 1.2)
      pen.box(pen.isOn ? 108 : 116, 14, 10, 42, pen.ink.part)
    },
    'still',
  ],
  [
    'limit-switch',
    'Limit switch',
    '行程开关',
    90,
    110,
    (pen) => {
      const [x, y] = polar(45, 44, 32, -90 + 40 * pen.share)
      pen.bar(45, 44, x, y, 6, pen.ink.dark)
      pen.disc(x, y, 8, pen.ink.part)
      pen.box(18, 34, 54, 66, pen.ink.body, 4)
      pen.disc(45, 50, 9, pen.ink.part)
      pen.line(28, 86, 40, 86, pen.ink.accent, 1.6)
      pen.line(40, 86, ...polar(40, 86, 16, -28 + 28 * pen.share), pen.ink.accent, 1.6)
      pen.line(56, 86, 62, 86, pen.ink.accent, 1.6)
    },
    'switch',
  ],
  [
    'encoder',
    'Rotary encoder',
    '编码器',
    110,
    90,
    (pen) => {
      pen.flat(82, 40, 24, 8, pen.ink.dark)
      pen.box(58, 16, 24, 56, pen.ink.part)
      pen.disc(40, 44, 34)
      pen.ring(40, 44, 24, pen.ink.accent, 0.8)
      for (let mark = 0; mark < 12; mark++)
        pen.line(...polar(40, 44, 25, 30 * mark), ...polar(40, 44, 31, 30 * mark), pen.ink.accent, 1.4)
      pen.dot(40, 44, 6, pen.ink.accent)
    },
    'still',
  ],
  [
    'code-reader',
    'Code reader',
    '扫码器',
    110,
    110,
    (pen) => {
      pen.box(34, 6, 42, 28, pen.ink.body, 5)
      pen.box(42, 34, 26, 8, pen.ink.dark)
      if (pen.isOn) pen.area([46, 42, 64, 42, 92, 78, 18, 78], pen.ink.beam)
      pen.box(14, 78, 82, 26, pen.ink.paper)
      for (const [x, wide] of [
        [22, 4],
        [30, 8],
        [42, 3],
        [49, 6],
        [59, 3],
        [66, 9],
        [79, 3],
        [85, 5],
      ] as const)
        pen.flat(x, 82, wide, 18, pen.ink.dark)
    },
    'light',
  ],
  [
    'hoist-electric',
    'Electric hoist',
    '电动葫芦',
    120,
    110,
    (pen) => {
      pen.box(4, 6, 112, 9, pen.ink.part)
      for (const x of [46, 74]) pen.disc(x, 21, 6, pen.ink.dark)
      motorSide(pen, 12, 30, 34, 26)
      pen.box(46, 28, 46, 30, pen.ink.body, 4)
      for (const x of [56, 64, 72, 80]) pen.line(x, 30, x, 56, pen.ink.accent)
      pen.line(69, 58, 69, 80, pen.ink.line, 1.8)
      pen.box(61, 78, 16, 9, pen.ink.dark, 2)
      pen.arc(69, 94, 7, -90, 240, pen.ink.line, 2)
    },
  ],
  [
    'stacker-crane',
    'Stacker crane',
    '堆垛机',
    130,
    130,
    (pen) => {
      for (const x of [70, 98, 124]) pen.line(x, 12, x, 116, pen.ink.line, 1.4)
      for (const y of [32, 60, 88, 116]) pen.line(70, y, 124, y, pen.ink.line, 1.4)
      for (const [x, y] of [
        [74, 18],
        [102, 46],
        [74, 74],
      ] as const)
        pen.box(x, y, 18, 14, pen.ink.paper)
      pen.box(22, 6, 12, 108, pen.ink.part)
      pen.box(14, 112, 38, 9, pen.ink.dark)
      pen.box(26, 50, 34, 26)
      arrowHead(pen, 28, 18, 11, -90, pen.ink.line)
      pen.line(4, 123, 126, 123, pen.ink.line, 1.8)
    },
  ],
  [
    'dust-hood',
    'Extraction hood',
    '集气罩',
    120,
    100,
    (pen) => {
      pen.box(48, 5, 24, 28, pen.ink.part)
      pen.shape([48, 33, 72, 33, 110, 66, 110, 78, 10, 78, 10, 66])
      for (const x of [34, 60, 86]) {
        pen.line(x, 96, x, pen.isOn ? 86 : 92, pen.ink.line, 1.6)
        if (pen.isOn) arrowHead(pen, x, 82, 10, -90)
      }
    },
  ],
  [
    'utility-station',
    'Utility station',
    '公用工程站',
    130,
    100,
    (pen) => {
      pen.shape([6, 36, 65, 6, 124, 36], pen.ink.part)
      pen.box(12, 36, 106, 58, pen.ink.body)
      pen.disc(40, 66, 18, pen.ink.paper)
      pen.path([27, 56, 53, 60], pen.ink.line, 1.4)
      pen.path([27, 76, 53, 72], pen.ink.line, 1.4)
      foot(pen, 90, 80, 92, 10, 16)
      pen.box(76, 50, 28, 30, pen.ink.part, 10)
    },
  ],
])
