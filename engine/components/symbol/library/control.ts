import { defineSymbols, type Family } from '../define.ts'
import { polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Control and protection', zh: '控制与保护' }, colorScheme: 'switch' }

/** Control, protection and signalling devices for one-line diagrams and cabinet doors. */
export const control = defineSymbols(family, [
  [
    'relay-coil',
    'Relay coil',
    '继电器线圈',
    100,
    90,
    (pen) => {
      pen.line(50, 4, 50, 26, pen.ink.line, 1.6)
      pen.line(50, 64, 50, 86, pen.ink.line, 1.6)
      pen.box(10, 26, 80, 38)
      if (pen.inscription !== '') pen.text(16, 30, 68, 30, pen.inscription)
      else if (pen.isOn) pen.bar(18, 45, 82, 45, 9, pen.ink.accent, 'butt')
    },
  ],
  [
    'thermal-relay',
    'Thermal overload relay',
    '热继电器',
    80,
    110,
    (pen) => {
      pen.box(12, 30, 56, 50)
      pen.path([40, 4, 40, 42, 54, 42, 54, 68, 40, 68, 40, 106], pen.ink.line, 1.6)
      if (pen.ink.state === 'fault') pen.line(20, 72, 34, 38, pen.ink.line, 1.4)
    },
    'still',
  ],
  [
    'residual-current-breaker',
    'Residual-current breaker',
    '漏电断路器',
    90,
    120,
    (pen) => {
      pen.line(36, 4, 36, 28, pen.ink.line, 1.6)
      pen.line(30, 22, 42, 34, pen.ink.line, 1.8)
      pen.line(42, 22, 30, 34, pen.ink.line, 1.8)
      pen.line(36, 64, ...polar(36, 64, 38, -90 - 30 * (1 - pen.share)), pen.ink.line, 2.6)
      pen.line(36, 64, 36, 116, pen.ink.line, 1.6)
      pen.disc(36, 64, 7)
      pen.oval(18, 84, 36, 16, pen.ink.paper)
      pen.line(36, 84, 36, 100, pen.ink.line, 1.6)
      pen.box(62, 80, 24, 24, pen.ink.paper)
      pen.text(63, 81, 22, 22, 'I∆', pen.ink.line)
      pen.dashes(74, 80, 74, 50, 5, pen.ink.line)
      pen.dashes(74, 50, 38, 50, 5, pen.ink.line)
    },
  ],
  [
    'soft-starter',
    'Soft starter',
    '软启动器',
    90,
    110,
    (pen) => {
      pen.box(8, 6, 74, 98, pen.ink.body, 5)
      pen.path([18, 66, 34, 66, 58, 26, 72, 26], pen.ink.accent, 2)
      pen.path([18, 18, 18, 74, 74, 74], pen.ink.accent)
      for (const x of [28, 45, 62]) pen.dot(x, 90, 4, pen.ink.accent)
    },
    'run',
  ],
  ['ammeter', 'Ammeter', '电流表', 100, 100, (pen) => meter(pen, 'A'), 'still'],
  ['voltmeter', 'Voltmeter', '电压表', 100, 100, (pen) => meter(pen, 'V'), 'still'],
  [
    'live-indicator',
    'Voltage presence indicator',
    '带电显示器',
    80,
    120,
    (pen) => {
      pen.line(40, 4, 40, 20, pen.ink.line, 1.6)
      pen.line(20, 20, 60, 20, pen.ink.line, 2)
      pen.line(20, 30, 60, 30, pen.ink.line, 2)
      pen.line(40, 30, 40, 46, pen.ink.line, 1.6)
      pen.disc(40, 66, 20, pen.ink.glow)
      for (const angle of [45, 135])
        pen.line(...polar(40, 66, 20, angle), ...polar(40, 66, 20, angle + 180), pen.ink.line, 1.4)
      if (pen.isOn)
        for (const angle of [-20, 20, 160, 200])
          pen.line(...polar(40, 66, 26, angle), ...polar(40, 66, 34, angle), pen.ink.line, 1.6)
      pen.line(40, 86, 40, 98, pen.ink.line, 1.6)
      for (const [half, y] of [
        [22, 98],
        [14, 106],
        [6, 114],
      ] as const)
        pen.line(40 - half, y, 40 + half, y, pen.ink.line, 1.4)
    },
    'light',
  ],
  [
    'cable-termination',
    'Cable termination',
    '电缆终端头',
    70,
    110,
    (pen) => {
      pen.line(35, 4, 35, 34, pen.ink.line, 1.6)
      pen.shape([12, 34, 58, 34, 35, 74])
      pen.line(35, 74, 35, 106, pen.ink.line, 2.4)
    },
    'still',
  ],
  [
    'push-button',
    'Push-button',
    '按钮',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44, pen.ink.part)
      pen.disc(50, 50, pen.isOn ? 24 : 31)
      pen.ring(50, 50, 37, pen.ink.line, 0.8)
      if (pen.inscription !== '') pen.text(30, 34, 40, 32, pen.inscription)
    },
    'run',
  ],
  [
    'selector-switch',
    'Selector switch',
    '选择开关',
    100,
    100,
    (pen) => {
      pen.disc(50, 56, 38, pen.ink.part)
      const turn = -135 + 90 * pen.share
      const [x, y] = polar(50, 56, 27, turn)
      pen.bar(100 - x, 112 - y, x, y, 17, pen.ink.body)
      pen.line(50, 56, x, y, pen.ink.line, 2.4)
      for (const angle of [-135, -90, -45])
        pen.line(...polar(50, 56, 42, angle), ...polar(50, 56, 51, angle), pen.ink.line, 1.6)
    },
  ],
  [
    'indicator-light',
    'Indicator light',
    '指示灯',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 36, pen.ink.part)
      pen.disc(50, 50, 25, pen.ink.glow)
      pen.arc(50, 50, 16, 190, 80, pen.ink.paper, 1.6)
      if (pen.isOn)
        for (let ray = 0; ray < 8; ray++)
          pen.line(...polar(50, 50, 40, 45 * ray), ...polar(50, 50, 47, 45 * ray), pen.ink.line, 1.6)
    },
    'light',
  ],
  [
    'signal-tower',
    'Signal tower',
    '三色报警灯',
    60,
    150,
    (pen) => {
      const lit = { off: 0, on: 2, moving: 1, fault: 0, unknown: -1 }[pen.ink.state]
      for (const [index, color] of [pen.ink.red, pen.ink.amber, pen.ink.green].entries()) {
        pen.box(16, 12 + 28 * index, 28, 26, index === lit ? color : pen.ink.unlit, 3)
        if (index === lit)
          for (const x of [6, 50]) pen.line(x - 3, 25 + 28 * index, x + 7, 25 + 28 * index, pen.ink.line, 1.8)
      }
      pen.box(20, 5, 20, 7, pen.ink.dark)
      pen.bar(30, 97, 30, 138, 7, pen.ink.dark, 'butt')
      pen.box(10, 136, 40, 9, pen.ink.part, 3)
    },
    'signal',
  ],
  [
    'touch-panel',
    'Operator panel',
    '触摸屏',
    130,
    100,
    (pen) => {
      pen.box(6, 6, 118, 88, pen.ink.dark, 6)
      pen.flat(16, 16, 98, 62, pen.ink.body)
      for (const x of [24, 70]) pen.box(x, 24, 36, 20, pen.ink.paper, 2)
      pen.path([24, 70, 42, 56, 58, 64, 76, 52, 106, 60], pen.ink.accent, 1.6)
      pen.dot(65, 86, 3.5, pen.isOn ? pen.ink.green : pen.ink.paper)
    },
    'still',
  ],
])

function meter(pen: SymbolCanvas, letter: string): void {
  pen.line(2, 50, 10, 50, pen.ink.line, 1.6)
  pen.line(90, 50, 98, 50, pen.ink.line, 1.6)
  pen.disc(50, 50, 40, pen.ink.paper)
  pen.text(26, 24, 48, 52, pen.inscription || letter, pen.ink.line)
}
