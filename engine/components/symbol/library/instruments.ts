import { defineSymbols, type Family } from '../define.ts'
import { arrowHead, wave } from '../parts.ts'
import { polar, type SymbolCanvas } from '../symbolCanvas.ts'

const bubbleFamily: Family = { words: { en: 'Instruments (ISA)', zh: '仪表（ISA）' }, colorScheme: 'still' }

/**
 * Instrument bubbles with tag letters according to ISA-5.1. The inscription replaces the letters; `PT\n101` adds a
 * number.
 */
export const instruments = defineSymbols(bubbleFamily, [
  ['instrument', 'Field instrument', '就地仪表', 100, 100, (pen) => bubble(pen, 'XI')],
  ['instrument-temperature', 'Temperature transmitter', '温度变送器', 100, 100, (pen) => bubble(pen, 'TT')],
  ['instrument-pressure', 'Pressure transmitter', '压力变送器', 100, 100, (pen) => bubble(pen, 'PT')],
  ['instrument-flow', 'Flow transmitter', '流量变送器', 100, 100, (pen) => bubble(pen, 'FT')],
  ['instrument-level', 'Level transmitter', '液位变送器', 100, 100, (pen) => bubble(pen, 'LT')],
  ['instrument-analyser', 'Analyser', '分析仪', 100, 100, (pen) => bubble(pen, 'AT')],
  [
    'instrument-panel',
    'Panel-mounted instrument',
    '盘装仪表',
    100,
    100,
    (pen) => {
      bubble(pen, 'PI')
      pen.line(6, 50, 94, 50)
    },
  ],
  [
    'instrument-shared',
    'Shared display and control (DCS)',
    '共享显示控制（DCS）',
    100,
    100,
    (pen) => {
      pen.box(6, 6, 88, 88, pen.ink.part)
      pen.disc(50, 50, 44)
      pen.line(6, 50, 94, 50)
      letters(pen, 'FIC')
    },
  ],
  [
    'instrument-plc',
    'Logic controller function (PLC)',
    '逻辑控制（PLC）',
    100,
    100,
    (pen) => {
      pen.box(6, 6, 88, 88, pen.ink.part)
      pen.shape([50, 6, 94, 50, 50, 94, 6, 50])
      pen.text(27, 33, 46, 34, pen.inscription || 'YS')
    },
  ],
])

const sensorFamily: Family = { words: { en: 'Sensors and meters', zh: '传感器与流量计' }, colorScheme: 'still' }

