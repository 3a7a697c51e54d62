import { defineSymbols, type Family } from '../define.ts'
import { arrowHead, dome, flameCore, flameOutline } from '../parts.ts'
import { getArcPoints, polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Tunnel equipment', zh: '隧道设备' }, colorScheme: 'still' }

/** Tunnel equipment: ventilation, cameras, loudspeakers and emergency exits. */
export const tunnel = defineSymbols(family, [
  [
    'jet-fan',
    'Jet fan',
    '射流风机',
    160,
    90,
    (pen) => {
      pen.line(4, 7, 156, 7, pen.ink.line, 2)
      for (const x of [54, 106]) pen.line(x, 8, x, 24, pen.ink.line, 2.2)
      pen.shape([22, 30, 54, 24, 54, 68, 22, 62], pen.ink.part)
      pen.shape([138, 30, 106, 24, 106, 68, 138, 62], pen.ink.part)
      pen.box(54, 24, 52, 44)
      pen.oval(74, 27, 12, 20, pen.ink.accent)
      pen.oval(74, 45, 12, 20, pen.ink.accent)
      pen.dot(80, 46, 6, pen.ink.accent)
      if (pen.isOn) for (const y of [36, 46, 56]) pen.line(144, y, 156, y, pen.ink.line, 1.6)
      pen.line(30, 82, 110, 82, pen.ink.line, pen.isOn ? 1.8 : 0.8)
      arrowHead(pen, 130, 82, pen.isOn ? 18 : 12, 0)
    },
    'run',
  ],
  [
    'tunnel-portal',
    'Tunnel portal',
    '隧道洞口',
    140,
    110,
    (pen) => {
      pen.shape([6, 102, 6, 34, 34, 12, 106, 12, 134, 34, 134, 102])
      pen.area([...getArcPoints(70, 66, 44, 180, 180, 10), 114, 102, 26, 102], pen.ink.dark)
      pen.arc(70, 66, 44, 180, 180, pen.ink.line, 1.6)
      pen.area([62, 66, 78, 66, 100, 102, 40, 102], pen.ink.part)
      pen.dashes(70, 70, 70, 102, 7, pen.ink.paper, 1.6)
    },
  ],
  [
    'camera',
    'Bullet camera',
    '枪型摄像机',
    120,
    100,
    (pen) => {
      pen.bar(22, 90, 22, 72, 6, pen.ink.line)
      pen.bar(22, 72, 52, 56, 6, pen.ink.line)
      pen.bar(8, 93, 38, 93, 5, pen.ink.line)
      pen.shape([10, 22, 20, 8, 106, 26, 98, 62, 84, 66, 10, 48])
      pen.shape([92, 30, 110, 34, 104, 60, 86, 56], pen.ink.dark)
      pen.dot(97, 45, 6, pen.ink.paper)
      pen.dot(24, 26, 4, pen.isOn ? pen.ink.green : pen.ink.accent)
    },
  ],
  [
    'camera-dome',
    'Dome camera',
    '球型摄像机',
    100,
    110,
    (pen) => {
      pen.line(50, 4, 50, 20, pen.ink.line, 2.6)
      pen.box(18, 20, 64, 26, pen.ink.body, 8)
      pen.area(getArcPoints(50, 48, 30, 0, 180, 10), pen.ink.dark)
      pen.arc(50, 48, 30, 0, 180)
      pen.disc(56, 60, 9, pen.ink.paper)
      pen.dot(56, 60, 4)
      pen.line(14, 47, 86, 47, pen.ink.line, 1.6)
      pen.dot(28, 33, 4, pen.isOn ? pen.ink.green : pen.ink.accent)
      for (const angle of [60, 90, 120])
        pen.line(...polar(50, 48, 40, angle), ...polar(50, 48, 50, angle), pen.ink.line, 1.4)
    },
  ],
  [
    'emergency-phone',
    'Emergency telephone',
    '紧急电话',
    90,
    120,
    (pen) => {
      pen.box(8, 6, 74, 96, pen.ink.body, 6)
      pen.text(14, 10, 62, 26, pen.inscription || 'SOS', pen.ink.red)
      pen.flat(15, 50, 60, 17, pen.ink.dark, 8)
      pen.flat(15, 56, 20, 26, pen.ink.dark, 6)
      pen.flat(55, 56, 20, 26, pen.ink.dark, 6)
      pen.line(45, 86, 45, 95, pen.ink.accent, 1.4)
      pen.bar(45, 102, 45, 116, 10, pen.ink.dark, 'butt')
    },
  ],
  [
    'fire-hydrant',
    'Fire hydrant',
    '消火栓',
    90,
    120,
    (pen) => {
      pen.box(36, 5, 18, 10, pen.ink.dark)
      dome(pen, 45, 36, 22, pen.ink.red)
      pen.box(23, 36, 44, 66, pen.ink.red)
      pen.box(17, 36, 56, 9, pen.ink.red)
      pen.box(9, 54, 14, 20, pen.ink.part)
      pen.box(67, 54, 14, 20, pen.ink.part)
      pen.disc(45, 64, 12, pen.ink.paper)
      pen.dot(45, 64, 4)
      pen.box(13, 102, 64, 12, pen.ink.dark)
    },
  ],
  [
    'fire-extinguisher',
    'Fire extinguisher',
    '灭火器',
    70,
    130,
    (pen) => {
      pen.path([34, 20, 16, 28, 11, 60, 11, 74], pen.ink.line, 2.4)
      pen.line(34, 12, 58, 6, pen.ink.line, 2.4)
      pen.box(28, 12, 18, 16, pen.ink.dark)
      pen.box(20, 30, 36, 94, pen.ink.red, 12)
      pen.box(20, 62, 36, 30, pen.ink.paper)
    },
  ],
  [
    'call-point',
    'Manual call point',
    '手动报警按钮',
    100,
    100,
    (pen) => {
      pen.box(6, 6, 88, 88, pen.ink.red, 8)
      pen.box(22, 26, 56, 48, pen.ink.paper, 3)
      if (pen.isOn) pen.path([22, 40, 44, 50, 38, 60, 56, 74], pen.ink.line, 1.6)
      pen.dot(50, 50, 10)
      arrowHead(pen, 36, 50, 12, 0)
      arrowHead(pen, 64, 50, 12, 180)
    },
  ],
  [
    'exit-sign',
    'Emergency exit sign',
    '疏散指示标志',
    150,
    80,
    (pen) => {
      pen.box(6, 6, 138, 68, pen.ink.green, 4)
      pen.flat(96, 16, 34, 50, pen.ink.paper)
      runner(pen, 70, 14)
      pen.bar(14, 40, 36, 40, 6, pen.ink.paper, 'butt')
      arrowHead(pen, 50, 40, 22, 0, pen.ink.paper)
    },
  ],
  [
    'barrier',
    'Barrier',
    '车道栏杆机',
    130,
    130,
    (pen) => {
      const at = (along: number) => polar(28, 92, along, -62 * pen.share)
      pen.bar(...at(0), ...at(96), 12, pen.ink.line, 'butt')
      pen.bar(...at(0), ...at(94), 8, pen.ink.paper, 'butt')
      for (const from of [24, 48, 72]) pen.bar(...at(from), ...at(from + 12), 8, pen.ink.red, 'butt')
      pen.box(10, 78, 34, 44)
      pen.dot(28, 92, 6, pen.ink.accent)
      pen.line(4, 123, 126, 123, pen.ink.line, 1.8)
    },
    'valve',
  ],
  [
    'loudspeaker',
    'Loudspeaker',
    '扬声器',
    110,
    100,
    (pen) => {
      pen.box(8, 34, 22, 32, pen.ink.part, 3)
      pen.shape([30, 34, 66, 8, 66, 92, 30, 66])
      if (pen.isOn) for (const r of [14, 25, 36]) pen.arc(66, 50, r, -42, 84, pen.ink.line, 1.8)
      else pen.line(74, 38, 74, 62, pen.ink.line, 1.6)
    },
    'run',
  ],
  [
    'cross-passage-door',
    'Cross-passage door',
    '横洞防火门',
    100,
    120,
    (pen) => {
      pen.box(10, 6, 80, 106, pen.ink.dark)
      const wide = 64 - 44 * pen.share
      pen.shape([18, 14, 18 + wide, 14 + 8 * pen.share, 18 + wide, 112 - 4 * pen.share, 18, 112])
      pen.dot(11 + wide, 64, 4, pen.ink.accent)
      pen.line(4, 113, 96, 113, pen.ink.line, 1.8)
    },
    'valve',
  ],
  [
    'traffic-loop',
    'Traffic flow loop',
    '车流量线圈',
    130,
    100,
    (pen) => {
      pen.shape([42, 8, 88, 8, 124, 92, 6, 92], pen.ink.dark)
      pen.dashes(65, 10, 65, 24, 6, pen.ink.paper, 1.4)
      pen.path([45, 32, 85, 32, 97, 66, 33, 66, 45, 32], pen.isOn ? pen.ink.amber : pen.ink.paper, 1.8)
      pen.path([52, 40, 78, 40, 86, 58, 44, 58, 52, 40], pen.isOn ? pen.ink.amber : pen.ink.paper, 1.4)
      pen.dashes(65, 74, 65, 90, 7, pen.ink.paper, 1.4)
    },
  ],
  [
    'co-visibility',
    'CO and visibility detector',
    'CO/能见度检测器',
    150,
    80,
    (pen) => {
      for (const x of [8, 112]) pen.box(x, 24, 30, 36, pen.ink.body, 5)
      pen.box(38, 34, 10, 16, pen.ink.dark)
      pen.box(102, 34, 10, 16, pen.ink.dark)
      pen.dashes(50, 42, 100, 42, 7, pen.ink.line, 1.8)
      pen.text(48, 8, 54, 26, pen.inscription || 'CO/VI', pen.ink.line)
      for (const x of [23, 127]) pen.line(x, 60, x, 74, pen.ink.line, 2.2)
    },
  ],
  [
    'anemometer',
    'Anemometer',
    '风速风向仪',
    110,
    110,
    (pen) => {
      pen.bar(55, 104, 55, 40, 6, pen.ink.dark, 'butt')
      pen.line(18, 34, 92, 34, pen.ink.line, 2.2)
      for (const x of [16, 94]) pen.disc(x, 34, 12)
      pen.disc(55, 18, 12)
      pen.box(46, 30, 18, 16, pen.ink.part)
      pen.line(34, 72, 76, 72, pen.ink.line, 2)
      arrowHead(pen, 92, 72, 20, 0)
      pen.shape([20, 62, 36, 68, 36, 76, 20, 82], pen.ink.part)
    },
  ],
  [
    'roller-shutter',
    'Roller shutter',
    '防火卷帘门',
    110,
    110,
    (pen) => {
      pen.box(8, 6, 94, 100, pen.ink.dark)
      const tall = 80 - 62 * pen.share
      pen.box(16, 22, 78, tall)
      for (let y = 32; y < 18 + tall; y += 10) pen.line(16, y, 94, y, pen.ink.accent, 0.8)
      pen.box(8, 6, 94, 18, pen.ink.part, 4)
      pen.line(4, 107, 106, 107, pen.ink.line, 1.8)
    },
    'valve',
  ],
  [
    'guidance-light',
    'Guidance light',
    '诱导灯',
    110,
    80,
    (pen) => {
      pen.box(8, 14, 94, 50, pen.ink.part, 6)
      for (const x of [20, 46, 72])
        pen.area([x, 22, x + 10, 22, x + 20, 39, x + 10, 56, x, 56, x + 10, 39], pen.ink.glow)
      if (pen.isOn) for (const x of [22, 55, 88]) pen.line(x, 4, x, 9, pen.ink.line, 1.6)
      pen.line(30, 64, 30, 76, pen.ink.line, 2.2)
      pen.line(80, 64, 80, 76, pen.ink.line, 2.2)
    },
    'light',
  ],
  [
    'flame-detector',
    'Flame detector',
    '火焰探测器',
    110,
    100,
    (pen) => {
      pen.line(26, 6, 26, 30, pen.ink.line, 2.4)
      pen.box(8, 30, 56, 42, pen.ink.body, 6)
      pen.disc(24, 51, 9, pen.ink.dark)
      pen.disc(48, 51, 9, pen.ink.dark)
      pen.shape(flameOutline(86, 86, 52), pen.ink.amber)
      pen.area(flameCore(86, 86, 52), pen.ink.paper)
    },
  ],
  [
    'heat-cable',
    'Linear heat detector',
    '感温光缆',
    150,
    70,
    (pen) => {
      pen.line(4, 8, 146, 8, pen.ink.line, 2)
      for (const x of [42, 80, 118]) pen.line(x, 8, x, 34)
      pen.box(6, 20, 26, 30, pen.ink.body, 3)
      pen.bar(32, 35, 146, 35, 5, pen.ink.red, 'butt')
      for (const x of [54, 92, 130]) {
        pen.line(x, 44, x + 5, 50)
        pen.line(x + 5, 50, x, 56)
        pen.line(x, 56, x + 5, 62)
      }
    },
  ],
  [
    'hydrant-cabinet',
    'Hydrant cabinet',
    '消火栓箱',
    100,
    120,
    (pen) => {
      pen.box(8, 6, 84, 106, pen.ink.red, 3)
      pen.box(18, 16, 64, 62, pen.ink.paper, 2)
      for (const r of [24, 15]) pen.ring(50, 47, r, pen.ink.line, 2)
      pen.dot(50, 47, 6)
      pen.text(16, 84, 68, 24, pen.inscription || '119', pen.ink.paper)
    },
  ],
  [
    'sprinkler',
    'Sprinkler',
    '喷淋头',
    100,
    100,
    (pen) => {
      pen.line(4, 8, 96, 8, pen.ink.line, 2.4)
      pen.box(41, 8, 18, 20)
      pen.path([40, 28, 36, 46, 50, 54, 64, 46, 60, 28], pen.ink.line, 1.6)
      pen.line(30, 56, 70, 56, pen.ink.line, 2.6)
      if (pen.isOn)
        for (const x of [-34, -17, 0, 17, 34]) pen.dashes(50 + x * 0.5, 62, 50 + x * 1.25, 94, 6, pen.ink.liquid, 1.8)
    },
    'run',
  ],
  [
    'radar-detector',
    'Microwave vehicle detector',
    '微波车检器',
    120,
    110,
    (pen) => {
      pen.bar(24, 104, 24, 8, 6, pen.ink.dark, 'butt')
      pen.shape([28, 16, 62, 8, 68, 36, 34, 46])
      for (const r of [14, 26, 38]) pen.arc(66, 24, r, 8, 56, pen.ink.line, 1.4)
      pen.shape([66, 86, 74, 72, 100, 72, 110, 86, 114, 86, 114, 98, 62, 98, 62, 86], pen.ink.part)
      for (const x of [76, 102]) pen.dot(x, 98, 5)
      pen.line(4, 105, 116, 105, pen.ink.line, 1.8)
    },
  ],
  [
    'weather-station',
    'Weather station',
    '气象站',
    110,
    140,
    (pen) => {
      pen.bar(55, 130, 55, 22, 6, pen.ink.dark, 'butt')
      pen.line(18, 30, 92, 30, pen.ink.line, 2)
      for (const x of [10, 26]) pen.disc(x, 22, 6, pen.ink.part)
      pen.line(18, 22, 18, 30, pen.ink.line, 1.8)
      pen.area([78, 24, 100, 14, 100, 26, 86, 28], pen.ink.line)
      for (const y of [46, 56, 66]) pen.box(36, y, 38, 8, pen.ink.body, 4)
      pen.box(66, 84, 30, 28, pen.ink.part, 3)
      pen.shape([14, 88, 42, 82, 42, 100, 14, 106], pen.ink.blue)
      pen.line(30, 132, 80, 132, pen.ink.line, 2)
    },
  ],
  [
    'road-section',
    'Road section',
    '路段',
    160,
    70,
    (pen) => {
      pen.flat(4, 6, 152, 58, pen.ink.dark)
      for (const y of [11, 59]) pen.line(6, y, 154, y, pen.ink.paper, 1.6)
      pen.dashes(6, 35, 154, 35, 16, pen.ink.paper, 1.6)
      arrowHead(pen, 94, 23, 18, 0, pen.ink.paper)
      arrowHead(pen, 66, 47, 18, 180, pen.ink.paper)
    },
  ],
  [
    'water-level-sump',
    'Drainage sump',
    '集水井',
    110,
    110,
    (pen) => {
      pen.flat(14, 20, 82, 80, pen.ink.body)
      pen.liquid(14, 28, 82, 72)
      pen.box(60, 74, 20, 24, pen.ink.part, 4)
      pen.path([70, 74, 70, 8, 104, 8], pen.ink.line, 2.4)
      pen.path([4, 20, 14, 20, 14, 100, 96, 100, 96, 20, 106, 20], pen.ink.line, 1.8)
    },
  ],
])

/** Draws a light figure running to the right. */
function runner(pen: SymbolCanvas, x: number, y: number): void {
  const color = pen.ink.paper
  pen.dot(x + 10, y + 5, 6, color)
  pen.bar(x + 6, y + 14, x + 1, y + 30, 8, color)
  pen.bar(x + 6, y + 14, x + 18, y + 22, 4.5, color)
  pen.bar(x + 4, y + 14, x - 10, y + 20, 4.5, color)
  pen.bar(x + 1, y + 30, x + 12, y + 36, 5, color)
  pen.bar(x + 12, y + 36, x + 10, y + 49, 5, color)
  pen.bar(x + 1, y + 30, x - 12, y + 44, 5, color)
}
