import { defineSymbols, type Family } from '../define.ts'
import { arrowHead, dome, earthBars, wave } from '../parts.ts'
import { polar, type SymbolCanvas } from '../symbolCanvas.ts'

const gearFamily: Family = { words: { en: 'Switchgear', zh: '开关设备' }, colorScheme: 'switch' }

/** Switchgear. Blades and bars show the contact position. In the vivid scheme closed is red and open is green. */
export const switchgear = defineSymbols(gearFamily, [
  [
    'breaker',
    'Circuit breaker',
    '断路器',
    60,
    100,
    (pen) => {
      ends(pen, 30, 26, 74)
      pen.box(8, 26, 44, 48)
      const [x, y] = polar(30, 50, 18, 90 * pen.share)
      pen.line(60 - x, 100 - y, x, y, pen.ink.accent, 2.4)
    },
  ],
  [
    'breaker-iec',
    'Circuit breaker (IEC)',
    '断路器（国标）',
    60,
    100,
    (pen) => {
      blade(pen)
      pen.line(24, 24, 36, 36, pen.ink.line, 1.8)
      pen.line(36, 24, 24, 36, pen.ink.line, 1.8)
    },
  ],
  [
    'breaker-drawout',
    'Withdrawable breaker',
    '手车断路器',
    60,
    120,
    (pen) => {
      pen.path([14, 16, 30, 5, 46, 16], pen.ink.line, 1.6)
      pen.path([14, 28, 30, 17, 46, 28], pen.ink.line, 1.6)
      pen.line(30, 17, 30, 38, pen.ink.line, 1.6)
      pen.box(10, 38, 40, 44)
      const [x, y] = polar(30, 60, 16, 90 * pen.share)
      pen.line(60 - x, 120 - y, x, y, pen.ink.accent, 2.4)
      pen.line(30, 82, 30, 103, pen.ink.line, 1.6)
      pen.path([14, 92, 30, 103, 46, 92], pen.ink.line, 1.6)
      pen.path([14, 104, 30, 115, 46, 104], pen.ink.line, 1.6)
    },
  ],
  [
    'disconnector',
    'Disconnector',
    '隔离开关',
    60,
    100,
    (pen) => {
      blade(pen)
      pen.line(20, 30, 40, 30, pen.ink.line, 1.8)
    },
  ],
  [
    'load-switch',
    'Load-break switch',
    '负荷开关',
    60,
    100,
    (pen) => {
      blade(pen)
      pen.line(20, 22, 40, 22, pen.ink.line, 1.8)
      pen.disc(30, 27, 5, pen.ink.paper)
    },
  ],
  [
    'earthing-switch',
    'Earthing switch',
    '接地开关',
    60,
    120,
    (pen) => {
      pen.line(30, 4, 30, 24, pen.ink.line, 1.6)
      pen.line(20, 24, 40, 24, pen.ink.line, 1.8)
      lever(pen, 30, 74, 48)
      pen.line(30, 74, 30, 96, pen.ink.line, 1.6)
      earthBars(pen, 30, 96, 22, 9)
    },
  ],
  [
    'contactor',
    'Contactor',
    '接触器',
    60,
    100,
    (pen) => {
      blade(pen)
      pen.arc(30, 24, 7, -90, 180, pen.ink.line, 1.8)
    },
  ],
  [
    'knife-switch',
    'Double-throw switch',
    '双电源转换开关',
    100,
    100,
    (pen) => {
      pen.line(24, 4, 24, 30, pen.ink.line, 1.6)
      pen.line(76, 4, 76, 30, pen.ink.line, 1.6)
      pen.line(50, 74, 50, 96, pen.ink.line, 1.6)
      pen.bar(50, 74, 24 + 52 * pen.share, pen.share === 0.5 ? 22 : 34, 6, pen.ink.body)
      pen.line(50, 74, 24 + 52 * pen.share, pen.share === 0.5 ? 22 : 34, pen.ink.line, 1.6)
      for (const [x, y] of [
        [24, 32],
        [76, 32],
        [50, 74],
      ] as const)
        pen.disc(x, y, 5, pen.ink.paper)
    },
  ],
  [
    'switch-toggle',
    'Switch',
    '开关',
    110,
    60,
    (pen) => {
      pen.line(4, 42, 26, 42, pen.ink.line, 1.8)
      pen.line(84, 42, 106, 42, pen.ink.line, 1.8)
      const [x, y] = polar(28, 42, 56, -32 * (1 - pen.share))
      pen.line(28, 42, x, y, pen.ink.line, 2.4)
      pen.disc(28, 42, 6)
      pen.disc(82, 42, 6)
    },
  ],
  [
    'fuse',
    'Fuse',
    '熔断器',
    50,
    100,
    (pen) => {
      pen.box(12, 26, 26, 48)
      if (pen.ink.state === 'fault') {
        pen.line(25, 4, 25, 40, pen.ink.line, 1.6)
        pen.line(25, 60, 25, 96, pen.ink.line, 1.6)
      } else pen.line(25, 4, 25, 96, pen.ink.line, 1.6)
    },
    'still',
  ],
  [
    'fuse-switch',
    'Fuse switch',
    '熔断器式开关',
    60,
    110,
    (pen) => {
      pen.line(30, 4, 30, 26, pen.ink.line, 1.6)
      pen.line(20, 26, 40, 26, pen.ink.line, 1.8)
      pen.line(30, 86, 30, 106, pen.ink.line, 1.6)
      const lean = -90 - 28 * (1 - pen.share)
      const at = (along: number, across: number) => {
        const [x, y] = polar(30, 86, along, lean)
        return polar(x, y, across, lean + 90)
      }
      pen.shape([...at(14, -8), ...at(46, -8), ...at(46, 8), ...at(14, 8)])
      pen.line(30, 86, ...at(60, 0), pen.ink.line, 1.8)
    },
  ],
  [
    'socket',
    'Socket outlet',
    '插座',
    100,
    80,
    (pen) => {
      pen.line(50, 4, 50, 26, pen.ink.line, 1.8)
      pen.line(12, 26, 88, 26, pen.ink.line, 1.8)
      dome(pen, 50, 70, 42, pen.ink.body)
    },
    'still',
  ],
])