/** Realistic sensors. Gauges and sight glasses show `level`. */
export const sensors = defineSymbols(sensorFamily, [
  [
    'gauge-pressure',
    'Pressure gauge',
    '压力表',
    100,
    110,
    (pen) => {
      pen.box(42, 84, 16, 20, pen.ink.part)
      pen.disc(50, 46, 40)
      pen.disc(50, 46, 33, pen.ink.paper)
      for (let tick = 0; tick <= 6; tick++)
        pen.line(...polar(50, 46, 25, 135 + 45 * tick), ...polar(50, 46, 31, 135 + 45 * tick), pen.ink.line)
      pen.line(50, 46, ...polar(50, 46, 25, 135 + 270 * pen.level), pen.ink.line, 1.8)
      pen.dot(50, 46, 5)
    },
  ],
  [
    'thermometer',
    'Thermometer',
    '温度计',
    60,
    120,
    (pen) => {
      pen.box(20, 6, 20, 84, pen.ink.paper, 10)
      pen.disc(30, 97, 17, pen.ink.red)
      pen.flat(26, 84 - 68 * pen.level, 8, 68 * pen.level + 10, pen.ink.red, 4)
      for (const y of [22, 38, 54, 70]) pen.line(44, y, 52, y)
    },
  ],
  [
    'level-gauge',
    'Sight level gauge',
    '玻璃板液位计',
    60,
    120,
    (pen) => {
      pen.line(4, 24, 18, 24, pen.ink.line, 1.8)
      pen.line(4, 96, 18, 96, pen.ink.line, 1.8)
      pen.box(18, 6, 30, 108)
      pen.flat(25, 16, 16, 88, pen.ink.paper, 8)
      pen.liquid(25, 16, 16, 88, pen.level, 8)
      pen.frame(25, 16, 16, 88, 8)
    },
  ],
  [
    'level-radar',
    'Radar level transmitter',
    '雷达液位计',
    90,
    120,
    (pen) => {
      pen.box(22, 5, 46, 30, pen.ink.body, 8)
      pen.text(26, 8, 38, 24, pen.inscription || 'LT')
      pen.box(14, 40, 62, 8, pen.ink.part)
      pen.shape([38, 48, 52, 48, 64, 70, 26, 70], pen.ink.part)
      for (const r of [16, 26, 36]) pen.arc(45, 70, r, 60, 60)
      pen.line(10, 114, 80, 114, pen.ink.liquid, 2)
    },
  ],
  [
    'level-switch',
    'Float switch',
    '浮球开关',
    90,
    110,
    (pen) => {
      pen.box(30, 5, 30, 22)
      pen.line(45, 27, 45, 90, pen.ink.line, 1.6)
      pen.oval(24, 68 - 28 * pen.share, 42, 24, pen.ink.body)
      for (const y of [36, 94]) pen.line(36, y, 54, y, pen.ink.line, 1.6)
      pen.line(6, 81 - 28 * pen.share, 22, 81 - 28 * pen.share, pen.ink.liquid, 2)
      pen.line(68, 81 - 28 * pen.share, 84, 81 - 28 * pen.share, pen.ink.liquid, 2)
    },
  ],
  [
    'flow-orifice',
    'Orifice plate',
    '孔板流量计',
    100,
    90,
    (pen) => {
      pen.line(4, 66, 96, 66, pen.ink.line, 2)
      pen.line(44, 46, 44, 86, pen.ink.line, 1.6)
      pen.line(56, 46, 56, 86, pen.ink.line, 1.6)
      pen.line(50, 46, 50, 40)
      pen.disc(50, 23, 18)
      pen.text(35, 10, 30, 26, pen.inscription || 'FE')
    },
  ],
  [
    'flow-magnetic',
    'Magnetic flowmeter',
    '电磁流量计',
    110,
    100,
    (pen) => {
      pen.box(44, 38, 22, 14, pen.ink.part)
      pen.box(34, 5, 42, 34, pen.ink.body, 6)
      pen.text(38, 8, 34, 28, pen.inscription || 'M')
      pen.box(12, 52, 86, 40)
      pen.box(5, 46, 8, 52, pen.ink.part)
      pen.box(97, 46, 8, 52, pen.ink.part)
      pen.line(28, 72, 66, 72, pen.ink.line, 1.4)
      arrowHead(pen, 82, 72, 18, 0)
    },
  ],
  [
    'flow-turbine',
    'Turbine flowmeter',
    '涡轮流量计',
    110,
    80,
    (pen) => {
      pen.box(48, 5, 14, 18, pen.ink.part)
      pen.box(12, 22, 86, 46)
      pen.box(5, 16, 8, 58, pen.ink.part)
      pen.box(97, 16, 8, 58, pen.ink.part)
      pen.area([55, 45, 44, 26, 66, 26], pen.ink.accent)
      pen.area([55, 45, 44, 64, 66, 64], pen.ink.accent)
      pen.bar(34, 45, 76, 45, 9, pen.ink.accent)
    },
  ],
  [
    'flow-vortex',
    'Vortex flowmeter',
    '涡街流量计',
    110,
    80,
    (pen) => {
      pen.box(24, 5, 14, 18, pen.ink.part)
      pen.box(12, 22, 86, 46)
      pen.box(5, 16, 8, 58, pen.ink.part)
      pen.box(97, 16, 8, 58, pen.ink.part)
      pen.area([26, 30, 40, 45, 26, 60], pen.ink.accent)
      for (const [x, y, start] of [
        [54, 36, 150],
        [68, 54, -30],
        [82, 36, 150],
      ] as const)
        pen.arc(x, y, 7, start, 250, pen.ink.accent)
    },
  ],
  [
    'flow-coriolis',
    'Coriolis mass flowmeter',
    '质量流量计',
    110,
    110,
    (pen) => {
      pen.box(40, 5, 30, 22, pen.ink.body, 5)
      pen.box(12, 27, 86, 26)
      pen.box(5, 20, 8, 40, pen.ink.part)
      pen.box(97, 20, 8, 40, pen.ink.part)
      pen.bar(34, 53, 34, 78, 9, pen.ink.dark, 'butt')
      pen.bar(76, 53, 76, 78, 9, pen.ink.dark, 'butt')
      for (let step = 0; step < 6; step++)
        pen.bar(...polar(55, 78, 21, 180 - 30 * step), ...polar(55, 78, 21, 150 - 30 * step), 9, pen.ink.dark)
      pen.line(28, 40, 76, 40, pen.ink.accent)
      arrowHead(pen, 84, 40, 12, 0, pen.ink.accent)
    },
  ],
  [
    'flow-ultrasonic',
    'Ultrasonic flowmeter',
    '超声波流量计',
    110,
    80,
    (pen) => {
      pen.box(6, 20, 98, 42)
      pen.shape([24, 5, 42, 5, 42, 20, 24, 20], pen.ink.dark)
      pen.shape([68, 62, 86, 62, 86, 75, 68, 75], pen.ink.dark)
      pen.dashes(34, 22, 76, 60, 5, pen.ink.accent, 1.6)
    },
  ],
  [
    'rotameter',
    'Variable-area flowmeter',
    '转子流量计',
    70,
    120,
    (pen) => {
      pen.box(20, 5, 30, 12, pen.ink.part)
      pen.shape([16, 17, 54, 17, 46, 103, 24, 103], pen.ink.paper)
      pen.box(20, 103, 30, 12, pen.ink.part)
      const y = 90 - 62 * pen.level
      pen.shape([24, y, 46, y, 40, y + 8, 35, y + 15, 30, y + 8], pen.ink.dark)
      for (const tick of [34, 52, 70, 88]) pen.line(58, tick, 66, tick)
    },
  ],
  [
    'temperature-probe',
    'Temperature probe',
    '热电偶/热电阻',
    70,
    120,
    (pen) => {
      pen.box(12, 5, 46, 34, pen.ink.body, 8)
      pen.text(18, 9, 34, 26, pen.inscription || 'TE')
      pen.box(26, 39, 18, 12, pen.ink.part)
      pen.box(14, 51, 42, 8, pen.ink.dark)
      pen.box(31, 59, 8, 56, pen.ink.part, 4)
    },
  ],
  [
    'vibration-sensor',
    'Vibration sensor',
    '振动传感器',
    100,
    90,
    (pen) => {
      pen.box(32, 20, 36, 48, pen.ink.body, 4)
      wave(pen, 38, 62, 44, 4, 9, pen.ink.accent)
      pen.box(42, 6, 16, 14, pen.ink.part)
      pen.box(14, 68, 72, 14, pen.ink.part)
      pen.arc(28, 44, 10, 120, 120)
      pen.arc(28, 44, 18, 130, 100)
      pen.arc(72, 44, 10, -60, 120)
      pen.arc(72, 44, 18, -50, 100)
    },
  ],
  [
    'load-cell',
    'Load cell',
    '称重传感器',
    100,
    90,
    (pen) => {
      pen.area([50, 30, 38, 8, 62, 8])
      pen.shape([12, 34, 88, 34, 88, 50, 60, 50, 60, 60, 88, 60, 88, 76, 12, 76])
      pen.text(16, 42, 40, 26, pen.inscription || 'kg')
      pen.line(4, 84, 96, 84, pen.ink.line, 1.8)
    },
  ],
  [
    'gas-detector',
    'Gas detector',
    '气体探测器',
    90,
    110,
    (pen) => {
      pen.box(35, 5, 20, 14, pen.ink.part)
      pen.box(14, 18, 62, 50, pen.ink.body, 8)
      pen.text(20, 24, 50, 38, pen.inscription || 'CH₄')
      pen.box(32, 68, 26, 12, pen.ink.part)
      pen.shape([26, 80, 64, 80, 58, 102, 32, 102], pen.ink.dark)
      for (const x of [39, 45, 51]) pen.line(x, 85, x, 97, pen.ink.paper)
    },
  ],
  [
    'smoke-detector',
    'Smoke detector',
    '感烟探测器',
    110,
    90,
    (pen) => {
      pen.line(4, 7, 106, 7, pen.ink.line, 2)
      pen.box(22, 8, 66, 12, pen.ink.part)
      pen.shape([16, 20, 94, 20, 78, 44, 32, 44])
      pen.dot(55, 32, 5, pen.isOn ? pen.ink.green : pen.ink.accent)
      for (const x of [36, 55, 74]) pen.path([x, 86, x - 5, 79, x + 5, 70, x, 62, x, 56])
    },
  ],
])

function bubble(pen: SymbolCanvas, own: string): void {
  pen.disc(50, 50, 44)
  letters(pen, own)
}

/** Draws letters in the upper half and a number below; letters without a number are centred. */
function letters(pen: SymbolCanvas, own: string): void {
  const inscription = pen.inscription || own
  const isSplit = inscription.includes('\n') || own === 'FIC' || own === 'PI'
  if (!isSplit) return pen.text(21, 30, 58, 40, inscription)
  const [upper = '', ...below] = inscription.split('\n')
  pen.text(22, 18, 56, 30, upper)
  pen.text(18, 52, 64, 30, below.join(' '))
}
