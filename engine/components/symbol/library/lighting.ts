import { defineSymbols, type Family } from '../define.ts'
import { polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Lighting', zh: '照明' }, colorScheme: 'light' }

/** Lamps, their power supplies and poles. A lit lamp has rays or a beam. */
export const lighting = defineSymbols(family, [
  [
    'lamp-symbol',
    'Lamp (one-line)',
    '灯（单线）',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 40, pen.ink.glow)
      for (const angle of [45, 135])
        pen.line(...polar(50, 50, 40, angle), ...polar(50, 50, 40, angle + 180), pen.ink.line, 1.6)
      if (pen.isOn)
        for (const angle of [0, 90, 180, 270])
          pen.line(...polar(50, 50, 41, angle), ...polar(50, 50, 47, angle), pen.ink.line, 2)
    },
  ],
  [
    'lamp-bulb',
    'Bulb',
    '灯泡',
    100,
    120,
    (pen) => {
      if (pen.isOn)
        for (const angle of [-150, -120, -90, -60, -30])
          pen.line(...polar(50, 50, 37, angle), ...polar(50, 50, 46, angle), pen.ink.line, 1.6)
      pen.disc(50, 50, 30, pen.ink.glow)
      pen.shape([34, 72, 66, 72, 62, 88, 38, 88], pen.ink.glow)
      pen.flat(36, 66, 28, 8, pen.ink.glow)
      pen.box(37, 88, 26, 18, pen.ink.part, 3)
      pen.line(37, 97, 63, 97)
      pen.path([42, 70, 44, 52, 50, 60, 56, 52, 58, 70], pen.ink.line)
    },
  ],
  [
    'street-lamp',
    'Street lamp, one head',
    '单臂路灯',
    110,
    150,
    (pen) => {
      beam(pen, [70, 28, 100, 28, 108, 140, 46, 140])
      pen.bar(24, 138, 24, 24, 6, pen.ink.dark, 'butt')
      arm(pen, 24, 24, 1, 48)
      head(pen, 66, 18, 1)
      pen.box(14, 134, 20, 10, pen.ink.part)
    },
  ],
  [
    'street-lamp-double',
    'Street lamp, two heads',
    '双臂路灯',
    160,
    150,
    (pen) => {
      beam(pen, [118, 28, 148, 28, 156, 140, 98, 140])
      beam(pen, [42, 28, 12, 28, 4, 140, 62, 140])
      pen.bar(80, 138, 80, 24, 6, pen.ink.dark, 'butt')
      arm(pen, 80, 24, 1, 40)
      arm(pen, 80, 24, -1, 40)
      head(pen, 114, 18, 1)
      head(pen, 46, 18, -1)
      pen.box(70, 134, 20, 10, pen.ink.part)
    },
  ],
  [
    'garden-lamp',
    'Garden lamp',
    '庭院灯',
    90,
    140,
    (pen) => {
      if (pen.isOn) pen.dot(45, 36, 36, pen.ink.beam)
      pen.bar(45, 130, 45, 58, 6, pen.ink.dark, 'butt')
      pen.shape([28, 22, 62, 22, 56, 56, 34, 56], pen.ink.glow)
      pen.shape([20, 22, 45, 6, 70, 22], pen.ink.body)
      pen.box(34, 56, 22, 6, pen.ink.part)
      pen.box(33, 126, 24, 9, pen.ink.part)
    },
  ],
  [
    'high-mast',
    'High-mast light',
    '高杆灯',
    110,
    160,
    (pen) => {
      beam(pen, [18, 34, 92, 34, 108, 152, 2, 152])
      pen.shape([52, 14, 58, 14, 61, 150, 49, 150], pen.ink.dark)
      for (const x of [12, 30, 62, 80]) pen.box(x, 26, 16, 10, pen.ink.glow, 2)
      pen.box(10, 16, 90, 10, pen.ink.body, 3)
      pen.box(40, 148, 30, 8, pen.ink.part)
    },
  ],
  [
    'tunnel-lamp',
    'Tunnel lamp',
    '隧道灯',
    120,
    80,
    (pen) => {
      beam(pen, [28, 40, 92, 40, 114, 76, 6, 76])
      pen.line(4, 7, 116, 7, pen.ink.line, 2)
      for (const x of [36, 84]) pen.line(x, 8, x, 18, pen.ink.line, 1.8)
      pen.box(20, 18, 80, 16, pen.ink.body, 4)
      pen.box(27, 34, 66, 8, pen.ink.glow)
    },
  ],
  [
    'high-bay',
    'High-bay lamp',
    '工矿灯',
    100,
    120,
    (pen) => {
      beam(pen, [12, 72, 88, 72, 98, 116, 2, 116])
      pen.line(50, 4, 50, 14, pen.ink.line, 1.8)
      pen.box(38, 14, 24, 20, pen.ink.part, 4)
      pen.oval(14, 56, 72, 26, pen.ink.glow)
      pen.shape([40, 34, 60, 34, 88, 68, 12, 68])
    },
  ],
  [
    'floodlight',
    'Floodlight',
    '投光灯',
    120,
    110,
    (pen) => {
      beam(pen, [77, 8, 117, 2, 117, 68, 97, 64])
      pen.path([28, 104, 28, 58, 48, 46], pen.ink.line, 2.4)
      pen.shape([26, 34, 66, 8, 88, 66, 44, 74])
      pen.shape([66, 8, 76, 6, 98, 66, 88, 68], pen.ink.glow)
      pen.line(10, 104, 46, 104, pen.ink.line, 2.4)
    },
  ],
  [
    'led-strip',
    'LED strip light',
    '线条灯',
    140,
    50,
    (pen) => {
      beam(pen, [14, 28, 126, 28, 136, 48, 4, 48])
      pen.box(6, 8, 128, 20, pen.ink.body, 4)
      for (const x of [22, 41, 60, 79, 98, 117]) pen.dot(x, 18, 5, pen.ink.glow)
    },
  ],
  [
    'ceiling-panel',
    'Ceiling luminaire',
    '格栅灯',
    100,
    100,
    (pen) => {
      pen.box(8, 8, 84, 84, pen.ink.body, 3)
      for (const x of [18, 40, 62]) pen.box(x, 18, 20, 64, pen.ink.glow)
      if (pen.isOn)
        for (const [x, y, a] of [
          [4, 4, 45],
          [96, 4, 135],
          [4, 96, -45],
          [96, 96, -135],
        ] as const)
          pen.line(x, y, ...polar(x, y, 16, a), pen.ink.line, 1.6)
    },
  ],
  [
    'emergency-lamp',
    'Emergency lamp',
    '应急照明灯',
    120,
    90,
    (pen) => {
      beam(pen, [14, 32, 46, 32, 52, 84, 2, 84])
      beam(pen, [74, 32, 106, 32, 118, 84, 68, 84])
      for (const x of [14, 74]) pen.shape([x + 4, 10, x + 28, 10, x + 32, 30, x, 30], pen.ink.glow)
      pen.box(42, 12, 36, 20, pen.ink.part)
      pen.box(28, 40, 64, 32, pen.ink.body, 4)
      pen.text(34, 44, 52, 24, pen.inscription || 'EM', pen.ink.line)
    },
  ],
  [
    'street-lamp-solar',
    'Solar street lamp',
    '太阳能路灯',
    120,
    160,
    (pen) => {
      beam(pen, [80, 52, 110, 52, 118, 150, 56, 150])
      pen.bar(34, 148, 34, 22, 6, pen.ink.dark, 'butt')
      arm(pen, 34, 48, 1, 48)
      head(pen, 76, 42, 1)
      pen.shape([6, 26, 56, 6, 62, 14, 12, 34], pen.ink.blue)
      pen.line(31, 16, 37, 24, pen.ink.paper)
      pen.box(24, 84, 20, 24, pen.ink.part)
      pen.box(24, 144, 20, 10, pen.ink.part)
    },
  ],
  [
    'smart-pole',
    'Smart pole',
    '智慧灯杆',
    120,
    170,
    (pen) => {
      beam(pen, [76, 40, 106, 40, 114, 160, 60, 160])
      pen.bar(44, 158, 44, 14, 7, pen.ink.dark, 'butt')
      for (const r of [7, 13]) pen.arc(44, 14, r, 215, 110)
      arm(pen, 44, 36, 1, 40)
      head(pen, 72, 30, 1)
      pen.box(14, 44, 24, 14, pen.ink.part, 3)
      pen.dot(18, 51, 4)
      pen.box(50, 66, 26, 48, pen.ink.paper, 2)
      for (const y of [76, 86, 96]) pen.line(55, y, 71, y, pen.ink.line)
      pen.box(32, 118, 24, 26, pen.ink.body, 2)
      pen.box(30, 156, 28, 9, pen.ink.part)
    },
  ],
  [
    'wall-lamp',
    'Wall lamp',
    '壁灯',
    90,
    100,
    (pen) => {
      beam(pen, [36, 56, 72, 56, 86, 96, 22, 96])
      pen.line(8, 6, 8, 94, pen.ink.line, 2.4)
      pen.box(10, 22, 10, 26, pen.ink.part)
      pen.path([20, 30, 54, 30, 54, 36], pen.ink.line, 2.2)
      pen.shape([44, 36, 64, 36, 74, 56, 34, 56], pen.ink.glow)
    },
  ],
  [
    'lawn-lamp',
    'Bollard lamp',
    '草坪灯',
    80,
    110,
    (pen) => {
      if (pen.isOn) pen.dot(40, 34, 30, pen.ink.beam)
      pen.box(28, 46, 24, 50, pen.ink.body)
      pen.box(28, 22, 24, 24, pen.ink.glow)
      for (const y of [30, 38]) pen.line(28, y, 52, y)
      pen.box(22, 12, 36, 10, pen.ink.dark, 4)
      for (const x of [8, 16, 64, 72]) pen.line(x, 98, x + (x < 40 ? -3 : 3), 88, pen.ink.line, 1.4)
      pen.line(4, 99, 76, 99, pen.ink.line, 1.8)
    },
  ],
  [
    'ground-lamp',
    'In-ground lamp',
    '地埋灯',
    110,
    90,
    (pen) => {
      beam(pen, [38, 44, 72, 44, 100, 6, 10, 6])
      pen.line(4, 47, 30, 47, pen.ink.line, 2)
      pen.line(80, 47, 106, 47, pen.ink.line, 2)
      pen.box(30, 42, 50, 9, pen.ink.glow)
      pen.shape([36, 51, 74, 51, 66, 80, 44, 80])
      for (const x of [12, 22, 90, 100]) pen.line(x, 58, x - 5, 64, pen.ink.line, 0.8)
    },
  ],
  [
    'photocell',
    'Photocell switch',
    '光控开关',
    90,
    110,
    (pen) => {
      for (const x of [30, 45, 60]) pen.line(x, 92, x, 106, pen.ink.line, 1.8)
      pen.box(12, 36, 66, 56, pen.ink.body, 6)
      pen.disc(45, 30, 22, pen.ink.glow)
      if (pen.isOn) pen.path([24, 74, 66, 74], pen.ink.accent, 2.2)
      else pen.path([24, 74, 38, 74, 58, 60], pen.ink.accent, 2.2)
    },
  ],
  [
    'time-switch',
    'Time switch',
    '时控开关',
    100,
    110,
    (pen) => {
      pen.box(8, 6, 84, 98, pen.ink.body, 6)
      pen.disc(50, 42, 28, pen.ink.paper)
      pen.path([50, 24, 50, 42, 62, 50], pen.ink.line, 1.8)
      pen.line(20, 88, 38, 88, pen.ink.accent, 1.8)
      pen.line(38, 88, ...polar(38, 88, 24, -30 + 30 * pen.share), pen.ink.accent, 2.2)
      pen.line(64, 88, 80, 88, pen.ink.accent, 1.8)
    },
    'switch',
  ],
  [
    'lamp-pole',
    'Pole',
    '灯杆',
    60,
    150,
    (pen) => {
      pen.shape([26, 8, 34, 8, 38, 134, 22, 134])
      pen.box(25, 100, 10, 18, pen.ink.paper)
      pen.box(14, 134, 32, 10, pen.ink.part)
      pen.dot(30, 8, 6, pen.ink.dark)
    },
    'still',
  ],
  [
    'distribution-cabinet',
    'Distribution cabinet',
    '配电箱',
    100,
    110,
    (pen) => {
      pen.box(10, 6, 80, 92, pen.ink.body, 3)
      pen.box(20, 16, 60, 30, pen.ink.paper)
      for (const x of [26, 40, 54, 68]) {
        pen.flat(x - 3, 20, 9, 22, pen.ink.dark)
        pen.flat(x - 1, pen.isOn ? 22 : 32, 5, 8, pen.ink.paper)
      }
      pen.area([54, 54, 38, 76, 48, 76, 44, 92, 64, 68, 53, 68], pen.isOn ? pen.ink.amber : pen.ink.accent)
      pen.box(18, 98, 64, 8, pen.ink.dark)
    },
    'run',
  ],
  [
    'lighting-cabinet',
    'Street lighting cabinet',
    '路灯控制箱',
    110,
    130,
    (pen) => {
      pen.shape([4, 18, 55, 5, 106, 18], pen.ink.dark)
      pen.box(10, 18, 90, 94, pen.ink.body, 2)
      pen.line(55, 18, 55, 112)
      for (const y of [30, 38, 46]) for (const x of [20, 66]) pen.line(x, y, x + 24, y, pen.ink.accent, 0.8)
      pen.line(49, 62, 49, 74, pen.ink.accent, 2)
      pen.line(61, 62, 61, 74, pen.ink.accent, 2)
      pen.disc(78, 90, 11, pen.isOn ? pen.ink.glow : pen.ink.unlit)
      pen.line(...polar(78, 90, 11, 45), ...polar(78, 90, 11, 225))
      pen.line(...polar(78, 90, 11, 135), ...polar(78, 90, 11, 315))
      pen.box(16, 112, 78, 13, pen.ink.part)
    },
    'run',
  ],
  [
    'lighting-loop',
    'Lighting loop',
    '照明回路',
    150,
    80,
    (pen) => {
      pen.path([6, 50, 22, 50], pen.ink.line, 1.8)
      pen.line(22, 50, ...polar(22, 50, 22, -30 + 30 * pen.share), pen.ink.line, 2.2)
      pen.dot(22, 50, 4)
      pen.line(46, 50, 144, 50, pen.ink.line, 1.8)
      for (const x of [62, 96, 130]) {
        pen.line(x, 50, x, 38)
        pen.disc(x, 26, 13, pen.ink.glow)
        pen.line(...polar(x, 26, 13, 45), ...polar(x, 26, 13, 225))
        pen.line(...polar(x, 26, 13, 135), ...polar(x, 26, 13, 315))
      }
      if (pen.isOn) for (const x of [62, 96, 130]) pen.line(x, 9, x, 4, pen.ink.line, 1.6)
    },
  ],
  [
    'lamp-controller',
    'Lamp controller',
    '单灯控制器',
    90,
    120,
    (pen) => {
      pen.line(68, 40, 68, 12, pen.ink.line, 2)
      for (const r of [8, 16]) pen.arc(68, 14, r, 150, 100)
      pen.dot(68, 12, 4)
      pen.box(10, 40, 70, 72, pen.ink.body, 8)
      pen.disc(45, 70, 17, pen.ink.glow)
      for (const angle of [45, 135]) pen.line(...polar(45, 70, 17, angle), ...polar(45, 70, 17, angle + 180))
      for (const x of [29, 40, 51, 62]) pen.dot(x, 99, 3, pen.ink.accent)
    },
  ],
  [
    'lighting-gateway',
    'Lighting gateway',
    '集中控制器',
    120,
    100,
    (pen) => {
      for (const x of [26, 94]) {
        pen.line(x, 50, x, 10, pen.ink.line, 2)
        pen.dot(x, 10, 5)
      }
      for (const r of [10, 19]) pen.arc(60, 36, r, 215, 110, pen.ink.line, 1.4)
      pen.dot(60, 34, 4)
      pen.box(8, 50, 104, 42, pen.ink.body, 6)
      for (const x of [24, 40, 56]) pen.dot(x, 71, 5, pen.isOn ? pen.ink.green : pen.ink.accent)
      pen.line(76, 64, 100, 64, pen.ink.accent)
      pen.line(76, 78, 100, 78, pen.ink.accent)
    },
    'still',
  ],
  [
    'illuminance-sensor',
    'Illuminance sensor',
    '照度传感器',
    100,
    100,
    (pen) => {
      for (const angle of [-160, -125, -90, -55, -20])
        pen.line(...polar(50, 46, 31, angle), ...polar(50, 46, 41, angle), pen.ink.line, 1.4)
      pen.disc(50, 48, 24, pen.ink.glow)
      pen.box(14, 52, 72, 40, pen.ink.body, 6)
      pen.text(22, 57, 56, 30, pen.inscription || 'lx')
    },
  ],
  [
    'brightness-meter',
    'Brightness meter',
    '亮度检测器',
    130,
    110,
    (pen) => {
      pen.line(52, 62, 52, 100, pen.ink.line, 2.4)
      pen.line(30, 102, 74, 102, pen.ink.line, 2)
      pen.box(8, 28, 74, 36, pen.ink.body, 5)
      pen.shape([82, 34, 96, 26, 96, 66, 82, 58], pen.ink.dark)
      pen.text(12, 31, 66, 30, pen.inscription || 'cd/m²')
      for (const turn of [-14, 0, 14]) pen.line(104, 46 + turn, 124, 46 + turn * 1.8, pen.ink.line, 1.4)
      pen.box(4, 20, 84, 8, pen.ink.part)
    },
    'still',
  ],
])

function beam(pen: SymbolCanvas, points: readonly number[]): void {
  if (pen.isOn) pen.area(points, pen.ink.beam)
}

/** Draws a lamp arm that rises from its pole. */
function arm(pen: SymbolCanvas, x: number, y: number, side: 1 | -1, reach: number): void {
  pen.bar(x, y + 12, x + side * 12, y - 4, 5, pen.ink.dark)
  pen.bar(x + side * 12, y - 4, x + side * reach, y - 8, 5, pen.ink.dark)
}

function head(pen: SymbolCanvas, x: number, y: number, side: 1 | -1): void {
  pen.shape([x + side * 4, y + 3, x + side * 36, y - 1, x + side * 34, y + 9, x + side * 6, y + 10], pen.ink.glow)
  pen.shape([x, y - 4, x + side * 14, y - 11, x + side * 38, y - 6, x + side * 38, y, x, y + 4], pen.ink.body)
}