const powerFamily: Family = { words: { en: 'Power equipment', zh: '电力设备' }, colorScheme: 'still' }

/** One-line symbols of transformers, measurement, storage and protection. */
export const power = defineSymbols(powerFamily, [
  [
    'transformer',
    'Transformer, two windings',
    '双绕组变压器',
    80,
    120,
    (pen) => {
      ends(pen, 40, 14, 106)
      pen.disc(40, 42, 28)
      pen.disc(40, 78, 28)
      pen.ring(40, 42, 28)
      star(pen, 40, 38)
      delta(pen, 40, 84)
    },
  ],
  [
    'transformer-three',
    'Transformer, three windings',
    '三绕组变压器',
    110,
    110,
    (pen) => {
      pen.line(55, 4, 55, 10, pen.ink.line, 1.6)
      pen.line(33, 96, 33, 106, pen.ink.line, 1.6)
      pen.line(77, 96, 77, 106, pen.ink.line, 1.6)
      for (const [x, y] of [
        [55, 36],
        [35, 70],
        [75, 70],
      ] as const)
        pen.disc(x, y, 26)
      for (const [x, y] of [
        [55, 36],
        [35, 70],
      ] as const)
        pen.ring(x, y, 26)
      star(pen, 55, 30)
      star(pen, 29, 75)
      delta(pen, 82, 76)
    },
  ],
  [
    'transformer-auto',
    'Autotransformer',
    '自耦变压器',
    90,
    110,
    (pen) => {
      pen.line(45, 30, 45, 4, pen.ink.line, 1.6)
      pen.disc(45, 60, 30)
      pen.arc(45, 60, 40, 180, 110, pen.ink.line, 1.4)
      pen.line(45, 90, 45, 106, pen.ink.line, 1.6)
      pen.line(5, 60, 5, 80, pen.ink.line, 1.6)
    },
  ],
  [
    'transformer-oil',
    'Oil-immersed transformer',
    '油浸变压器',
    130,
    120,
    (pen) => {
      for (const x of [38, 58, 78]) pen.box(x, 22, 8, 22, pen.ink.part)
      pen.box(86, 8, 36, 16, pen.ink.part, 8)
      pen.line(96, 24, 96, 42, pen.ink.line, 1.4)
      pen.box(24, 42, 82, 62)
      for (const x of [6, 15, 108, 117]) pen.box(x, 52, 8, 44, pen.ink.part)
      pen.disc(57, 73, 14, pen.ink.paper)
      pen.ring(73, 73, 14)
      pen.box(14, 104, 102, 10, pen.ink.dark)
    },
  ],
  [
    'busbar',
    'Busbar',
    '母线',
    160,
    40,
    (pen) => {
      for (const x of [30, 80, 130]) pen.line(x, 18, x, 36, pen.ink.line, 1.6)
      pen.box(5, 8, 150, 12)
      for (const x of [30, 80, 130]) pen.dot(x, 14, 4, pen.ink.accent)
    },
    'switch',
  ],
  [
    'capacitor',
    'Capacitor',
    '电容器',
    60,
    100,
    (pen) => {
      ends(pen, 30, 42, 58)
      pen.line(6, 42, 54, 42, pen.ink.line, 2.2)
      pen.line(6, 58, 54, 58, pen.ink.line, 2.2)
    },
  ],
  [
    'reactor-coil',
    'Reactor',
    '电抗器',
    70,
    110,
    (pen) => {
      pen.line(35, 4, 35, 52, pen.ink.line, 1.6)
      pen.line(35, 82, 35, 106, pen.ink.line, 1.6)
      pen.arc(35, 52, 29, -180, 270, pen.ink.line, 1.6)
      pen.line(6, 52, 35, 52, pen.ink.line, 1.6)
    },
  ],
  [
    'current-transformer',
    'Current transformer',
    '电流互感器',
    70,
    100,
    (pen) => {
      pen.disc(30, 34, 17)
      pen.disc(30, 66, 17)
      pen.line(30, 4, 30, 96, pen.ink.line, 1.6)
      for (const y of [34, 66]) {
        pen.line(47, y, 64, y)
        pen.line(53, y + 5, 58, y - 5)
      }
    },
  ],
  [
    'voltage-transformer',
    'Voltage transformer',
    '电压互感器',
    80,
    110,
    (pen) => {
      pen.line(40, 4, 40, 18, pen.ink.line, 1.6)
      pen.disc(40, 38, 21)
      pen.disc(26, 66, 21)
      pen.disc(54, 66, 21)
      pen.ring(40, 38, 21)
      pen.ring(26, 66, 21)
      pen.line(26, 87, 26, 98)
      pen.line(54, 87, 54, 98)
    },
  ],
  [
    'earth',
    'Earth',
    '接地',
    70,
    70,
    (pen) => {
      pen.line(35, 4, 35, 34, pen.ink.line, 1.6)
      earthBars(pen, 35, 34, 30, 14)
    },
  ],
  [
    'surge-arrester',
    'Surge arrester',
    '避雷器',
    60,
    130,
    (pen) => {
      pen.box(14, 26, 32, 56)
      pen.line(30, 4, 30, 46, pen.ink.line, 1.6)
      arrowHead(pen, 30, 62, 18, 90)
      pen.line(30, 82, 30, 104, pen.ink.line, 1.6)
      earthBars(pen, 30, 104, 22, 9)
    },
  ],
  [
    'ups',
    'Uninterruptible power supply',
    '不间断电源（UPS）',
    100,
    110,
    (pen) => {
      pen.box(8, 6, 84, 98, pen.ink.body, 4)
      pen.text(16, 12, 68, 30, pen.inscription || 'UPS')
      pen.line(20, 72, 36, 72, pen.ink.accent, 2)
      for (const [x, half] of [
        [40, 14],
        [50, 8],
        [60, 14],
        [70, 8],
      ] as const)
        pen.line(x, 72 - half, x, 72 + half, pen.ink.accent, 2)
      pen.line(74, 72, 82, 72, pen.ink.accent, 2)
    },
    'run',
  ],
  [
    'battery',
    'Battery',
    '蓄电池',
    120,
    80,
    (pen) => {
      pen.box(108, 28, 8, 24, pen.ink.dark)
      pen.box(6, 10, 102, 60, pen.ink.paper, 6)
      pen.flat(12, 16, 90 * pen.level, 48, pen.level < 0.2 ? pen.ink.red : pen.ink.green, 3)
      pen.line(20, 40, 34, 40, pen.ink.line, 1.8)
      pen.line(80, 40, 94, 40, pen.ink.line, 1.8)
      pen.line(87, 33, 87, 47, pen.ink.line, 1.8)
    },
  ],
  [
    'battery-cell',
    'Battery (one-line)',
    '电池组（单线）',
    60,
    100,
    (pen) => {
      ends(pen, 30, 32, 68)
      for (const y of [32, 56]) {
        pen.line(8, y, 52, y, pen.ink.line, 1.6)
        pen.line(20, y + 12, 40, y + 12, pen.ink.line, 2.6)
      }
    },
  ],
  [
    'inverter',
    'Inverter',
    '逆变器',
    100,
    100,
    (pen) => {
      converter(pen)
      dc(pen, 30, 30)
      wave(pen, 52, 82, 72, 2, 8, pen.ink.accent, 1.6)
    },
    'run',
  ],
  [
    'rectifier',
    'Rectifier',
    '整流器',
    100,
    100,
    (pen) => {
      converter(pen)
      wave(pen, 16, 46, 30, 2, 8, pen.ink.accent, 1.6)
      dc(pen, 70, 70)
    },
    'run',
  ],
  [
    'pv-panel',
    'Solar panel',
    '光伏组件',
    120,
    110,
    (pen) => {
      pen.disc(98, 20, 12, pen.ink.amber)
      pen.line(56, 78, 56, 100, pen.ink.line, 2)
      pen.line(36, 102, 76, 102, pen.ink.line, 1.8)
      pen.shape([26, 30, 102, 42, 88, 84, 8, 72], pen.ink.blue)
      pen.line(51, 34, 34, 76, pen.ink.paper)
      pen.line(77, 38, 61, 80, pen.ink.paper)
      pen.line(17, 51, 95, 63, pen.ink.paper)
    },
  ],
  [
    'meter-energy',
    'Energy meter',
    '电能表',
    90,
    100,
    (pen) => {
      pen.box(8, 6, 74, 88, pen.ink.body, 8)
      pen.box(17, 16, 56, 28, pen.ink.paper, 2)
      pen.text(19, 18, 52, 24, pen.inscription || 'kWh', pen.ink.line)
      pen.line(20, 58, 70, 58, pen.ink.accent, 1.8)
      for (const x of [24, 38, 52, 66]) pen.dot(x, 78, 5, pen.ink.accent)
    },
  ],
  [
    'switchboard',
    'Switchgear cabinet',
    '开关柜',
    90,
    140,
    (pen) => {
      pen.box(8, 6, 74, 122, pen.ink.body, 3)
      pen.line(8, 40, 82, 40)
      for (const x of [26, 45, 64]) pen.dot(x, 23, 6, pen.isOn ? pen.ink.green : pen.ink.accent)
      pen.box(24, 52, 42, 34, pen.ink.paper)
      pen.line(45, 60, 45, 78, pen.ink.line, 1.8)
      pen.line(72, 100, 72, 114, pen.ink.accent, 2)
      pen.box(12, 128, 66, 7, pen.ink.dark)
    },
  ],
  [
    'charger',
    'Charging pile',
    '充电桩',
    100,
    130,
    (pen) => {
      pen.box(10, 6, 52, 108, pen.ink.body, 6)
      pen.box(18, 16, 36, 22, pen.ink.paper, 2)
      pen.area([42, 46, 24, 74, 35, 74, 30, 96, 50, 66, 38, 66], pen.ink.accent)
      pen.path([62, 40, 78, 44, 84, 62, 84, 88, 76, 98, 68, 92, 66, 76], pen.ink.line, 1.8)
      pen.box(76, 56, 16, 22, pen.ink.dark, 3)
      pen.box(4, 114, 64, 10, pen.ink.part)
    },
    'run',
  ],
  [
    'pylon',
    'Transmission tower',
    '输电铁塔',
    100,
    140,
    (pen) => {
      pen.path([20, 134, 44, 60, 50, 8, 56, 60, 80, 134], pen.ink.line, 1.6)
      pen.path([10, 36, 50, 26, 90, 36, 10, 36], pen.ink.line, 1.4)
      pen.path([6, 62, 50, 52, 94, 62, 6, 62], pen.ink.line, 1.4)
      pen.path([40, 74, 68, 98, 26, 116], pen.ink.line)
      pen.path([60, 74, 32, 98, 74, 116], pen.ink.line)
      for (const [x, y] of [
        [12, 40],
        [88, 40],
        [8, 66],
        [92, 66],
      ] as const)
        pen.dot(x, y, 4)
    },
  ],
])

