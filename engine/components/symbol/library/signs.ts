import { defineSymbols, type Family } from '../define.ts'
import { arrowHead } from '../parts.ts'
import { getArcPoints, polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Signals and traffic signs', zh: '信号与交通标志' }, colorScheme: 'still' }

/**
 * Signals and signs. Signals show their state by shape: a cross closes a lane, an arrow opens it. Signs look the same
 * in all states.
 */
export const signs = defineSymbols(family, [
  [
    'lane-signal',
    'Lane signal',
    '车道指示器',
    100,
    100,
    (pen) => {
      pen.box(6, 6, 88, 88, board(pen), 6)
      lane(pen, 50, 50, 26)
    },
    'signal',
  ],
  [
    'lane-signal-double',
    'Lane signal, two faces',
    '双面车道指示器',
    160,
    90,
    (pen) => {
      for (const x of [8, 84]) pen.box(x, 10, 68, 70, board(pen), 5)
      lane(pen, 42, 45, 20)
      if (pen.ink.state === 'fault' || pen.ink.state === 'unknown') lane(pen, 118, 45, 20)
      else cross(pen, 118, 45, 20)
      pen.line(80, 4, 80, 86, pen.ink.line, 1.6)
    },
    'signal',
  ],
  [
    'traffic-light',
    'Traffic light',
    '交通信号灯',
    60,
    140,
    (pen) => {
      pen.box(8, 6, 44, 116, board(pen), 12)
      const lit = pen.ink.state === 'off' ? 0 : pen.ink.state === 'moving' ? 1 : pen.ink.state === 'on' ? 2 : -1
      for (const [index, color] of [pen.ink.red, pen.ink.amber, pen.ink.green].entries()) {
        pen.dot(30, 26 + 38 * index, 15, index === lit ? color : '#5a646dff')
        if (index === lit) pen.ring(30, 26 + 38 * index, 15, pen.ink.paper, 0.8)
      }
      pen.bar(30, 124, 30, 138, 8, pen.ink.dark, 'butt')
    },
    'signal',
  ],
  [
    'pedestrian-light',
    'Pedestrian light',
    '人行信号灯',
    70,
    130,
    (pen) => {
      pen.box(8, 6, 54, 106, board(pen), 8)
      const [red, green] = [pen.ink.state === 'off', pen.isOn]
      standingFigure(pen, 35, 15, red ? pen.ink.red : '#5a646dff')
      walking(pen, 35, 66, green ? pen.ink.green : '#5a646dff')
      pen.bar(35, 114, 35, 128, 8, pen.ink.dark, 'butt')
    },
    'signal',
  ],
  [
    'message-sign',
    'Variable message sign',
    '可变信息板',
    170,
    90,
    (pen) => {
      for (const x of [40, 130]) pen.bar(x, 66, x, 86, 7, pen.ink.dark, 'butt')
      pen.box(6, 6, 158, 62, board(pen), 4)
      const color = pen.isOn ? pen.ink.amber : '#8a949dff'
      if (pen.inscription !== '' || pen.isOn) pen.text(14, 10, 142, 54, pen.inscription || 'MESSAGE', color)
      else for (const y of [24, 37, 50]) pen.dashes(18, y, 152, y, 7, color, 1.6)
    },
    'light',
  ],
  [
    'speed-limit',
    'Speed limit sign',
    '限速标志',
    100,
    100,
    (pen) => {
      roundSign(pen)
      pen.text(24, 26, 52, 48, pen.inscription || '60', pen.ink.line)
    },
  ],
  [
    'speed-sign-variable',
    'Variable speed limit sign',
    '可变限速标志',
    100,
    110,
    (pen) => {
      pen.box(6, 6, 88, 98, board(pen), 6)
      const isLit = pen.isOn
      drawRing(pen, 50, 55, 36, isLit ? pen.ink.red : '#5a646dff', 7)
      pen.text(26, 34, 48, 42, pen.inscription || (isLit ? '80' : '--'), isLit ? pen.ink.amber : '#8a949dff')
    },
    'light',
  ],
  [
    'sign-warning',
    'Warning sign',
    '警告标志',
    110,
    100,
    (pen) => {
      pen.shape([55, 6, 105, 93, 5, 93], pen.ink.dark)
      pen.area([55, 18, 95, 87, 15, 87], pen.ink.amber)
      if (pen.inscription !== '') pen.text(33, 50, 44, 34, pen.inscription, pen.ink.line)
      else {
        pen.bar(55, 42, 55, 64, 9, pen.ink.line)
        pen.dot(55, 77, 5.5)
      }
    },
  ],
  [
    'sign-roadworks',
    'Road works sign',
    '施工标志',
    110,
    100,
    (pen) => {
      pen.shape([55, 6, 105, 93, 5, 93], pen.ink.dark)
      pen.area([55, 18, 95, 87, 15, 87], pen.ink.amber)
      pen.dot(52, 46, 5.5)
      pen.bar(50, 54, 44, 68, 7)
      pen.bar(44, 68, 36, 82, 5)
      pen.bar(44, 68, 52, 82, 5)
      pen.line(50, 56, 64, 68, pen.ink.line, 2)
      pen.line(58, 58, 72, 80, pen.ink.line, 1.8)
      pen.area([66, 84, 76, 72, 86, 84])
    },
  ],
  [
    'sign-prohibition',
    'No entry sign',
    '禁止驶入标志',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44, pen.ink.red)
      pen.bar(24, 50, 76, 50, 15, pen.ink.paper, 'butt')
    },
  ],
  [
    'sign-no-parking',
    'No parking sign',
    '禁止停车标志',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44, pen.ink.blue)
      drawRing(pen, 50, 50, 38, pen.ink.red, 9)
      pen.bar(...polar(50, 50, 36, 225), ...polar(50, 50, 36, 45), 9, pen.ink.red, 'butt')
      pen.bar(...polar(50, 50, 36, 315), ...polar(50, 50, 36, 135), 9, pen.ink.red, 'butt')
    },
  ],
  [
    'sign-no-overtaking',
    'No overtaking sign',
    '禁止超车标志',
    100,
    100,
    (pen) => {
      roundSign(pen)
      car(pen, 34, 44, pen.ink.red)
      car(pen, 66, 44, pen.ink.line)
    },
  ],
  [
    'sign-height',
    'Height limit sign',
    '限高标志',
    100,
    100,
    (pen) => {
      roundSign(pen)
      pen.area([41, 20, 59, 20, 50, 32])
      pen.area([41, 80, 59, 80, 50, 68])
      pen.text(22, 34, 56, 32, pen.inscription || '4.5m', pen.ink.line)
    },
  ],
  [
    'sign-mandatory',
    'Mandatory direction sign',
    '指示标志',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44, pen.ink.blue)
      pen.bar(50, 78, 50, 46, 11, pen.ink.paper, 'butt')
      arrowHead(pen, 50, 18, 34, -90, pen.ink.paper)
    },
  ],
  [
    'sign-information',
    'Information sign',
    '信息标志',
    100,
    100,
    (pen) => {
      pen.box(6, 6, 88, 88, pen.ink.blue, 8)
      pen.text(16, 12, 68, 76, pen.inscription || 'P', pen.ink.paper)
    },
  ],
  ['sign-closed', 'Road closed sign', '禁止通行标志', 100, 100, (pen) => roundSign(pen)],
  [
    'sign-end-speed',
    'End of speed limit sign',
    '解除限速标志',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44, pen.ink.paper)
      pen.text(24, 26, 52, 48, pen.inscription || '60', pen.ink.line)
      for (const turn of [-10, 0, 10])
        pen.line(22 + turn, 78 + turn * 0.6, 78 + turn, 22 + turn * 0.6, pen.ink.line, 0.9)
    },
  ],
  [
    'sign-yield',
    'Give way sign',
    '减速让行标志',
    110,
    100,
    (pen) => {
      pen.shape([5, 7, 105, 7, 55, 94], pen.ink.red)
      pen.area([22, 17, 88, 17, 55, 75], pen.ink.paper)
      pen.text(38, 20, 34, 30, pen.inscription, pen.ink.line)
    },
  ],
  [
    'sign-tunnel',
    'Tunnel ahead sign',
    '隧道标志',
    110,
    100,
    (pen) => {
      pen.shape([55, 6, 105, 93, 5, 93], pen.ink.dark)
      pen.area([55, 18, 95, 87, 15, 87], pen.ink.amber)
      pen.area([...getArcPoints(55, 66, 22, 180, 180, 8), 77, 84, 33, 84], pen.ink.line)
      pen.area([50, 64, 60, 64, 68, 84, 42, 84], pen.ink.amber)
    },
  ],
  [
    'stop-sign',
    'Stop sign',
    '停车让行标志',
    100,
    100,
    (pen) => {
      pen.shape(getArcPoints(50, 50, 46, 22.5, 315, 7), pen.ink.red)
      pen.text(14, 30, 72, 40, pen.inscription || 'STOP', pen.ink.paper)
    },
  ],
])

