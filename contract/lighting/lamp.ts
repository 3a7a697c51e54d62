/** What a lamp's device tells of it, as far as it can be relied on: switched on, dimming in percent, power in watts, current in amperes. */
export interface LampValues {
  readonly lamp: number | undefined
  readonly dimming: number | undefined
  readonly power: number | undefined
  readonly current: number | undefined
}

/** A driver without its lamp takes about half a watt; the smallest lamp dimmed to 1 % takes more than this. */
export const minLampW = 2
/** The same, in amperes. */
export const minLampA = 0.01

/** Whether a lamp says that it was told to give light; undefined where it does not say. One that tells no dimming has none. */
export function isCommandedOn({ lamp, dimming }: Pick<LampValues, 'lamp' | 'dimming'>): boolean | undefined {
  return lamp === undefined && dimming === undefined ? undefined : (lamp ?? 1) > 0 && (dimming ?? 100) > 0
}

/** Whether a lamp takes what gives light; undefined where nothing measures it. */
export function drawsCurrent({ power, current }: Pick<LampValues, 'power' | 'current'>): boolean | undefined {
  return power === undefined && current === undefined ? undefined : (power ?? 0) >= minLampW || (current ?? 0) >= minLampA
}

/**
 * Whether a lamp is lit, for every count and mark of one: by what it takes, and only where nothing measures that by what it was told. So
 * a failed lamp is dark though it is switched on, and one that burns by day is lit; the alarms of both go by the same. Whether it is in
 * alarm is another question: what is lit, dark and unknown are all the lamps there are, and each of them may be in alarm.
 */
export const isLit = (values: LampValues): boolean | undefined => drawsCurrent(values) ?? isCommandedOn(values)