function ends(pen: SymbolCanvas, x: number, top: number, bottom: number): void {
  const last = bottom > 100 ? 116 : 96
  pen.line(x, 4, x, top, pen.ink.line, 1.6)
  pen.line(x, bottom, x, last, pen.ink.line, 1.6)
}

/** Draws a contact between two leads, hinged below. The disc of the hinge has the state colour. */
function blade(pen: SymbolCanvas): void {
  pen.line(30, 4, 30, 30, pen.ink.line, 1.6)
  lever(pen, 30, 72, 42)
  pen.line(30, 72, 30, 96, pen.ink.line, 1.6)
}

function lever(pen: SymbolCanvas, x: number, y: number, length: number): void {
  pen.line(x, y, ...polar(x, y, length, -90 - 30 * (1 - pen.share)), pen.ink.line, 2.6)
  pen.disc(x, y, 7)
}

function star(pen: SymbolCanvas, cx: number, cy: number): void {
  for (const angle of [90, 210, 330]) pen.line(cx, cy, ...polar(cx, cy, 10, angle), pen.ink.line)
}

function delta(pen: SymbolCanvas, cx: number, cy: number): void {
  const [top, right, left] = [polar(cx, cy, 11, -90), polar(cx, cy, 11, 30), polar(cx, cy, 11, 150)]
  pen.path([...top, ...right, ...left, ...top], pen.ink.line)
}

function converter(pen: SymbolCanvas): void {
  pen.box(8, 8, 84, 84)
  pen.line(8, 92, 92, 8, pen.ink.line)
}

function dc(pen: SymbolCanvas, cx: number, cy: number): void {
  pen.line(cx - 14, cy - 4, cx + 14, cy - 4, pen.ink.accent, 1.6)
  pen.dashes(cx - 14, cy + 5, cx + 14, cy + 5, 7, pen.ink.accent, 1.6)
}
