import type { Drawing } from '../../engine/document/index.ts'
import { header, keyFigure, legendEntry, panel, row, titleBlock, tone, unknown, words } from './blocks.ts'
import { expression, numbered, range, Sheet, states, toggle, value } from './sheet.ts'

const cabinet = 'street/cabinet-01'
const poles = Array.from({ length: 12 }, (_, index) => numbered('pole', index + 1, 3))
const road = { left: 20, right: 1172, top: 336, bottom: 632 }
const middle = (road.top + road.bottom) / 2
const isLit = (pole: string) => `{street/${pole}/lamp}`

/**
 * A street in plan view with twelve luminaires on both sides, its feeder cabinet, and the legend of the lamp symbols.
 */
export function streetSection(): Drawing {
  const sheet = new Sheet('Street section')
  header(sheet, 'Harbour Road, section 1', 'Street lighting, 12 luminaires, feeder C-01')
  keyFigure(
    sheet,
    'Lit of 12',
    1080,
    120,
    expression('text', `street/${poles[0]}/lamp`, `format(${poles.map(isLit).join(' + ')}, 0)`),
  )
  keyFigure(sheet, 'Feeder power', 1230, 150, value(`${cabinet}/powerKw`, 2, 'kW'))
  keyFigure(sheet, 'Energy', 1420, 160, value(`${cabinet}/energyKwh`, 1, 'kWh'))
  surroundings(sheet)
  poles.slice(0, 6).forEach((pole, index) => northPole(sheet, pole, 100 + index * 180))
  poles.slice(6).forEach((pole, index) => southPole(sheet, pole, 190 + index * 180))
  cabinetPanel(sheet)
  legend(sheet)
  titleBlock(sheet, 1260, 846, 'Street lighting', 'SL-001')
  return sheet.drawing()
}

function surroundings(sheet: Sheet): void {
  const { left, right, top, bottom } = road
  const width = right - left
  const buildings = [
    ['Customs house', 20, 212, 150, 66],
    ['Market hall', 212, 212, 148, 66],
    ['Offices', 392, 212, 148, 66],
    ['Museum', 572, 212, 148, 66],
    ['Hotel', 752, 212, 148, 66],
    ['Station', 932, 212, 240, 66],
    ['Park', 20, 690, 150, 66],
    ['Pier 1', 282, 690, 88, 66],
    ['Pier 2', 462, 690, 88, 66],
    ['Ferry', 642, 690, 88, 66],
    ['Pier 3', 822, 690, 88, 66],
    ['Quay', 1002, 690, 88, 66],
  ] as const
  sheet.group('Surroundings', () => {
    for (const [name, x, y, w, h] of buildings) {
      sheet.place('rect', name, x, y, w, h, {
        backgroundColor: '#e1e4e8ff',
        radius: 3,
        text: name,
        fontSize: 11,
        fontColor: tone.faint,
      })
    }
    sheet.place('rect', 'Pavement north', left, top - 34, width, 34, { backgroundColor: tone.ground })
    sheet.place('rect', 'Pavement south', left, bottom, width, 34, { backgroundColor: tone.ground })
    sheet.place('rect', 'Carriageway', left, top, width, bottom - top, { backgroundColor: '#b7bec5ff' })
    sheet.place('line', 'Kerb north', left, top - 1, width, 2, { lineColor: tone.faint, lineWidth: 2 })
    sheet.place('line', 'Kerb south', left, bottom - 1, width, 2, { lineColor: tone.faint, lineWidth: 2 })
    sheet.place('line', 'Centre line', left, middle - 2, width, 4, { lineColor: '#eef0f2ff', lineWidth: 3 })
    for (const [name, y] of [
      ['Lane line north', (top + middle) / 2],
      ['Lane line south', (middle + bottom) / 2],
    ] as const) {
      sheet.place('line', name, left, y - 1, width, 2, { lineColor: '#dfe3e7ff', lineWidth: 2, lineStyle: 'dashed' })
    }
    for (const [name, y, west] of [
      ['North lanes', middle - 14, true],
      ['South lanes', middle + 14, false],
    ] as const) {
      for (const x of [90, 1040]) {
        sheet.place('line', `${name} direction`, x, y - 6, 60, 12, {
          lineColor: '#eef0f2ff',
          lineWidth: 3,
          startArrow: west,
          endArrow: !west,
        })
      }
    }
  })
}

function northPole(sheet: Sheet, pole: string, x: number): void {
  sheet.group(label(pole), () => {
    pool(sheet, pole, x, road.top + 66)
    sheet.place('line', `${label(pole)} leader`, x - 1, 182, 2, 126, {
      points: [0.5, 0, 0.5, 1],
      lineColor: tone.faint,
      lineWidth: 1,
      lineStyle: 'dotted',
    })
    mast(sheet, pole, x, road.top - 17, road.top + 26)
    card(sheet, pole, x - 75, 82)
  })
}

