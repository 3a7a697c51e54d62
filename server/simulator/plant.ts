import type { Words } from '@mimic/engine/schema'
import type { Tag } from '../../contract/routes.ts'

/** A point of the virtual plant for the tag catalogue. Its tag is `project/device/point`. */
export interface PlantTag extends Omit<Tag, 'path'> {
  readonly project: PlantProject
  readonly min: number
  readonly max: number
  /** Names of the values from 0, if the point is a state. */
  readonly states?: readonly Words[]
}

export type PlantProject = (typeof plantProjects)[number]
export const plantProjects = ['street', 'tunnel', 'factory'] as const

export type DeviceKind =
  | 'cabinet'
  | 'loop'
  | 'pole'
  | 'portal'
  | 'lamp'
  | 'fan'
  | 'sensor'
  | 'sign'
  | 'pump'
  | 'tank'
  | 'valve'
  | 'line'
  | 'tunable'
  | 'twin'
  | 'dimmer'
  | 'tinter'

/** A device with the points of its kind. `ordinal` counts from 1 within the kind. */
export interface PlantDevice {
  readonly project: PlantProject
  readonly kind: DeviceKind
  readonly name: string
  readonly ordinal: number
  /** Varies the behaviour of devices of the same kind. */
  readonly seed: number
}

export interface PlantSize {
  /** Approximate number of tags; the number of poles is adjusted to match. */
  readonly tags?: number
  readonly seed?: number
}

export const defaultTags = 2000
export const defaultSeed = 1

const cabinetPoints = [
  number('voltageA', 'V', 0, 300, 'Voltage A', 'A 相电压'),
  number('voltageB', 'V', 0, 300, 'Voltage B', 'B 相电压'),
  number('voltageC', 'V', 0, 300, 'Voltage C', 'C 相电压'),
  number('currentA', 'A', 0, 200, 'Current A', 'A 相电流'),
  number('powerKw', 'kW', 0, 100, 'Power', '有功功率'),
  number('energyKwh', 'kWh', 0, 1e9, 'Energy', '电能'),
  flag('doorOpen', 'Door open', '箱门打开'),
  flag('online', 'Online', '在线'),
]

const loopPoints = [
  flag('switch', 'Switched', '开关', true),
  number('current', 'A', 0, 200, 'Output current', '输出电流'),
  number('voltage', 'V', 0, 300, 'Output voltage', '输出电压'),
]

const electricPoints = [
  number('power', 'W', 0, 400, 'Power', '功率'),
  number('current', 'A', 0, 5, 'Current', '电流'),
  number('voltage', 'V', 0, 300, 'Voltage', '电压'),
  number('temperature', '°C', -40, 120, 'Temperature', '温度'),
]

/** Points of each kind of device, in the order of its frames. */
export const pointsByKind: { readonly [Kind in DeviceKind]: readonly PlantPoint[] } = {
  cabinet: cabinetPoints,
  loop: loopPoints,
  pole: [flag('lamp', 'Lamp', '灯', true), number('dimming', '%', 0, 100, 'Dimming', '调光', true), ...electricPoints],
  portal: cabinetPoints,
  lamp: [
    flag('lamp', 'Lamp', '灯', true),
    number('dimming', '%', 0, 100, 'Dimming', '调光', true),
    number('power', 'W', 0, 400, 'Power', '功率'),
  ],
  fan: [
    flag('running', 'Running', '运行', true),
    number('speedRpm', 'rpm', 0, 1600, 'Speed', '转速'),
    number('vibration', 'mm/s', 0, 20, 'Vibration', '振动'),
    number('direction', '', -1, 1, 'Direction', '方向'),
  ],
  sensor: [
    number('luminance', 'cd/m²', 0, 8000, 'Luminance', '亮度'),
    number('coPpm', 'ppm', 0, 500, 'Carbon monoxide', '一氧化碳'),
    number('visibility', '%', 0, 100, 'Visibility', '能见度'),
    number('traffic', '/h', 0, 4000, 'Traffic', '车流量'),
  ],
  sign: [
    state('state', 'State', '状态', [
      ['Off', '关闭'],
      ['Lane open', '车道开放'],
      ['Lane closed', '车道关闭'],
      ['Speed limit', '限速'],
    ]),
  ],
  pump: [
    flag('running', 'Running', '运行', true),
    number('speedRpm', 'rpm', 0, 3000, 'Speed', '转速'),
    number('flow', 'm³/h', 0, 200, 'Flow', '流量'),
    number('pressure', 'bar', 0, 16, 'Pressure', '压力'),
    number('temperature', '°C', -40, 150, 'Temperature', '温度'),
  ],
  tank: [
    number('level', '%', 0, 100, 'Level', '液位'),
    number('temperature', '°C', -40, 150, 'Temperature', '温度'),
    number('inflow', 'm³/h', 0, 200, 'Inflow', '进流量'),
    number('outflow', 'm³/h', 0, 200, 'Outflow', '出流量'),
  ],
  valve: [number('position', '%', 0, 100, 'Position', '开度'), flag('open', 'Open', '打开', true)],
  line: [
    number('speed', 'm/min', 0, 100, 'Speed', '速度'),
    number('count', '', 0, 1e9, 'Count', '计数'),
    state('state', 'State', '状态', [
      ['Stopped', '停止'],
      ['Running', '运行'],
      ['Fault', '故障'],
    ]),
  ],
  tunable: [
    flag('lamp', 'Lamp', '灯', true),
    number('dimming', '%', 0, 100, 'Dimming', '调光', true),
    number('colorTemperature', '%', 0, 100, 'Colour temperature', '色温', true),
    number('warm', '%', 0, 100, 'Warm channel', '暖光通道'),
    number('cool', '%', 0, 100, 'Cool channel', '冷光通道'),
    ...electricPoints,
  ],
  twin: [
    flag('lamp', 'Lamp, head 1', '主灯', true),
    number('dimming', '%', 0, 100, 'Dimming, head 1', '主灯调光', true),
    flag('lamp2', 'Lamp, head 2', '副灯', true),
    number('dimming2', '%', 0, 100, 'Dimming, head 2', '副灯调光', true),
    ...electricPoints,
  ],
  dimmer: [...loopPoints, number('dimming', '%', 0, 100, 'Dimming', '调光', true)],
  tinter: [
    ...loopPoints,
    number('dimming', '%', 0, 100, 'Dimming', '调光', true),
    number('colorTemperature', '%', 0, 100, 'Colour temperature', '色温', true),
  ],
}

