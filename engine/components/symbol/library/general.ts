import { defineSymbols, type Family } from '../define.ts'
import { flameCore, flameOutline, wheel } from '../parts.ts'
import { polar } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'General', zh: '通用' }, colorScheme: 'still' }

/** People, vehicles, buildings, alarms and computer systems. */
export const general = defineSymbols(family, [
  [
    'person',
    'Person',
    '人员',
    80,
    120,
    (pen) => {
      pen.disc(40, 24, 17)
      pen.shape([40, 46, 60, 52, 72, 76, 72, 114, 8, 114, 8, 76, 20, 52])
      pen.line(24, 84, 24, 114, pen.ink.line)
      pen.line(56, 84, 56, 114, pen.ink.line)
    },
  ],
  [
    'worker',
    'Worker with helmet',
    '作业人员',
    80,
    120,
    (pen) => {
      pen.disc(40, 30, 16, pen.ink.paper)
      pen.shape([22, 26, 26, 12, 40, 6, 54, 12, 58, 26], pen.ink.amber)
      pen.line(18, 27, 62, 27, pen.ink.line, 2.2)
      pen.shape([40, 50, 60, 55, 72, 78, 72, 114, 8, 114, 8, 78, 20, 55])
      pen.bar(30, 54, 30, 113, 6, pen.ink.amber, 'butt')
      pen.bar(50, 54, 50, 113, 6, pen.ink.amber, 'butt')
    },
  ],
  [
    'car',
    'Car',
    '小汽车',
    130,
    80,
    (pen) => {
      pen.shape([8, 58, 10, 40, 32, 36, 46, 14, 92, 14, 108, 36, 122, 42, 122, 58])
      pen.area([40, 36, 50, 20, 66, 20, 66, 36], pen.ink.paper)
      pen.area([72, 36, 72, 20, 88, 20, 98, 36], pen.ink.paper)
      for (const x of [36, 96]) wheel(pen, x, 60, 13)
    },
  ],
  [
    'truck',
    'Truck',
    '卡车',
    150,
    90,
    (pen) => {
      pen.box(6, 10, 84, 54)
      pen.shape([90, 24, 118, 24, 142, 44, 142, 64, 90, 64], pen.ink.part)
      pen.area([98, 30, 114, 30, 128, 44, 98, 44], pen.ink.paper)
      for (const x of [30, 66, 118]) wheel(pen, x, 68, 13)
    },
  ],
  [
    'forklift',
    'Forklift',
    '叉车',
    130,
    110,
    (pen) => {
      pen.bar(24, 48, 30, 12, 4)
      pen.bar(30, 12, 66, 12, 4)
      pen.bar(66, 12, 76, 50, 4)
      pen.shape([8, 48, 44, 48, 50, 62, 84, 62, 84, 88, 8, 88])
      pen.bar(92, 96, 92, 6, 6, pen.ink.dark, 'butt')
      pen.bar(96, 74, 96, 92, 5, pen.ink.line)
      pen.bar(96, 92, 124, 92, 5, pen.ink.line)
      pen.box(99, 62, 24, 28, pen.ink.part)
      pen.area([36, 48, 40, 30, 50, 30, 52, 46], pen.ink.dark)
      wheel(pen, 24, 90, 14)
      wheel(pen, 72, 92, 12)
    },
  ],
  [
    'agv',
    'Automated guided vehicle',
    '自动导引车（AGV）',
    130,
    70,
    (pen) => {
      pen.box(34, 5, 62, 26, pen.ink.paper)
      pen.line(65, 5, 65, 31)
      pen.box(26, 31, 78, 6, pen.ink.dark)
      for (const x of [32, 98]) wheel(pen, x, 58, 8)
      pen.box(6, 37, 118, 20, pen.ink.body, 5)
      pen.flat(6, 42, 7, 10, pen.ink.dark)
      pen.dot(112, 47, 4, pen.isOn ? pen.ink.green : pen.ink.accent)
      pen.line(52, 47, 78, 47, pen.ink.accent, 1.4)
    },
  ],
  [
    'building',
    'Building',
    '办公楼',
    90,
    120,
    (pen) => {
      pen.box(10, 8, 70, 104)
      for (const y of [20, 40, 60])
        for (const x of [20, 38, 56]) pen.flat(x, y, 13, 12, pen.isOn ? pen.ink.glow : pen.ink.dark)
      pen.box(36, 84, 18, 28, pen.ink.dark)
      pen.line(4, 113, 86, 113, pen.ink.line, 1.8)
    },
  ],
  [
    'house',
    'House',
    '房屋',
    110,
    100,
    (pen) => {
      pen.box(76, 10, 12, 28, pen.ink.part)
      pen.box(18, 44, 74, 48)
      pen.shape([6, 48, 55, 8, 104, 48], pen.ink.dark)
      pen.box(30, 58, 18, 16, pen.ink.paper)
      pen.box(62, 58, 18, 34, pen.ink.part)
    },
  ],
  [
    'factory',
    'Factory',
    '工厂',
    130,
    110,
    (pen) => {
      pen.shape([100, 8, 114, 8, 118, 60, 96, 60], pen.ink.part)
      pen.shape([8, 102, 8, 52, 38, 34, 38, 52, 68, 34, 68, 52, 96, 34, 122, 34, 122, 102])
      for (const x of [20, 46, 72]) pen.box(x, 66, 14, 14, pen.ink.paper)
      pen.box(98, 70, 16, 32, pen.ink.dark)
    },
  ],
  [
    'flag',
    'Flag',
    '旗帜',
    90,
    110,
    (pen) => {
      pen.shape([20, 10, 82, 16, 66, 34, 82, 54, 20, 58])
      pen.bar(18, 104, 18, 6, 5, pen.ink.dark)
      pen.line(6, 104, 30, 104, pen.ink.line, 2)
    },
  ],
  [
    'arrow',
    'Arrow',
    '箭头',
    120,
    80,
    (pen) => {
      pen.shape([6, 28, 68, 28, 68, 8, 114, 40, 68, 72, 68, 52, 6, 52])
    },
  ],
  [
    'beacon',
    'Alarm beacon',
    '报警灯',
    110,
    110,
    (pen) => {
      if (pen.isOn)
        for (const angle of [-160, -125, -90, -55, -20])
          pen.line(...polar(55, 58, 40, angle), ...polar(55, 58, 51, angle), pen.ink.line, 2)
      pen.box(30, 28, 50, 60, pen.isOn ? pen.ink.red : pen.ink.unlit, 25)
      pen.flat(42, 46, 8, 28, '#ffffff66', 4)
      pen.box(18, 74, 74, 18, pen.ink.part, 3)
      pen.box(10, 92, 90, 12, pen.ink.dark, 3)
    },
    'light',
  ],
  [
    'horn',
    'Alarm horn',
    '报警喇叭',
    120,
    100,
    (pen) => {
      pen.box(8, 38, 20, 26, pen.ink.dark, 3)
      pen.shape([28, 42, 56, 36, 82, 12, 82, 90, 56, 66, 28, 60])
      pen.oval(74, 12, 16, 78, pen.ink.part)
      pen.shape([30, 64, 44, 66, 40, 94, 26, 94], pen.ink.part)
      if (pen.isOn)
        for (const angle of [-24, 0, 24])
          pen.line(...polar(60, 51, 38, angle), ...polar(60, 51, 54, angle), pen.ink.line, 2)
    },
    'run',
  ],
  [
    'emergency-stop',
    'Emergency stop',
    '急停按钮',
    100,
    100,
    (pen) => {
      pen.disc(50, 50, 44, pen.ink.amber)
      pen.disc(50, 50, 30, pen.ink.red)
      pen.ring(50, 50, 22, pen.ink.paper, 1)
      if (pen.isOn) pen.dot(50, 50, 12, pen.ink.paper)
      else pen.text(24, 38, 52, 24, pen.inscription || 'STOP', pen.ink.paper)
    },
    'still',
  ],
  [
    'plc',
    'Programmable controller',
    '可编程控制器（PLC）',
    150,
    90,
    (pen) => {
      pen.box(6, 8, 36, 72, pen.ink.dark, 3)
      for (const x of [42, 68, 94, 120]) {
        pen.box(x, 8, 24, 72)
        pen.line(x + 6, 50, x + 18, 50, pen.ink.accent)
        pen.line(x + 6, 62, x + 18, 62, pen.ink.accent)
        pen.dot(x + 12, 24, 4, pen.isOn ? pen.ink.green : pen.ink.accent)
      }
      pen.text(9, 30, 30, 26, pen.inscription || 'PLC', pen.ink.paper)
    },
  ],
  [
    'operator-station',
    'Operator station',
    '操作员站',
    130,
    110,
    (pen) => {
      pen.box(14, 6, 102, 66, pen.ink.dark, 4)
      pen.flat(21, 13, 88, 52, pen.ink.body)
      pen.path([28, 54, 44, 36, 60, 46, 78, 24, 100, 34], pen.ink.accent, 1.6)
      pen.shape([54, 72, 76, 72, 84, 88, 46, 88], pen.ink.part)
      pen.shape([22, 92, 108, 92, 118, 104, 12, 104], pen.ink.part)
    },
  ],
  [
    'server',
    'Server',
    '服务器',
    90,
    120,
    (pen) => {
      for (const y of [8, 44, 80]) {
        pen.box(8, y, 74, 32, pen.ink.body, 3)
        pen.dot(20, y + 16, 5, pen.isOn ? pen.ink.green : pen.ink.accent)
        pen.line(34, y + 11, 72, y + 11, pen.ink.accent)
        pen.line(34, y + 21, 72, y + 21, pen.ink.accent)
      }
    },
  ],
  [
    'network-switch',
    'Network switch',
    '交换机',
    140,
    70,
    (pen) => {
      pen.box(6, 12, 128, 46, pen.ink.body, 4)
      for (const x of [16, 36, 56, 76, 96]) pen.flat(x, 32, 15, 16, pen.ink.dark, 1)
      for (const x of [23, 43, 63, 83, 103]) pen.dot(x, 22, 3, pen.isOn ? pen.ink.green : pen.ink.accent)
      pen.dot(124, 40, 5, pen.ink.accent)
    },
  ],
  [
    'antenna',
    'Radio antenna',
    '无线天线',
    110,
    130,
    (pen) => {
      pen.path([30, 124, 55, 44, 80, 124], pen.ink.line, 2)
      pen.path([47, 70, 72, 98, 34, 112], pen.ink.line)
      pen.path([63, 70, 38, 98, 76, 112], pen.ink.line)
      pen.disc(55, 36, 9)
      for (const r of [20, 32, 44]) {
        pen.arc(55, 36, r, -38, 76, pen.ink.line, pen.isOn ? 1.8 : 0.8)
        pen.arc(55, 36, r, 142, 76, pen.ink.line, pen.isOn ? 1.8 : 0.8)
      }
      pen.line(20, 125, 90, 125, pen.ink.line, 1.8)
    },
  ],
  [
    'fire',
    'Fire',
    '火焰',
    80,
    110,
    (pen) => {
      pen.shape(flameOutline(40, 104, 96), pen.ink.amber)
      pen.area(flameCore(40, 104, 96), pen.ink.paper)
    },
  ],
])