function southPole(sheet: Sheet, pole: string, x: number): void {
  sheet.group(label(pole), () => {
    pool(sheet, pole, x, road.bottom - 66)
    sheet.place('line', `${label(pole)} leader`, x - 1, 660, 2, 124, {
      points: [0.5, 0, 0.5, 1],
      lineColor: tone.faint,
      lineWidth: 1,
      lineStyle: 'dotted',
    })
    mast(sheet, pole, x, road.bottom + 17, road.bottom - 26)
    card(sheet, pole, x - 75, 784)
  })
}

const label = (pole: string) => pole.replace('pole-', 'P-')

/** Adds the light on the road; its strength follows the lamp's power. */
function pool(sheet: Sheet, pole: string, x: number, y: number): void {
  sheet.place(
    'circular',
    `${label(pole)} light`,
    x - 78,
    y - 56,
    156,
    112,
    { backgroundColor: tone.light },
    {
      opacity: 0,
      bind: [range('opacity', `street/${pole}/power`, [5, 150], [0, 0.6])],
    },
  )
}

function mast(sheet: Sheet, pole: string, x: number, foot: number, head: number): void {
  sheet.place('line', `${label(pole)} arm`, x - 3, Math.min(foot, head), 6, Math.abs(foot - head), {
    points: [0.5, 0, 0.5, 1],
    lineColor: tone.outline,
    lineWidth: 3,
  })
  sheet.place('circular', `${label(pole)} mast`, x - 6, foot - 6, 12, 12, { backgroundColor: tone.outline })
  sheet.place(
    'lamp',
    `${label(pole)} lamp`,
    x - 20,
    head - 20,
    40,
    40,
    { value: unknown },
    {
      bind: [
        expression('value', `street/${pole}/lamp`, `value == 1 && {street/${pole}/power} < 5 ? 2 : value`),
        value(`street/${pole}/dimming`, undefined, undefined, 'brightness'),
      ],
      action: toggle(`street/${pole}/lamp`),
    },
  )
}

function card(sheet: Sheet, pole: string, x: number, y: number): void {
  const at = `street/${pole}`
  sheet.place('rect', `${label(pole)} card`, x, y, 150, 100, {
    backgroundColor: tone.plate,
    borderWidth: 1,
    borderColor: tone.edge,
    radius: 6,
  })
  words(sheet, `${label(pole)} name`, label(pole), x + 12, y + 7, 70, 20, { fontSize: 14, fontWeight: 'bold' })
  words(
    sheet,
    `${label(pole)} state`,
    '—',
    x + 78,
    y + 7,
    60,
    20,
    { fontSize: 12, fontColor: tone.muted, align: 'right' },
    {
      bind: [
        states('text', `${at}/lamp`, [
          [0, 0, 'Off'],
          [1, 1, 'On'],
        ]),
      ],
    },
  )
  sheet.place('rect', `${label(pole)} dimming track`, x + 12, y + 33, 126, 8, {
    backgroundColor: '#dce0e4ff',
    radius: 4,
  })
  sheet.place(
    'rect',
    `${label(pole)} dimming bar`,
    x + 12,
    y + 33,
    0,
    8,
    { backgroundColor: tone.bar, radius: 4 },
    {
      bind: [range('width', `${at}/dimming`, [0, 100], [0, 126])],
    },
  )
  words(
    sheet,
    `${label(pole)} dimming`,
    '—',
    x + 12,
    y + 48,
    60,
    20,
    { fontSize: 14, fontWeight: 'bold' },
    {
      bind: [value(`${at}/dimming`, 0, '%')],
      action: { kind: 'write', tag: `${at}/dimming`, value: null },
    },
  )
  words(
    sheet,
    `${label(pole)} power`,
    '—',
    x + 68,
    y + 48,
    70,
    20,
    { fontSize: 14, align: 'right' },
    { bind: [value(`${at}/power`, 1, 'W')] },
  )
  words(
    sheet,
    `${label(pole)} temperature`,
    '—',
    x + 12,
    y + 70,
    126,
    18,
    { fontSize: 12, fontColor: tone.muted },
    {
      bind: [value(`${at}/temperature`, 1, '°C'), states('fontColor', `${at}/temperature`, [[70, 1000, tone.alarm]])],
    },
  )
}

