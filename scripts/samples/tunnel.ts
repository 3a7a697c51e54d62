import type { Drawing } from '../../engine/document/index.ts'
import { header, keyFigure, legendEntry, panel, row, titleBlock, tone, unknown, words } from './blocks.ts'
import { expression, numbered, range, Sheet, states, toggle, value } from './sheet.ts'

/** Sections from the entrance inwards, with their length in the drawing and the luminaires per row. */
const sections = [
  { name: 'TH1', long: 'Threshold 1', width: 200, lamps: 5 },
  { name: 'TH2', long: 'Threshold 2', width: 190, lamps: 4 },
  { name: 'TR1', long: 'Transition', width: 240, lamps: 4 },
  { name: 'IN', long: 'Interior', width: 350, lamps: 4 },
  { name: 'EX', long: 'Exit', width: 200, lamps: 3 },
] as const
const lampsARow = sections.reduce((sum, { lamps }) => sum + lamps, 0)
const left = 40
const tubeHeight = 180
const length = sections.reduce((sum, { width }) => sum + width, 0)

interface Tube {
  readonly name: string
  readonly sign: 1 | -1
  readonly top: number
  readonly firstLamp: number
  readonly firstFan: number
  /** Positions of the fans, clear of the section limits. */
  readonly fans: readonly number[]
  readonly firstSign: number
  /** L20 camera at the portal, and the air sensor half way. */
  readonly portal: string
  readonly air: string
}

const tubes: readonly Tube[] = [
  {
    name: 'Left tube',
    sign: 1,
    top: 78,
    firstLamp: 1,
    firstFan: 1,
    fans: [300, 520, 880],
    firstSign: 1,
    portal: 'tunnel/sensor-01',
    air: 'tunnel/sensor-02',
  },
  {
    name: 'Right tube',
    sign: -1,
    top: 474,
    firstLamp: 41,
    firstFan: 4,
    fans: [330, 660, 890],
    firstSign: 5,
    portal: 'tunnel/sensor-03',
    air: 'tunnel/sensor-04',
  },
]

/** Two tubes with lighting sections, luminaires, jet fans, lane signals and sensors. */
export function tunnel(): Drawing {
  const sheet = new Sheet('Tunnel')
  header(sheet, 'North tunnel', 'Two tubes, lighting sections TH1 to EX, ventilation and lane signals')
  keyFigure(sheet, 'L20 left portal', 1020, 170, value('tunnel/sensor-01/luminance', 0, 'cd/m²'))
  keyFigure(sheet, 'L20 right portal', 1210, 170, value('tunnel/sensor-03/luminance', 0, 'cd/m²'))
  keyFigure(
    sheet,
    'Fans running of 6',
    1424,
    160,
    expression(
      'text',
      'tunnel/fan-01/running',
      `format(${[1, 2, 3, 4, 5, 6].map((ordinal) => `{tunnel/${numbered('fan', ordinal)}/running}`).join(' + ')}, 0)`,
    ),
  )
  for (const tube of tubes) tubePlan(sheet, tube)
  for (const tube of tubes) tubePanel(sheet, tube)
  legend(sheet)
  titleBlock(sheet, 1264, 846, 'North tunnel', 'TU-001')
  return sheet.drawing()
}

/** Sections with their left edge. Their order is reversed in the tube driven from the right. */
function placed(tube: Tube) {
  let travelled = 0
  return sections.map((section) => {
    const x = tube.sign > 0 ? left + travelled : left + length - travelled - section.width
    travelled += section.width
    return { ...section, x }
  })
}

function tubePlan(sheet: Sheet, tube: Tube): void {
  const { top } = tube
  const body = top + 60
  words(sheet, tube.name, `${tube.name}, ${tube.sign > 0 ? 'northbound' : 'southbound'}`, left, top, 300, 24, {
    fontSize: 15,
    fontWeight: 'bold',
  })
  sheet.place('line', `${tube.name} direction`, left + 200, top + 4, 70, 16, {
    lineColor: tone.outline,
    lineWidth: 2,
    startArrow: tube.sign < 0,
    endArrow: tube.sign > 0,
  })
  sheet.group(`${tube.name} structure`, () => structure(sheet, tube, body))
  sheet.group(`${tube.name} luminaires`, () => luminaires(sheet, tube, body))
  sheet.group(`${tube.name} equipment`, () => {
    for (const [index, x] of tube.fans.entries()) fan(sheet, tube.firstFan + index, x, body + tubeHeight / 2, tube.sign)
    for (let index = 0; index < 4; index++) {
      const x = index < 2 ? (tube.sign > 0 ? left + 12 : left + length - 42) : left + length / 2 - 15 + tube.sign * 150
      laneSignal(sheet, tube.firstSign + index, x, body + (index % 2 === 0 ? 52 : 98))
    }
  })
  sheet.group(`${tube.name} levels`, () => levels(sheet, tube, body + tubeHeight + 20))
}