function board(pen: SymbolCanvas): string {
  return pen.ink.state === 'fault' ? pen.ink.body : '#343c44ff'
}

/** Draws a lane signal: cross, arrow down, or diagonal arrow. A fault or unknown state is a dashed line. */
function lane(pen: SymbolCanvas, cx: number, cy: number, reach: number): void {
  switch (pen.ink.state) {
    case 'off':
      return cross(pen, cx, cy, reach)
    case 'on':
      pen.bar(cx, cy - reach, cx, cy + reach * 0.3, reach * 0.34, pen.ink.green, 'butt')
      return arrowHead(pen, cx, cy + reach * 1.15, reach * 1.3, 90, pen.ink.green)
    case 'moving':
      pen.bar(
        cx - reach * 0.75,
        cy - reach * 0.75,
        cx + reach * 0.3,
        cy + reach * 0.3,
        reach * 0.34,
        pen.ink.amber,
        'butt',
      )
      return arrowHead(pen, cx + reach * 0.9, cy + reach * 0.9, reach * 1.3, 45, pen.ink.amber)
    case 'fault':
    case 'unknown':
      return pen.dashes(
        cx - reach,
        cy,
        cx + reach,
        cy,
        reach * 0.3,
        pen.ink.state === 'fault' ? pen.ink.line : '#8a949dff',
        2,
      )
  }
}