/** Returns the devices of a plant. A pure function of size and seed, so that catalogue, simulator and tests agree. */
export function plantDevices({ tags = defaultTags, seed = defaultSeed }: PlantSize = {}): PlantDevice[] {
  const scale = Math.max(tags, minTags) / baseTags
  const counts = new Map(kinds.map(({ kind, base }) => [kind, Math.max(2, Math.round(base * scale))]))
  const others = kinds.reduce(
    (sum, { kind }) => sum + (kind === 'pole' ? 0 : (counts.get(kind) ?? 0) * pointsByKind[kind].length),
    0,
  )
  counts.set('pole', Math.max(3, Math.round((tags - others) / pointsByKind.pole.length)))
  const present = tags < defaultTags ? kinds : [...kinds, ...extraKinds]
  for (const { kind, base } of extraKinds) counts.set(kind, base)
  return present.flatMap(({ kind, project, digits }) =>
    Array.from({ length: counts.get(kind) ?? 0 }, (_, index) => {
      const name = `${kind}-${String(index + 1).padStart(digits, '0')}`
      return { project, kind, name, ordinal: index + 1, seed: hash(`${seed}/${project}/${name}`) }
    }),
  )
}

/** Returns all tags of a plant with kind, unit, limits and names, device by device. */
export function plantTags(size: PlantSize = {}): PlantTag[] {
  return plantDevices(size).flatMap(({ project, kind, name }) =>
    pointsByKind[kind].map((point) => ({ project, device: name, ...point })),
  )
}

type PlantPoint = Omit<PlantTag, 'project' | 'device'>

/** Number of device kinds. */
export const deviceKinds = Object.keys(pointsByKind).length

interface KindCount {
  readonly kind: DeviceKind
  readonly project: PlantProject
  readonly digits: number
  readonly base: number
}

/** Lamps and loops of the other types, in addition to the tags of the plant. Small plants have none. */
const extraKinds: readonly KindCount[] = [
  { kind: 'tunable', project: 'street', digits: 2, base: 2 },
  { kind: 'twin', project: 'street', digits: 2, base: 2 },
  { kind: 'dimmer', project: 'street', digits: 2, base: 1 },
  { kind: 'tinter', project: 'street', digits: 2, base: 1 },
]
/** Number of tags of the lamps and loops of the other types. */
export const extraTags = extraKinds.reduce((sum, { kind, base }) => sum + base * pointsByKind[kind].length, 0)

/** Number of devices per kind in the default plant. The sample drawings use the first ones of each kind. */
const kinds: readonly KindCount[] = [
  { kind: 'cabinet', project: 'street', digits: 2, base: 8 },
  { kind: 'loop', project: 'street', digits: 2, base: 16 },
  { kind: 'pole', project: 'street', digits: 3, base: 150 },
  { kind: 'portal', project: 'tunnel', digits: 2, base: 2 },
  { kind: 'lamp', project: 'tunnel', digits: 3, base: 160 },
  { kind: 'fan', project: 'tunnel', digits: 2, base: 12 },
  { kind: 'sensor', project: 'tunnel', digits: 2, base: 12 },
  { kind: 'sign', project: 'tunnel', digits: 2, base: 8 },
  { kind: 'pump', project: 'factory', digits: 2, base: 32 },
  { kind: 'tank', project: 'factory', digits: 2, base: 20 },
  { kind: 'valve', project: 'factory', digits: 2, base: 36 },
  { kind: 'line', project: 'factory', digits: 2, base: 24 },
]
const baseTags = kinds.reduce((sum, { kind, base }) => sum + base * pointsByKind[kind].length, 0)
const minTags = 100

function number(
  point: string,
  unit: string,
  min: number,
  max: number,
  en: string,
  zh: string,
  writable = false,
): PlantPoint {
  return { point, kind: 'number', unit, min, max, writable, words: { en, zh } }
}

function flag(point: string, en: string, zh: string, writable = false): PlantPoint {
  return { point, kind: 'flag', unit: '', min: 0, max: 1, writable, words: { en, zh } }
}

/** A state is sent as an integer, because binary frames contain only numbers. */
function state(
  point: string,
  en: string,
  zh: string,
  states: readonly (readonly [en: string, zh: string])[],
): PlantPoint {
  return {
    point,
    kind: 'number',
    unit: '',
    min: 0,
    max: states.length - 1,
    writable: false,
    words: { en, zh },
    states: states.map(([stateEn, stateZh]) => ({ en: stateEn, zh: stateZh })),
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
