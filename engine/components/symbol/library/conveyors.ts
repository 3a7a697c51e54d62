import { defineSymbols, type Family } from '../define.ts'
import { arrowHead, motorSide, wheel, zigzag } from '../parts.ts'
import { polar, type SymbolCanvas } from '../symbolCanvas.ts'

const family: Family = { words: { en: 'Conveyors and feeders', zh: '输送与给料' }, colorScheme: 'run' }

/** Conveyors for bulk material and piece goods. Direction: right or up. */
export const conveyors = defineSymbols(family, [
  [
    'conveyor-belt',
    'Belt conveyor',
    '带式输送机',
    160,
    60,
    (pen) => {
      for (const x of [30, 126]) pen.line(x, 34, x, 55, pen.ink.line, 1.6)
      pen.box(6, 10, 148, 26, pen.ink.body, 13)
      for (const x of [19, 141]) pen.disc(x, 23, 9, pen.ink.part)
      for (const x of [48, 80, 112]) pen.dot(x, 23, 4.5, pen.ink.accent)
      pen.line(16, 55, 144, 55, pen.ink.line, 1.6)
    },
  ],
  [
    'conveyor-inclined',
    'Inclined belt conveyor',
    '倾斜带式输送机',
    150,
    100,
    (pen) => {
      pen.line(48, 76, 48, 95, pen.ink.line, 1.6)
      pen.line(106, 44, 106, 95, pen.ink.line, 1.6)
      pen.shape([11, 67, 122, 6, 137, 28, 27, 92])
      pen.disc(19, 80, 13, pen.ink.part)
      pen.disc(130, 18, 13, pen.ink.part)
      pen.line(52, 61, 88, 40, pen.ink.accent, 1.6)
      arrowHead(pen, 100, 33, 18, -30, pen.ink.accent)
      pen.line(30, 95, 120, 95, pen.ink.line, 1.6)
    },
  ],
  [
    'conveyor-roller',
    'Roller conveyor',
    '辊道输送机',
    150,
    60,
    (pen) => {
      pen.box(6, 26, 138, 10, pen.ink.part)
      for (const x of [18, 41, 64, 87, 110, 133]) pen.disc(x, 19, 10)
      for (const x of [26, 124]) pen.line(x, 36, x, 55, pen.ink.line, 1.6)
      pen.line(14, 55, 38, 55, pen.ink.line, 1.6)
      pen.line(112, 55, 136, 55, pen.ink.line, 1.6)
    },
  ],
  [
    'conveyor-screw',
    'Screw conveyor',
    '螺旋输送机',
    160,
    70,
    (pen) => {
      motorSide(pen, 5, 17, 28, 28)
      pen.box(44, 4, 22, 12, pen.ink.part)
      pen.box(128, 46, 18, 19, pen.ink.part)
      pen.box(36, 14, 118, 34, pen.ink.body, 4)
      pen.line(36, 31, 154, 31, pen.ink.accent)
      zigzag(pen, 42, 31, 148, 31, 8, 12, pen.ink.accent, 1.4)
    },
  ],
  [
    'conveyor-chain',
    'Chain conveyor',
    '链式输送机',
    160,
    60,
    (pen) => {
      for (const x of [40, 120]) pen.line(x, 36, x, 55, pen.ink.line, 1.6)
      pen.box(6, 10, 148, 28, pen.ink.body, 14)
      pen.dashes(20, 10, 140, 10, 9, pen.ink.dark, 3)
      pen.dashes(20, 38, 140, 38, 9, pen.ink.dark, 3)
      for (const x of [20, 140]) pen.disc(x, 24, 9, pen.ink.part)
      pen.line(48, 24, 100, 24, pen.ink.accent, 1.4)
      arrowHead(pen, 112, 24, 16, 0, pen.ink.accent)
      pen.line(24, 55, 136, 55, pen.ink.line, 1.6)
    },
  ],
  [
    'conveyor-scraper',
    'Scraper conveyor',
    '刮板输送机',
    160,
    60,
    (pen) => {
      for (const x of [33, 53, 73, 93, 113]) pen.shape([x, 6, x + 6, 6, x + 10, 20, x, 20], pen.ink.dark)
      pen.shape([24, 20, 136, 20, 154, 34, 154, 46, 6, 46, 6, 34])
      for (const x of [22, 138]) pen.disc(x, 34, 8, pen.ink.part)
      pen.line(38, 34, 122, 34, pen.ink.accent)
      pen.line(4, 54, 156, 54, pen.ink.line, 1.6)
    },
  ],
  [
    'bucket-elevator',
    'Bucket elevator',
    '斗式提升机',
    90,
    150,
    (pen) => {
      pen.shape([60, 22, 84, 46, 84, 58, 60, 40], pen.ink.part)
      pen.shape([30, 124, 8, 108, 8, 96, 30, 108], pen.ink.part)
      pen.box(24, 6, 42, 138, pen.ink.body, 10)
      pen.disc(45, 26, 13, pen.ink.part)
      pen.disc(45, 126, 13, pen.ink.part)
      pen.line(33, 26, 33, 126, pen.ink.accent)
      pen.line(57, 26, 57, 126, pen.ink.accent)
      for (const y of [46, 70, 94]) pen.area([33, y, 43, y, 40, y + 12, 33, y + 12], pen.ink.accent)
      for (const y of [56, 80, 104]) pen.area([57, y, 50, y, 47, y + 12, 57, y + 12], pen.ink.accent)
    },
  ],
  [
    'feeder-vibrating',
    'Vibrating feeder',
    '振动给料机',
    140,
    100,
    (pen) => {
      pen.shape([10, 8, 34, 8, 34, 34, 126, 50, 122, 70, 10, 50])
      pen.box(12, 58, 26, 18, pen.ink.part)
      zigzag(pen, 60, 62, 60, 92, 5, 6)
      zigzag(pen, 104, 70, 104, 92, 4, 6)
      pen.line(40, 94, 124, 94, pen.ink.line, 1.6)
      pen.line(48, 46, 88, 53, pen.ink.accent, 1.4)
      arrowHead(pen, 102, 55, 16, 10, pen.ink.accent)
    },
  ],
  [
    'feeder-rotary',
    'Rotary feeder',
    '旋转给料阀',
    90,
    110,
    (pen) => {
      pen.shape([18, 6, 72, 6, 64, 30, 26, 30], pen.ink.part)
      pen.shape([26, 80, 64, 80, 72, 104, 18, 104], pen.ink.part)
      pen.disc(45, 55, 34)
      for (let vane = 0; vane < 6; vane++) pen.line(45, 55, ...polar(45, 55, 31, 60 * vane + 30), pen.ink.accent, 1.4)
      pen.dot(45, 55, 7, pen.ink.accent)
    },
  ],
  [
    'feeder-apron',
    'Apron feeder',
    '板式给料机',
    150,
    80,
    (pen) => {
      pen.shape([36, 6, 114, 6, 100, 30, 50, 30], pen.ink.part)
      pen.box(6, 34, 138, 30, pen.ink.body, 15)
      for (const x of [22, 39, 56, 73, 90, 107]) pen.box(x, 30, 14, 8, pen.ink.dark)
      for (const x of [21, 129]) pen.disc(x, 49, 8, pen.ink.part)
      pen.line(20, 74, 130, 74, pen.ink.line, 1.6)
    },
  ],
  [
    'belt-scale',
    'Belt scale',
    '皮带秤',
    140,
    90,
    (pen) => {
      pen.box(6, 24, 128, 24, pen.ink.body, 12)
      for (const x of [18, 122]) pen.disc(x, 36, 8, pen.ink.part)
      for (const x of [46, 94]) pen.line(x, 48, x, 60, pen.ink.line, 1.4)
      pen.shape([36, 60, 104, 60, 112, 84, 28, 84], pen.ink.paper)
      pen.text(44, 62, 52, 20, pen.inscription || 't/h', pen.ink.line)
      pen.area([50, 22, 70, 6, 90, 22], pen.ink.dark)
    },
  ],
  [
    'diverter',
    'Diverter chute',
    '分料器',
    100,
    110,
    (pen) => {
      pen.shape([32, 6, 68, 6, 68, 40, 95, 92, 66, 104, 50, 72, 34, 104, 5, 92, 32, 40])
      pen.line(50, 66, ...polar(50, 66, 36, -120 + 60 * pen.share), pen.ink.accent, 2.4)
      pen.dot(50, 66, 6, pen.ink.accent)
    },
    'valve',
  ],
  [
    'overhead-crane',
    'Overhead crane',
    '桥式起重机',
    150,
    110,
    (pen) => {
      pen.box(6, 12, 138, 16)
      for (const x of [18, 132]) wheel(pen, x, 34, 7)
      pen.line(4, 42, 32, 42, pen.ink.line, 2)
      pen.line(118, 42, 146, 42, pen.ink.line, 2)
      pen.box(60, 5, 32, 34, pen.ink.part, 3)
      pen.line(70, 39, 70, 72)
      pen.line(82, 39, 82, 72)
      pen.box(66, 70, 20, 12, pen.ink.dark, 3)
      pen.arc(76, 92, 9, -90, 230, pen.ink.line, 2)
    },
  ],
  [
    'magnet-separator',
    'Magnetic separator',
    '磁选机',
    130,
    110,
    (pen) => {
      pen.shape([18, 6, 50, 6, 58, 28, 30, 28], pen.ink.part)
      pen.disc(66, 58, 34)
      magnet(pen, 66, 56)
      pen.shape([14, 84, 40, 84, 60, 104, 14, 104], pen.ink.part)
      pen.shape([118, 84, 92, 84, 72, 104, 118, 104], pen.ink.part)
    },
  ],
])

function magnet(pen: SymbolCanvas, cx: number, cy: number): void {
  pen.arc(cx, cy, 16, 180, 180, pen.ink.accent, 3.4)
  pen.line(cx - 16, cy, cx - 16, cy + 14, pen.ink.accent, 3.4)
  pen.line(cx + 16, cy, cx + 16, cy + 14, pen.ink.accent, 3.4)
}
