/** Types of poles (specification, section 9). */
export const poleKinds = { single: 1, dual: 2, double: 3 } as const
/** Types of loops (specification, section 9). */
export const loopKinds = { switch: 1, threePhaseSwitch: 2, dimming: 3, colorTemperature: 4 } as const

/** Type, ratios and polarity of a pole or loop; null if not entered. */
export interface LightType {
  readonly facility: 'pole' | 'loop'
  readonly kind: number | null
  /** Percent of each commanded level that the lamp gets; null: all of it. */
  readonly dimmingRatio: number | null
  /** The same for the second head of a double-head pole; null: as the first head. */
  readonly dimmingRatio2: number | null
  /** Fixed colour temperature ratio in percent; null: as commanded. */
  readonly colorRatio: number | null
  /** The switch of the loop is inverted: 0 is on. */
  readonly isReversed: boolean
}

/** A requested light in percent. `dimming2`: second head of a double-head pole; absent: as the first. */
export interface LightSetting {
  readonly dimming?: number | undefined
  readonly dimming2?: number | null | undefined
  readonly colorTemperature?: number | undefined
  /** Also switch on a lamp that was switched off individually. */
  readonly isOn?: true
}

/** A value for a point. `part`: the part of the setting that it carries out. */
export interface LightCommand {
  readonly point: string
  readonly value: number
  readonly part: 'dimming' | 'colorTemperature'
}

/** All points that commands use. */
export const lightPoints = [
  'lamp',
  'switch',
  'dimming',
  'lamp2',
  'dimming2',
  'colorTemperature',
  'warm',
  'cool',
] as const

/** Reads the last commanded mix of a lamp whose device has one point per channel. */
export type ReadPoint = (point: string) => number | undefined

/**
 * Returns the values that carry out a setting on a device with the points that `has` accepts. The type decides which
 * parts apply: single CCT and switching loops have no colour temperature, only a double head has a second level. A
 * device without dimming is switched on at any level above 0. A dual CCT lamp without a point for its colour temperature
 * gets one level per channel (`warm`, `cool`).
 */
export function resolveLight(
  type: LightType,
  setting: LightSetting,
  has: (point: string) => boolean,
  read: ReadPoint = () => undefined,
): LightCommand[] {
  const commands = type.facility === 'loop' ? resolveLoop(type, setting, has) : resolvePole(type, setting, has, read)
  // A level can be switched by the same point as "switch on"; the level decides.
  return [...new Map(commands.filter(({ point }) => has(point)).map((one) => [one.point, one])).values()]
}

/** Mix of a dual CCT lamp: the share of its cool channel is the colour temperature ratio. All in percent. */
export const mixChannels = (
  dimming: number,
  colorTemperature: number,
): { readonly warm: number; readonly cool: number } => ({
  warm: Math.round((dimming * (100 - colorTemperature)) / 100),
  cool: Math.round((dimming * colorTemperature) / 100),
})

/**
 * Level of a lamp in percent: the commanded level, reduced by its dimming ratio. A lit lamp stays lit; a ratio of 0, from
 * a time when ratios had no effect, counts as not entered.
 */
export const scaleLevel = (level: number, ratio: number | null): number =>
  level <= 0 ? 0 : Math.max(1, Math.round((level * (ratio || 100)) / 100))

function resolvePole(
  type: LightType,
  setting: LightSetting,
  has: (point: string) => boolean,
  read: ReadPoint,
): LightCommand[] {
  const isDouble = type.kind === poleKinds.double
  const heads = [
    { lamp: 'lamp', dimming: 'dimming', level: setting.dimming, ratio: type.dimmingRatio },
    ...(isDouble
      ? [
          {
            lamp: 'lamp2',
            dimming: 'dimming2',
            level: setting.dimming2 ?? setting.dimming,
            ratio: type.dimmingRatio2 ?? type.dimmingRatio,
          },
        ]
      : []),
  ]
  const color =
    type.kind === poleKinds.dual && setting.colorTemperature !== undefined
      ? (type.colorRatio ?? setting.colorTemperature)
      : undefined
  const hasChannels = type.kind === poleKinds.dual && has('warm') && has('cool') && !has('colorTemperature')
  return [
    ...(hasChannels ? resolveChannels(type, setting, color, read) : []),
    ...heads.flatMap(({ lamp, dimming, level, ratio }): LightCommand[] => {
      if (level === undefined) return setting.isOn ? [{ point: lamp, value: 1, part: 'dimming' }] : []
      const scaled = scaleLevel(level, ratio)
      const switches = [lamp, ...(lamp === 'lamp' ? ['switch'] : [])]
      if (has(dimming) || hasChannels)
        return [
          ...(setting.isOn ? [{ point: lamp, value: 1, part: 'dimming' } as const] : []),
          { point: dimming, value: scaled, part: 'dimming' },
        ]
      const point = switches.find(has)
      return point === undefined ? [] : [{ point, value: scaled > 0 ? 1 : 0, part: 'dimming' }]
    }),
    ...(color === undefined ? [] : [{ point: 'colorTemperature', value: color, part: 'colorTemperature' } as const]),
  ]
}

/** A part that is not commanded keeps its present value, read from the levels of the channels. */
function resolveChannels(
  type: LightType,
  setting: LightSetting,
  color: number | undefined,
  read: ReadPoint,
): LightCommand[] {
  const [warm, cool] = [read('warm') ?? 0, read('cool') ?? 0]
  const present = warm + cool
  const level = setting.dimming === undefined ? present : scaleLevel(setting.dimming, type.dimmingRatio)
  const mix = color ?? (present > 0 ? (cool / present) * 100 : (type.colorRatio ?? 50))
  const channels = mixChannels(level, mix)
  const part = setting.dimming === undefined ? 'colorTemperature' : 'dimming'
  if (setting.dimming === undefined && color === undefined) return []
  return [
    { point: 'warm', value: channels.warm, part },
    { point: 'cool', value: channels.cool, part: color === undefined ? part : 'colorTemperature' },
  ]
}

/** Types 3 and 4 are dimmed, type 4 also tinted; their contactor follows the level. Types 1 and 2 switch only. */
function resolveLoop(type: LightType, setting: LightSetting, has: (point: string) => boolean): LightCommand[] {
  const isDimmed = type.kind === loopKinds.dimming || type.kind === loopKinds.colorTemperature
  const level = setting.dimming
  const point = ['switch', 'lamp'].find(has) ?? 'switch'
  return [
    ...(level === undefined ? [] : [{ point, value: level > 0 === type.isReversed ? 0 : 1, part: 'dimming' } as const]),
    ...(level !== undefined && isDimmed ? [{ point: 'dimming', value: level, part: 'dimming' } as const] : []),
    ...(setting.colorTemperature !== undefined && type.kind === loopKinds.colorTemperature
      ? [{ point: 'colorTemperature', value: setting.colorTemperature, part: 'colorTemperature' } as const]
      : []),
  ]
}