function cross(pen: SymbolCanvas, cx: number, cy: number, reach: number): void {
  const r = reach * 0.92
  pen.bar(cx - r, cy - r, cx + r, cy + r, reach * 0.36, pen.ink.red, 'butt')
  pen.bar(cx - r, cy + r, cx + r, cy - r, reach * 0.36, pen.ink.red, 'butt')
}

function roundSign(pen: SymbolCanvas): void {
  pen.disc(50, 50, 44, pen.ink.red)
  pen.dot(50, 50, 34, pen.ink.paper)
}

/** Draws a ring with a fixed thickness. */
function drawRing(pen: SymbolCanvas, cx: number, cy: number, radius: number, color: string, thickness: number): void {
  const steps = 24
  const points = [...getArcPoints(cx, cy, radius + thickness / 2, 0, 360, steps)]
  for (let i = 0; i < steps; i++) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(2 * i, 2 * i + 4)
    pen.bar(x1, y1, x2, y2, thickness, color, 'butt')
  }
}

function car(pen: SymbolCanvas, cx: number, y: number, color: string): void {
  pen.area(
    [
      cx - 8,
      y,
      cx - 5,
      y - 8,
      cx + 5,
      y - 8,
      cx + 8,
      y,
      cx + 12,
      y + 2,
      cx + 12,
      y + 14,
      cx - 12,
      y + 14,
      cx - 12,
      y + 2,
    ],
    color,
  )
  pen.flat(cx - 10, y + 14, 5, 5, color)
  pen.flat(cx + 5, y + 14, 5, 5, color)
}

function standingFigure(pen: SymbolCanvas, cx: number, y: number, color: string): void {
  pen.dot(cx, y + 5, 5, color)
  pen.bar(cx, y + 15, cx, y + 26, 10, color)
  pen.bar(cx - 3, y + 28, cx - 3, y + 40, 4, color)
  pen.bar(cx + 3, y + 28, cx + 3, y + 40, 4, color)
}

function walking(pen: SymbolCanvas, cx: number, y: number, color: string): void {
  pen.dot(cx + 2, y + 5, 5, color)
  pen.bar(cx + 1, y + 14, cx - 1, y + 25, 8, color)
  pen.bar(cx + 2, y + 14, cx + 11, y + 22, 3.6, color)
  pen.bar(cx, y + 14, cx - 10, y + 22, 3.6, color)
  pen.bar(cx - 1, y + 26, cx + 8, y + 40, 4, color)
  pen.bar(cx - 1, y + 26, cx - 9, y + 40, 4, color)
}
