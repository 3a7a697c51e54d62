import type { Drawing } from '../../engine/document/index.ts'
import { header, keyFigure, legendEntry, panel, row, titleBlock, tone, unknown, words } from './blocks.ts'
import { expression, numbered, Sheet, states, toggle, value } from './sheet.ts'

const at = (kind: string, ordinal: number) => `factory/${numbered(kind, ordinal)}`

/** Two raw water pumps fill two tanks; a booster pump feeds the network from both. */
export function pumpHouse(): Drawing {
  const sheet = new Sheet('Pump house')
  header(sheet, 'Pump house 1', 'Raw water intake, storage, distribution')
  keyFigure(
    sheet,
    'Stored, mean',
    1040,
    150,
    expression('text', `${at('tank', 1)}/level`, `format((value + {${at('tank', 2)}/level}) / 2, 1) + "%"`),
  )
  keyFigure(
    sheet,
    'Intake',
    1210,
    170,
    expression('text', `${at('pump', 1)}/flow`, `format(value + {${at('pump', 2)}/flow}, 1) + " m³/h"`),
  )
  keyFigure(sheet, 'To the network', 1404, 180, value(`${at('pump', 3)}/flow`, 1, 'm³/h'))
  sheet.group('Pipework', () => pipework(sheet))
  for (const { ordinal, x, y } of pumps) pump(sheet, ordinal, x, y)
  for (const { ordinal, y } of tanks) tank(sheet, ordinal, y)
  for (const { ordinal, x, y } of valves) valve(sheet, ordinal, x, y)
  balance(sheet)
  alarms(sheet)
  control(sheet)
  legend(sheet)
  titleBlock(sheet, 1264, 846, 'Waterworks', 'PH-001')
  return sheet.drawing()
}

const rows = { first: 210, second: 600, booster: 622 }
const pumps = [
  { ordinal: 1, x: 330, y: rows.first },
  { ordinal: 2, x: 330, y: rows.second },
  { ordinal: 3, x: 990, y: rows.booster },
] as const
const tanks = [
  { ordinal: 1, y: 146 },
  { ordinal: 2, y: 536 },
] as const
const valves = [
  { ordinal: 1, x: 800, y: 428 },
  { ordinal: 2, x: 800, y: 816 },
  { ordinal: 3, x: 1196, y: rows.booster },
] as const
/** The left wall of the tanks, and their outlet. */
const wall = 580
const outlet = 652

/** Adds a pipe through corner points in drawing pixels. */
function run(
  sheet: Sheet,
  name: string,
  corners: readonly (readonly [number, number])[],
  flowTag: string,
  source?: string,
): void {
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const width = Math.max(...xs) - left
  const height = Math.max(...ys) - top
  const box = {
    x: width === 0 ? left - 7 : left,
    y: height === 0 ? top - 7 : top,
    width: width || 14,
    height: height || 14,
  }
  const points = corners.flatMap(([x, y]) => [(x - box.x) / box.width, (y - box.y) / box.height])
  const flow =
    source === undefined
      ? states('flow', flowTag, [[0.5, 1e6, 'forward']], 'static')
      : expression('flow', flowTag, `${source} >= 0.5 ? "forward" : "static"`)
  const speed =
    source === undefined
      ? states('speed', flowTag, [
          [-1e6, 20, 'slow'],
          [20, 45, 'medium'],
          [45, 1e6, 'fast'],
        ])
      : expression('speed', flowTag, `${source} < 20 ? "slow" : ${source} < 60 ? "medium" : "fast"`)
  sheet.place(
    'pipe',
    name,
    box.x,
    box.y,
    box.width,
    box.height,
    { points, thickness: 14, flowColor: '#ffffffff' },
    { bind: [flow, speed] },
  )
}