function structure(sheet: Sheet, tube: Tube, body: number): void {
  sheet.place('rect', `${tube.name} lining`, left - 10, body, length + 20, tubeHeight, {
    backgroundColor: '#b4bcc4ff',
    radius: 8,
  })
  sheet.place('rect', `${tube.name} roadway`, left - 10, body + 10, length + 20, tubeHeight - 20, {
    backgroundColor: '#d3d8ddff',
  })
  sheet.place('line', `${tube.name} lane line`, left, body + tubeHeight / 2 - 1, length, 2, {
    lineColor: '#f4f5f6ff',
    lineWidth: 2,
    lineStyle: 'dashed',
  })
  for (const { name, long, x, width } of placed(tube)) {
    const lamp = `tunnel/${numbered('lamp', tube.firstLamp + firstOf(name), 3)}`
    sheet.place(
      'rect',
      `${tube.name} ${name} light`,
      x,
      body + 10,
      width,
      tubeHeight - 20,
      { backgroundColor: tone.light },
      {
        opacity: 0,
        bind: [range('opacity', `${lamp}/power`, [2, 90], [0, 0.55])],
      },
    )
    words(sheet, `${tube.name} ${name}`, `${name}  ${long}`, x + 8, top(tube), width - 16, 20, {
      fontSize: 12,
      fontColor: tone.muted,
    })
    if (tube.sign > 0 ? x > left : x + width < left + length) {
      const edge = tube.sign > 0 ? x : x + width
      sheet.place('line', `${tube.name} ${name} limit`, edge - 1, body - 22, 2, tubeHeight + 126, {
        points: [0.5, 0, 0.5, 1],
        lineColor: tone.faint,
        lineWidth: 1,
        lineStyle: 'dashed',
      })
    }
  }
}

const top = (tube: Tube) => tube.top + 36

function firstOf(name: string): number {
  let before = 0
  for (const section of sections) {
    if (section.name === name) return before
    before += section.lamps
  }
  throw new Error(`no section ${name}`)
}

function luminaires(sheet: Sheet, tube: Tube, body: number): void {
  for (const { name, x, width, lamps } of placed(tube)) {
    for (const [side, y] of [
      [0, body + 12],
      [1, body + tubeHeight - 34],
    ] as const) {
      for (let index = 0; index < lamps; index++) {
        const ordinal = tube.firstLamp + side * lampsARow + firstOf(name) + index
        const lamp = `tunnel/${numbered('lamp', ordinal, 3)}`
        const along = ((tube.sign > 0 ? index : lamps - 1 - index) + 0.5) / lamps
        sheet.place(
          'lamp',
          `Luminaire ${ordinal}`,
          x + along * width - 11,
          y,
          22,
          22,
          { shape: 'rectangle', value: unknown },
          {
            bind: [
              expression('value', `${lamp}/lamp`, `value == 1 && {${lamp}/power} < 3 ? 2 : value`),
              value(`${lamp}/dimming`, undefined, undefined, 'brightness'),
            ],
            action: toggle(`${lamp}/lamp`),
          },
        )
      }
    }
  }
}

const blades = [
  0.5, 0.5, 0.06, 0.36, 0.06, 0.64, 0.5, 0.5, 0.94, 0.36, 0.94, 0.64, 0.5, 0.5, 0.36, 0.06, 0.64, 0.06, 0.5, 0.5, 0.36,
  0.94, 0.64, 0.94, 0.5, 0.5,
]

/** Adds a jet fan: rotating blades while it runs, otherwise static ones. */
function fan(sheet: Sheet, ordinal: number, x: number, y: number, sign: 1 | -1): void {
  const name = `JF-${ordinal}`
  const tag = `tunnel/${numbered('fan', ordinal)}`
  sheet.place(
    'circular',
    `${name} housing`,
    x - 24,
    y - 24,
    48,
    48,
    { backgroundColor: tone.stopped, borderWidth: 2, borderColor: tone.outline },
    {
      bind: [
        states('backgroundColor', `${tag}/running`, [
          [0, 0, tone.stopped],
          [1, 1, tone.running],
        ]),
      ],
      action: toggle(`${tag}/running`),
    },
  )
  sheet.place(
    'line',
    `${name} blades at rest`,
    x - 18,
    y - 18,
    36,
    36,
    { points: blades, lineColor: tone.outline, lineWidth: 2 },
    {
      bind: [states('visible', `${tag}/running`, [[0, 0, true]], false)],
      action: toggle(`${tag}/running`),
    },
  )
  sheet.place(
    'line',
    `${name} blades turning`,
    x - 18,
    y - 18,
    36,
    36,
    { points: blades, lineColor: tone.outline, lineWidth: 2 },
    {
      visible: false,
      bind: [states('visible', `${tag}/running`, [[1, 1, true]], false)],
      animation: { kind: 'rotate', periodMs: 1600, direction: sign },
      action: toggle(`${tag}/running`),
    },
  )
  words(sheet, `${name} name`, name, x + 30, y - 20, 60, 18, { fontSize: 12, fontWeight: 'bold' })
  words(
    sheet,
    `${name} speed on plan`,
    '—',
    x + 30,
    y - 1,
    80,
    18,
    { fontSize: 12, fontColor: tone.muted },
    { bind: [value(`${tag}/speedRpm`, 0, 'rpm')] },
  )
}