function cabinetPanel(sheet: Sheet): void {
  const x = 1200
  const width = 380
  panel(sheet, 'Cabinet C-01', x, 82, width, 370)
  sheet.place(
    'lamp',
    'Cabinet link',
    x + 16,
    124,
    120,
    30,
    { text: 'Link', labelSide: 'right', fontSize: 13, onColor: '#ffffffff', stateType: 'device', value: -1 },
    {
      bind: [
        value(`${cabinet}/$state`, undefined, undefined, 'value'),
        states('text', `${cabinet}/$state`, [
          [1, 1, 'Not activated'],
          [2, 2, 'Disabled'],
          [3, 3, 'Online'],
          [4, 4, 'Offline'],
        ]),
      ],
    },
  )
  sheet.place(
    'lamp',
    'Cabinet door',
    x + 200,
    124,
    150,
    30,
    { text: 'Door', labelSide: 'right', fontSize: 13, value: unknown },
    {
      bind: [
        states('value', `${cabinet}/doorOpen`, [
          [0, 0, 0],
          [1, 1, 2],
        ]),
        states('text', `${cabinet}/doorOpen`, [
          [0, 0, 'Door closed'],
          [1, 1, 'Door open'],
        ]),
      ],
    },
  )
  for (const [index, phase] of ['A', 'B', 'C'].entries()) {
    sheet.place(
      'gauge',
      `Voltage L${index + 1}`,
      x + 12 + index * 120,
      164,
      116,
      116,
      {
        text: `L${index + 1}`,
        unit: 'V',
        value: 230,
        min: 180,
        max: 280,
        tickInterval: 20,
        lowLimit: 207,
        highLimit: 253,
        decimals: 0,
        fontSize: 12,
        trackWidth: 7,
        backgroundColor: '#ffffffff',
        borderColor: tone.edge,
      },
      { bind: [value(`${cabinet}/voltage${phase}`, undefined, undefined, 'value')] },
    )
  }
  row(sheet, 'Current L1', x + 16, 296, width - 32, [value(`${cabinet}/currentA`, 2, 'A')])
  row(sheet, 'Active power', x + 16, 326, width - 32, [value(`${cabinet}/powerKw`, 2, 'kW')])
  row(sheet, 'Energy counter', x + 16, 356, width - 32, [value(`${cabinet}/energyKwh`, 1, 'kWh')])
  words(sheet, 'Load name', 'Load of 10 kW', x + 16, 392, 200, 18, { fontSize: 12, fontColor: tone.muted })
  sheet.place('rect', 'Load track', x + 16, 416, width - 32, 12, { backgroundColor: '#dce0e4ff', radius: 6 })
  sheet.place(
    'rect',
    'Load bar',
    x + 16,
    416,
    0,
    12,
    { backgroundColor: tone.bar, radius: 6 },
    {
      bind: [
        range('width', `${cabinet}/powerKw`, [0, 10], [0, width - 32]),
        states('backgroundColor', `${cabinet}/powerKw`, [[8, 1000, tone.alarm]]),
      ],
    },
  )
}

function legend(sheet: Sheet): void {
  const x = 1200
  panel(sheet, 'Luminaires', x, 468, 380, 362)
  const sum = (point: string, between: string) => poles.map((pole) => `{street/${pole}/${point}}`).join(between)
  const first = `street/${poles[0]}`
  const figures = [
    ['Power of luminaires', `${first}/power`, `format((${sum('power', '+')})/1000, 2) + " kW"`],
    ['Mean dimming asked', `${first}/dimming`, `format((${sum('dimming', '+')})/12, 0) + "%"`],
    ['Lowest voltage', `${first}/voltage`, `format(min(${sum('voltage', ',')}), 1) + " V"`],
    ['Hottest luminaire', `${first}/temperature`, `format(max(${sum('temperature', ',')}), 1) + "°C"`],
  ] as const
  for (const [index, [name, tag, source]] of figures.entries())
    row(sheet, name, x + 16, 510 + index * 30, 348, [expression('text', tag, source)])
  sheet.place('line', 'Legend rule', x + 16, 642, 348, 2, { lineColor: tone.edge, lineWidth: 1 })
  legendEntry(sheet, 'Off', x + 16, 658, { value: 0 })
  legendEntry(sheet, 'On', x + 196, 658, { value: 1 })
  legendEntry(sheet, 'Dimmed', x + 16, 692, { value: 1, brightness: 35 })
  legendEntry(sheet, 'Lamp failure', x + 196, 692, { value: 2 })
  legendEntry(sheet, 'State unknown', x + 16, 726, { value: 3 })
  words(
    sheet,
    'Help on lamps',
    'Click a lamp to switch it.\nClick a percentage to set the dimming.',
    x + 16,
    772,
    348,
    40,
    { fontSize: 12, fontColor: tone.muted, valign: 'top' },
  )
}