function pipework(sheet: Sheet): void {
  const flow = (pumpOrdinal: number) => `${at('pump', pumpOrdinal)}/flow`
  const out = (tankOrdinal: number) => `${at('tank', tankOrdinal)}/outflow`
  run(
    sheet,
    'Intake 1',
    [
      [110, 405],
      [110, rows.first],
      [298, rows.first],
    ],
    flow(1),
  )
  run(
    sheet,
    'Intake 2',
    [
      [110, 405],
      [110, rows.second],
      [298, rows.second],
    ],
    flow(2),
  )
  run(
    sheet,
    'Intake main',
    [
      [20, 405],
      [117, 405],
    ],
    flow(1),
    `value + {${flow(2)}}`,
  )
  run(
    sheet,
    'Delivery 1',
    [
      [362, rows.first],
      [wall, rows.first],
    ],
    flow(1),
  )
  run(
    sheet,
    'Delivery 2',
    [
      [362, rows.second],
      [wall, rows.second],
    ],
    flow(2),
  )
  run(
    sheet,
    'Outlet 1',
    [
      [outlet, 394],
      [outlet, 428],
      [880, 428],
      [880, rows.booster],
    ],
    out(1),
  )
  run(
    sheet,
    'Outlet 2',
    [
      [outlet, 782],
      [outlet, 816],
      [880, 816],
      [880, rows.booster],
    ],
    out(2),
  )
  run(
    sheet,
    'Booster suction',
    [
      [873, rows.booster],
      [958, rows.booster],
    ],
    flow(3),
  )
  run(
    sheet,
    'Network main',
    [
      [1022, rows.booster],
      [1236, rows.booster],
    ],
    flow(3),
  )
  words(sheet, 'Intake name', 'Raw water\nintake', 20, 356, 84, 36, { fontSize: 12, fontColor: tone.muted })
  words(sheet, 'Network name', 'Network', 1160, rows.booster + 40, 76, 18, {
    fontSize: 12,
    fontColor: tone.muted,
    align: 'right',
  })
}

/** Adds a pump with a pressure gauge on the delivery side and its values below. */
function pump(sheet: Sheet, ordinal: number, x: number, y: number): void {
  const tag = at('pump', ordinal)
  const name = `P-${ordinal}`
  const click = toggle(`${tag}/running`)
  sheet.group(name, () => {
    sheet.place('line', `${name} gauge stem`, x + 116, y - 26, 4, 20, {
      points: [0.5, 0, 0.5, 1],
      lineColor: tone.outline,
      lineWidth: 3,
    })
    sheet.place(
      'gauge',
      `${name} pressure`,
      x + 62,
      y - 134,
      112,
      112,
      {
        unit: 'bar',
        value: 0,
        max: 8,
        tickInterval: 2,
        lowLimit: 0,
        highLimit: 7,
        decimals: 2,
        fontSize: 12,
        trackWidth: 7,
        backgroundColor: '#ffffffff',
        borderColor: tone.edge,
      },
      { bind: [value(`${tag}/pressure`, undefined, undefined, 'value')] },
    )
    sheet.place('rect', `${name} base`, x - 26, y + 24, 52, 14, { backgroundColor: tone.outline, radius: 2 })
    sheet.place(
      'circular',
      `${name} casing`,
      x - 34,
      y - 34,
      68,
      68,
      { backgroundColor: tone.stopped, borderWidth: 3, borderColor: tone.outline },
      {
        bind: [
          states('backgroundColor', `${tag}/running`, [
            [0, 0, tone.stopped],
            [1, 1, tone.running],
          ]),
        ],
        action: click,
      },
    )
    sheet.place(
      'triangle',
      `${name} impeller`,
      x - 15,
      y - 18,
      40,
      36,
      { backgroundColor: tone.outline },
      { angleDeg: 90, action: click },
    )
    sheet.place('rect', `${name} card`, x - 80, y + 50, 190, 104, {
      backgroundColor: tone.plate,
      borderWidth: 1,
      borderColor: tone.edge,
      radius: 6,
    })
    words(sheet, `${name} name`, name, x - 68, y + 56, 60, 20, { fontSize: 14, fontWeight: 'bold' })
    words(
      sheet,
      `${name} state`,
      '—',
      x + 10,
      y + 56,
      88,
      20,
      { fontSize: 12, fontColor: tone.muted, align: 'right' },
      {
        bind: [
          states('text', `${tag}/running`, [
            [0, 0, 'Stopped'],
            [1, 1, 'Running'],
          ]),
        ],
      },
    )
    row(sheet, `${name} flow`, x - 68, y + 78, 166, [value(`${tag}/flow`, 1, 'm³/h')], 'Flow')
    row(sheet, `${name} speed`, x - 68, y + 102, 166, [value(`${tag}/speedRpm`, 0, 'rpm')], 'Speed')
    row(
      sheet,
      `${name} bearing`,
      x - 68,
      y + 126,
      166,
      [
        value(`${tag}/temperature`, 1, '°C'),
        states('fontColor', `${tag}/temperature`, [[75, 200, tone.alarm]], tone.ink),
      ],
      'Bearing',
    )
  })
}

