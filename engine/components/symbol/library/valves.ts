import { defineSymbols, type Family } from '../define.ts'
import { arrowHead, bowTie, dome, zigzag } from '../parts.ts'
import { getArcPoints, polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Valves', zh: '阀门' }, colorScheme: 'valve' }

/**
 * Valves by body type. Closed is a dark body, open a light one, in transit one half of each. Discs, gates and hoses
 * move.
 */
export const valves = defineSymbols(family, [
  ['valve', 'Valve (general)', '阀门（通用）', 100, 56, (pen) => bowTie(pen, 50, 28, 44, 22)],
  [
    'valve-gate',
    'Gate valve',
    '闸阀',
    100,
    56,
    (pen) => {
      bowTie(pen, 50, 28, 44, 22)
      pen.line(50, 6, 50, 50, pen.ink.line, 1.6)
    },
  ],
  [
    'valve-globe',
    'Globe valve',
    '截止阀',
    100,
    56,
    (pen) => {
      bowTie(pen, 50, 28, 44, 22)
      pen.dot(50, 28, 11, pen.ink.line)
    },
  ],
  [
    'valve-ball',
    'Ball valve',
    '球阀',
    100,
    56,
    (pen) => {
      bowTie(pen, 50, 28, 44, 22)
      pen.disc(50, 28, 14)
      const [x, y] = polar(50, 28, 9, 90 - 90 * pen.share)
      pen.line(100 - x, 56 - y, x, y, pen.ink.accent, 1.6)
    },
  ],
  [
    'valve-plug',
    'Plug valve',
    '旋塞阀',
    100,
    56,
    (pen) => {
      bowTie(pen, 50, 28, 44, 22)
      pen.shape([50, 8, 64, 28, 50, 48, 36, 28])
      if (pen.isOn) pen.line(40, 28, 60, 28, pen.ink.accent, 1.6)
      else pen.line(50, 14, 50, 42, pen.ink.accent, 1.6)
    },
  ],
  [
    'valve-butterfly',
    'Butterfly valve',
    '蝶阀',
    100,
    60,
    (pen) => {
      pen.box(10, 8, 80, 44)
      pen.box(5, 4, 6, 52, pen.ink.part)
      pen.box(89, 4, 6, 52, pen.ink.part)
      const [x, y] = polar(50, 30, 20, 90 - 86 * pen.share)
      pen.bar(100 - x, 60 - y, x, y, 6, pen.ink.accent)
      pen.dot(50, 30, 6, pen.ink.accent)
    },
  ],
  [
    'valve-check',
    'Check valve',
    '止回阀',
    100,
    60,
    (pen) => {
      pen.box(10, 10, 80, 40)
      pen.box(5, 5, 6, 50, pen.ink.part)
      pen.box(89, 5, 6, 50, pen.ink.part)
      const [x, y] = polar(38, 14, 34, 80 - 56 * pen.share)
      pen.bar(38, 14, x, y, 6, pen.ink.accent)
      pen.dot(38, 14, 6, pen.ink.accent)
      pen.line(58, 40, 70, 40, pen.ink.accent)
      arrowHead(pen, 82, 40, 14, 0, pen.ink.accent)
    },
  ],
  [
    'valve-needle',
    'Needle valve',
    '针型阀',
    100,
    80,
    (pen) => {
      bowTie(pen, 50, 52, 44, 22)
      pen.area([41, 12, 59, 12, 51, 54, 49, 54])
      pen.line(32, 8, 68, 8, pen.ink.line, 1.8)
    },
  ],
  [
    'valve-diaphragm',
    'Diaphragm valve',
    '隔膜阀',
    100,
    70,
    (pen) => {
      bowTie(pen, 50, 44, 44, 20)
      pen.arc(50, 44, 32, 205, 130, pen.ink.line, 1.6)
      pen.line(50, 12, 50, 5, pen.ink.line, 1.6)
    },
  ],
  [
    'valve-pinch',
    'Pinch valve',
    '夹管阀',
    100,
    60,
    (pen) => {
      const gap = 3 + 13 * pen.share
      pen.shape([5, 10, 24, 10, 50, 30 - gap, 76, 10, 95, 10, 95, 50, 76, 50, 50, 30 + gap, 24, 50, 5, 50])
      pen.area([38, 4, 62, 4, 50, 26 - gap], pen.ink.line)
      pen.area([38, 56, 62, 56, 50, 34 + gap], pen.ink.line)
    },
  ],
  [
    'valve-knife',
    'Knife gate valve',
    '刀闸阀',
    100,
    110,
    (pen) => {
      const up = 34 * pen.share
      pen.box(10, 66, 80, 38)
      pen.box(4, 61, 7, 48, pen.ink.part)
      pen.box(89, 61, 7, 48, pen.ink.part)
      pen.line(38, 66, 38, 14)
      pen.line(62, 66, 62, 14)
      pen.box(42, 60 - up, 16, 43, pen.ink.dark)
      pen.line(50, 60 - up, 50, 10)
      pen.line(30, 10, 70, 10, pen.ink.line, 2)
    },
  ],
  [
    'valve-angle',
    'Angle valve',
    '角阀',
    80,
    84,
    (pen) => {
      pen.shape([46, 38, 6, 18, 6, 58], pen.ink.body)
      pen.shape([46, 38, 26, 78, 66, 78], pen.ink.half)
      pen.line(46, 38, 46, 8)
      pen.line(30, 7, 62, 7, pen.ink.line, 1.8)
    },
  ],
  [
    'valve-three-way',
    'Three-way valve',
    '三通阀',
    100,
    80,
    (pen) => {
      bowTie(pen, 50, 28, 44, 22)
      pen.shape([50, 28, 28, 75, 72, 75], pen.ink.half)
    },
  ],
  [
    'valve-four-way',
    'Four-way valve',
    '四通阀',
    100,
    100,
    (pen) => {
      bowTie(pen, 50, 50, 45, 21)
      pen.shape([50, 50, 29, 5, 71, 5], pen.ink.body)
      pen.shape([50, 50, 29, 95, 71, 95], pen.ink.half)
    },
  ],
  [
    'valve-float',
    'Float valve',
    '浮球阀',
    110,
    80,
    (pen) => {
      bowTie(pen, 36, 26, 31, 18)
      pen.path([36, 26, 36, 6, 92, 6, 92, 45 - 14 * pen.share])
      pen.disc(92, 58 - 14 * pen.share, 13, pen.ink.part)
    },
  ],
])

const driven: Family = { words: { en: 'Actuated valves', zh: '执行机构阀门' }, colorScheme: 'valve' }

/** Valves with their actuator on top: handwheel, diaphragm, motor, solenoid, piston, spring. */
export const drivenValves = defineSymbols(driven, [
  [
    'valve-hand',
    'Hand-operated valve',
    '手动阀',
    100,
    90,
    (pen) => {
      onStem(pen, 10)
      pen.line(26, 10, 74, 10, pen.ink.line, 2)
      for (const x of [26, 74]) pen.line(x, 5, x, 15, pen.ink.line, 2)
    },
  ],
  [
    'valve-control',
    'Control valve',
    '调节阀',
    100,
    100,
    (pen) => {
      onStem(pen, 34, 10)
      dome(pen, 50, 34, 28, pen.ink.part)
    },
  ],
  [
    'valve-motor',
    'Motor-operated valve',
    '电动阀',
    100,
    100,
    (pen) => {
      onStem(pen, 40, 10)
      pen.disc(50, 24, 19, pen.ink.paper)
      pen.text(34, 9, 32, 30, pen.inscription || 'M', pen.ink.line)
    },
  ],
  [
    'valve-solenoid',
    'Solenoid valve',
    '电磁阀',
    100,
    100,
    (pen) => {
      onStem(pen, 40, 10)
      pen.box(31, 5, 38, 36, pen.ink.paper)
      pen.text(33, 7, 34, 32, pen.inscription || 'S', pen.ink.line)
    },
  ],
  [
    'valve-pneumatic',
    'Piston-actuated valve',
    '气动阀',
    100,
    110,
    (pen) => {
      onStem(pen, 30, 20)
      pen.box(28, 5, 44, 42, pen.ink.part)
      pen.line(50, 47, 50, 34 - 14 * pen.share)
      pen.bar(30, 34 - 14 * pen.share, 70, 34 - 14 * pen.share, 7, pen.ink.line, 'butt')
    },
  ],
  [
    'valve-hydraulic',
    'Electro-hydraulic valve',
    '电液阀',
    100,
    110,
    (pen) => {
      onStem(pen, 46, 20)
      pen.box(28, 5, 44, 42, pen.ink.paper)
      pen.line(28, 26, 72, 26)
      pen.text(32, 7, 36, 18, pen.inscription || 'E/H', pen.ink.line)
      pen.area([40, 31, 60, 31, 50, 43], pen.ink.line)
    },
  ],
  [
    'valve-safety',
    'Safety relief valve',
    '安全阀',
    90,
    120,
    (pen) => {
      pen.shape([36, 74, 12, 114, 60, 114], pen.ink.body)
      pen.shape([36, 74, 80, 52, 80, 96], pen.ink.half)
      pen.line(36, 74, 36, 62, pen.ink.line)
      zigzag(pen, 36, 62, 36, 18, 6, 12, pen.ink.line, 1.4)
      pen.line(36, 18, 36, 6, pen.ink.line)
      pen.line(22, 6, 50, 6, pen.ink.line, 1.8)
    },
  ],
  [
    'valve-reducing',
    'Pressure-reducing valve',
    '减压阀',
    110,
    100,
    (pen) => {
      bowTie(pen, 50, 72, 44, 22)
      pen.line(50, 72, 50, 34)
      dome(pen, 50, 34, 28, pen.ink.part)
      pen.path([94, 72, 104, 72, 104, 22, 76, 22], pen.ink.line, 0.8)
    },
  ],
  [
    'valve-emergency',
    'Emergency shut-off valve',
    '紧急切断阀',
    100,
    110,
    (pen) => {
      onStem(pen, 40, 20)
      pen.box(26, 5, 48, 40, pen.ink.part)
      zigzag(pen, 62, 12, 62, 39, 5, 6, pen.ink.line)
      pen.text(28, 8, 26, 34, pen.inscription || 'SD', pen.ink.line)
    },
  ],
  [
    'damper',
    'Louvre damper',
    '百叶风阀',
    100,
    100,
    (pen) => {
      pen.box(10, 6, 80, 88, pen.ink.body)
      for (const y of [22, 41, 60, 79]) {
        const [x, tip] = polar(50, y, 33, -8 - 62 * pen.share)
        const reach = Math.min(Math.abs(tip - y), 9)
        pen.bar(100 - x, y + reach, x, y - reach, 4, pen.ink.accent)
      }
    },
  ],
  [
    'fire-damper',
    'Fire damper',
    '防火阀',
    100,
    100,
    (pen) => {
      pen.box(6, 20, 88, 60, pen.ink.body)
      const [x, y] = polar(50, 50, 26, 90 - 86 * pen.share)
      pen.bar(100 - x, 100 - y, x, y, 5, pen.ink.accent)
      pen.box(30, 5, 40, 15, pen.ink.paper)
      pen.text(32, 6, 36, 13, pen.inscription || '70℃', pen.ink.line)
      pen.dot(50, 50, 5, pen.ink.accent)
    },
  ],
])

const fittings: Family = { words: { en: 'Pipe fittings', zh: '管道附件' }, colorScheme: 'still' }

/** Pipe fittings other than valves. */
export const pipeFittings = defineSymbols(fittings, [
  [
    'strainer',
    'Y-strainer',
    'Y型过滤器',
    100,
    80,
    (pen) => {
      pen.shape([10, 14, 90, 14, 90, 42, 66, 42, 86, 62, 70, 75, 36, 42, 10, 42])
      pen.dashes(46, 20, 76, 66, 6, pen.ink.line)
      pen.box(5, 8, 6, 40, pen.ink.part)
      pen.box(89, 8, 6, 40, pen.ink.part)
    },
  ],
  [
    'steam-trap',
    'Steam trap',
    '疏水阀',
    100,
    70,
    (pen) => {
      pen.line(4, 35, 96, 35, pen.ink.line, 1.6)
      pen.disc(50, 35, 28)
      pen.area([...getArcPoints(50, 35, 28, 90, 180, 8)], pen.ink.dark)
      pen.ring(50, 35, 28)
    },
  ],
  [
    'expansion-joint',
    'Expansion joint',
    '膨胀节',
    100,
    60,
    (pen) => {
      pen.box(10, 14, 80, 32)
      for (const x of [26, 38, 50, 62]) pen.box(x, 7, 11, 46, pen.ink.body, 5)
      pen.box(5, 8, 6, 44, pen.ink.part)
      pen.box(89, 8, 6, 44, pen.ink.part)
    },
  ],
  [
    'sight-glass',
    'Sight glass',
    '视镜',
    100,
    60,
    (pen) => {
      pen.box(8, 14, 84, 32)
      pen.disc(50, 30, 24, pen.ink.part)
      pen.disc(50, 30, 16, pen.ink.paper)
      pen.line(42, 36, 52, 24, pen.ink.liquid, 1.6)
      pen.line(49, 38, 58, 27, pen.ink.liquid, 1.6)
    },
  ],
  [
    'reducer',
    'Reducer',
    '异径管',
    100,
    60,
    (pen) => {
      pen.shape([8, 8, 92, 20, 92, 40, 8, 52])
      pen.line(4, 30, 8, 30, pen.ink.line, 1.6)
      pen.line(92, 30, 96, 30, pen.ink.line, 1.6)
    },
  ],
  [
    'flame-arrester',
    'Flame arrester',
    '阻火器',
    100,
    70,
    (pen) => {
      pen.line(4, 35, 96, 35, pen.ink.line, 1.6)
      pen.shape([14, 28, 32, 10, 68, 10, 86, 28, 86, 42, 68, 60, 32, 60, 14, 42])
      for (const x of [38, 46, 54, 62]) pen.line(x, 14, x, 56, pen.ink.line, 1.6)
    },
  ],
  [
    'rupture-disc',
    'Rupture disc',
    '爆破片',
    100,
    60,
    (pen) => {
      pen.line(4, 30, 96, 30, pen.ink.line, 1.6)
      pen.box(38, 6, 24, 48)
      pen.arc(34, 30, 20, -50, 100, pen.ink.line, 2)
    },
  ],
  [
    'silencer',
    'Silencer',
    '消声器',
    120,
    70,
    (pen) => {
      pen.line(4, 35, 20, 35, pen.ink.line, 2.4)
      pen.line(100, 35, 116, 35, pen.ink.line, 2.4)
      pen.box(20, 10, 80, 50, pen.ink.body, 10)
      for (const y of [24, 46]) pen.dashes(26, y, 94, y, 6, pen.ink.line, 1.6)
    },
  ],
  [
    'ejector',
    'Ejector',
    '喷射器',
    120,
    70,
    (pen) => {
      pen.box(40, 44, 16, 22, pen.ink.part)
      pen.shape([8, 20, 46, 20, 74, 30, 112, 14, 112, 58, 74, 42, 46, 52, 8, 52])
      pen.area([8, 28, 34, 28, 56, 36, 34, 44, 8, 44], pen.ink.dark)
    },
  ],
  [
    'flange',
    'Blind flange',
    '盲板法兰',
    70,
    60,
    (pen) => {
      pen.box(5, 16, 36, 28)
      pen.box(41, 6, 9, 48, pen.ink.part)
      pen.box(54, 6, 9, 48, pen.ink.dark)
      for (const y of [12, 48]) pen.line(37, y, 67, y, pen.ink.line, 1.6)
    },
  ],
])

/** Draws a valve body at the bottom and a stem up to its actuator. */
function onStem(pen: SymbolCanvas, top: number, down = 0): void {
  bowTie(pen, 50, 62 + down, 44, 22)
  pen.line(50, 62 + down, 50, top)
}