/** Adds a lane signal: 0 dark, 1 open, 2 closed, 3 speed limit. Only a closed lane is red. */
function laneSignal(sheet: Sheet, ordinal: number, x: number, y: number): void {
  const tag = `tunnel/${numbered('sign', ordinal)}/state`
  sheet.place(
    'text',
    `Lane signal ${ordinal}`,
    x,
    y,
    30,
    30,
    {
      text: '',
      fontSize: 18,
      fontWeight: 'bold',
      align: 'center',
      fontColor: '#e8ebeeff',
      backgroundColor: '#3b434bff',
      radius: 4,
    },
    {
      bind: [
        states('text', tag, [
          [0, 0, ''],
          [1, 1, '↓'],
          [2, 2, '×'],
          [3, 3, '60'],
        ]),
        states('backgroundColor', tag, [
          [0, 0, '#3b434bff'],
          [1, 1, '#3b434bff'],
          [2, 2, tone.alarm],
          [3, 3, '#8a5a00ff'],
        ]),
      ],
    },
  )
}

/** Adds the level of each section as bars under the tube. */
function levels(sheet: Sheet, tube: Tube, y: number): void {
  for (const { name, x, width } of placed(tube)) {
    const lamp = `tunnel/${numbered('lamp', tube.firstLamp + firstOf(name), 3)}`
    sheet.place(
      'tank',
      `${tube.name} ${name} level`,
      x + 6,
      y,
      width - 12,
      84,
      {
        shape: 'rectangle',
        showScale: false,
        value: 0,
        lowLimit: 0,
        highLimit: 100,
        borderWidth: 1,
        borderColor: tone.edge,
        liquidColor: '#b3bec8ff',
        backgroundColor: tone.plate,
        fontSize: 11,
      },
      { bind: [value(`${lamp}/dimming`, undefined, undefined, 'value')] },
    )
  }
  words(sheet, `${tube.name} level caption`, 'Level asked for, section by section', left + 6, y + 90, 400, 18, {
    fontSize: 12,
    fontColor: tone.muted,
  })
}

function tubePanel(sheet: Sheet, tube: Tube): void {
  const x = 1264
  const width = 320
  const y = tube.sign > 0 ? 82 : 402
  panel(sheet, tube.name, x, y, width, 308)
  const dial = { fontSize: 12, trackWidth: 7, backgroundColor: '#ffffffff', borderColor: tone.edge, decimals: 0 }
  sheet.place(
    'gauge',
    `${tube.name} carbon monoxide`,
    x + 16,
    y + 40,
    132,
    132,
    {
      ...dial,
      text: 'CO',
      unit: 'ppm',
      value: 0,
      max: 150,
      tickInterval: 50,
      lowLimit: 0,
      highLimit: 70,
    },
    { bind: [value(`${tube.air}/coPpm`, undefined, undefined, 'value')] },
  )
  sheet.place(
    'gauge',
    `${tube.name} visibility`,
    x + 172,
    y + 40,
    132,
    132,
    {
      ...dial,
      text: 'Visibility',
      unit: '%',
      value: 100,
      max: 100,
      tickInterval: 20,
      lowLimit: 50,
      highLimit: 100,
    },
    { bind: [value(`${tube.air}/visibility`, undefined, undefined, 'value')] },
  )
  row(sheet, 'Portal luminance', x + 16, y + 178, width - 32, [value(`${tube.portal}/luminance`, 0, 'cd/m²')])
  row(sheet, 'Traffic', x + 16, y + 202, width - 32, [value(`${tube.air}/traffic`, 0, '/h')])
  for (let index = 0; index < 3; index++) {
    const ordinal = tube.firstFan + index
    const tag = `tunnel/${numbered('fan', ordinal)}`
    row(sheet, `JF-${ordinal} vibration`, x + 16, y + 228 + index * 24, width - 32, [
      value(`${tag}/vibration`, 1, 'mm/s'),
      states('fontColor', `${tag}/vibration`, [[7.1, 100, tone.alarm]], tone.ink),
    ])
  }
}

function legend(sheet: Sheet): void {
  const x = 1264
  panel(sheet, 'Legend', x, 722, 320, 110)
  legendEntry(sheet, 'Luminaire on', x + 16, 760, { value: 1, shape: 'rectangle' })
  legendEntry(sheet, 'Off', x + 172, 760, { value: 0, shape: 'rectangle' })
  legendEntry(sheet, 'Lamp failure', x + 16, 794, { value: 2, shape: 'rectangle' })
  legendEntry(sheet, 'Unknown', x + 172, 794, { value: 3, shape: 'rectangle' })
}