function tank(sheet: Sheet, ordinal: number, y: number): void {
  const tag = at('tank', ordinal)
  sheet.group(`T-${ordinal}`, () => {
    words(sheet, `T-${ordinal} name`, `T-${ordinal}`, wall, y - 26, 146, 22, {
      fontSize: 15,
      fontWeight: 'bold',
      align: 'center',
    })
    sheet.place(
      'tank',
      `T-${ordinal} vessel`,
      wall,
      y,
      191,
      248,
      { decimals: 1, fontSize: 14, lowLimit: 20, highLimit: 90 },
      {
        bind: [value(`${tag}/level`, undefined, undefined, 'value')],
      },
    )
  })
}

/** Adds a valve of two triangles: white while open, dark while closed. A click operates it. */
function valve(sheet: Sheet, ordinal: number, x: number, y: number): void {
  const tag = at('valve', ordinal)
  const name = `V-${ordinal}`
  const extras = (angleDeg: number) => ({
    angleDeg,
    action: toggle(`${tag}/open`),
    bind: [
      states('backgroundColor', `${tag}/open`, [
        [0, 0, tone.stopped],
        [1, 1, tone.running],
      ]),
    ],
  })
  const body = { backgroundColor: tone.stopped, borderWidth: 2, borderColor: tone.outline }
  sheet.group(name, () => {
    sheet.place('line', `${name} stem`, x - 2, y - 28, 4, 28, {
      points: [0.5, 0, 0.5, 1],
      lineColor: tone.outline,
      lineWidth: 3,
    })
    sheet.place('rect', `${name} actuator`, x - 12, y - 36, 24, 12, { backgroundColor: tone.outline, radius: 3 })
    sheet.place('triangle', `${name} left half`, x - 29, y - 13, 34, 26, body, extras(90))
    sheet.place('triangle', `${name} right half`, x - 5, y - 13, 34, 26, body, extras(270))
    words(sheet, `${name} name`, name, x - 50, y + 20, 46, 18, { fontSize: 12, fontWeight: 'bold', align: 'right' })
    words(
      sheet,
      `${name} position`,
      '—',
      x + 4,
      y + 20,
      56,
      18,
      { fontSize: 12 },
      { bind: [value(`${tag}/position`, 0, '%')] },
    )
  })
}

function balance(sheet: Sheet): void {
  const x = 800
  panel(sheet, 'Tank balance', x, 82, 436, 186)
  for (const [index, name] of ['T-1', 'T-2'].entries()) {
    words(sheet, `Column ${name}`, name, x + 190 + index * 120, 122, 110, 20, {
      fontSize: 12,
      fontColor: tone.muted,
      align: 'right',
    })
  }
  const lines = [
    ['Level', 'level', 1, '%'],
    ['Inflow', 'inflow', 1, 'm³/h'],
    ['Outflow', 'outflow', 1, 'm³/h'],
    ['Temperature', 'temperature', 1, '°C'],
  ] as const
  for (const [index, [name, point, decimals, unit]] of lines.entries()) {
    const y = 146 + index * 28
    words(sheet, `${name} name`, name, x + 16, y, 160, 22, { fontSize: 13, fontColor: tone.muted })
    for (const column of [1, 2]) {
      words(
        sheet,
        `T-${column} ${name.toLowerCase()}`,
        '—',
        x + 70 + column * 120,
        y,
        110,
        22,
        { fontSize: 14, fontWeight: 'bold', align: 'right' },
        {
          bind: [value(`${at('tank', column)}/${point}`, decimals, unit)],
        },
      )
    }
  }
}

/** Adds a status light per monitored condition: dark while normal, otherwise red with a cross. */
function alarms(sheet: Sheet): void {
  const x = 1264
  panel(sheet, 'Alarms', x, 82, 320, 286)
  const conditions = [
    ['T-1 level high', `${at('tank', 1)}/level`, 90, 1000],
    ['T-1 level low', `${at('tank', 1)}/level`, -1000, 20],
    ['T-2 level high', `${at('tank', 2)}/level`, 90, 1000],
    ['T-2 level low', `${at('tank', 2)}/level`, -1000, 20],
    ['P-1 bearing hot', `${at('pump', 1)}/temperature`, 75, 1000],
    ['P-2 bearing hot', `${at('pump', 2)}/temperature`, 75, 1000],
    ['P-3 bearing hot', `${at('pump', 3)}/temperature`, 75, 1000],
    ['Network pressure low', `${at('pump', 3)}/pressure`, -1000, 1],
  ] as const
  for (const [index, [name, tag, low, high]] of conditions.entries()) {
    const y = 122 + index * 30
    sheet.place(
      'lamp',
      `${name} light`,
      x + 14,
      y,
      26,
      26,
      { offColor: '#c9cfd5ff', borderColor: tone.faint, value: unknown },
      { bind: [states('value', tag, [[low, high, 2]], 0)] },
    )
    words(sheet, name, name, x + 48, y + 2, 170, 22, { fontSize: 13 })
    words(
      sheet,
      `${name} word`,
      '—',
      x + 210,
      y + 2,
      94,
      22,
      { fontSize: 12, fontColor: tone.muted, align: 'right' },
      {
        bind: [
          states('text', tag, [[low, high, 'ALARM']], 'normal'),
          states('fontColor', tag, [[low, high, tone.alarm]], tone.muted),
        ],
      },
    )
  }
}

function control(sheet: Sheet): void {
  const x = 1264
  panel(sheet, 'Control', x, 384, 320, 264)
  const devices = [
    ['P-1', `${at('pump', 1)}/running`, 'Stop', 'Start', 'running', 'stopped'],
    ['P-2', `${at('pump', 2)}/running`, 'Stop', 'Start', 'running', 'stopped'],
    ['P-3', `${at('pump', 3)}/running`, 'Stop', 'Start', 'running', 'stopped'],
    ['V-1', `${at('valve', 1)}/open`, 'Close', 'Open', 'open', 'closed'],
    ['V-2', `${at('valve', 2)}/open`, 'Close', 'Open', 'open', 'closed'],
    ['V-3', `${at('valve', 3)}/open`, 'Close', 'Open', 'open', 'closed'],
  ] as const
  for (const [index, [name, tag, off, on, isOn, isOff]] of devices.entries()) {
    const y = 426 + index * 36
    words(sheet, `${name} control name`, name, x + 16, y, 60, 28, { fontSize: 14, fontWeight: 'bold' })
    words(
      sheet,
      `${name} control state`,
      '—',
      x + 80,
      y,
      100,
      28,
      { fontSize: 13, fontColor: tone.muted },
      {
        bind: [
          states('text', tag, [
            [0, 0, isOff],
            [1, 1, isOn],
          ]),
        ],
      },
    )
    sheet.place(
      'rect',
      `${name} button`,
      x + 204,
      y,
      100,
      28,
      { backgroundColor: '#e3e7eaff', borderWidth: 1, borderColor: tone.faint, radius: 5, text: '—', fontSize: 13 },
      {
        bind: [
          states('text', tag, [
            [0, 0, on],
            [1, 1, off],
          ]),
        ],
        action: toggle(tag),
      },
    )
  }
}

function legend(sheet: Sheet): void {
  const x = 1264
  panel(sheet, 'Legend', x, 664, 320, 164)
  const entry = (name: string, y: number, column: number, fill: string) => {
    sheet.place('circular', `Legend ${name} sign`, x + 18 + column * 156, y, 20, 20, {
      backgroundColor: fill,
      borderWidth: 2,
      borderColor: tone.outline,
    })
    words(sheet, `Legend ${name}`, name, x + 48 + column * 156, y - 1, 110, 22, { fontSize: 12, fontColor: tone.muted })
  }
  entry('Running, open', 708, 0, tone.running)
  entry('Stopped, closed', 708, 1, tone.stopped)
  legendEntry(sheet, 'Alarm', x + 16, 740, { value: 2 })
  legendEntry(sheet, 'Unknown', x + 172, 740, { value: 3 })
  words(
    sheet,
    'Help on control',
    'Click a pump, a valve or its button to switch it.\nThe marks in a pipe move as fast as the water does.',
    x + 16,
    776,
    296,
    40,
    { fontSize: 12, fontColor: tone.muted, valign: 'top' },
  )
}
