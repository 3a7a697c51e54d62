/** Valid values reported by a lamp's device: switch state, dimming in percent, power in watts, current in amperes. */
export interface LampValues {
  readonly lamp: number | undefined
  readonly dimming: number | undefined
  readonly power: number | undefined
  readonly current: number | undefined
}

/**
 * Power threshold in watts. A driver without a lamp draws about 0.5 W; the smallest lamp dimmed to 1 % draws more than
 * this.
 */
export const minLampW = 2
/** Current threshold in amperes, for the same purpose. */
export const minLampA = 0.01

/**
 * Returns true if the lamp reports that it was commanded on; undefined if it reports neither switch state nor dimming.
 * A lamp without a dimming value counts as undimmed.
 */
export function isCommandedOn({ lamp, dimming }: Pick<LampValues, 'lamp' | 'dimming'>): boolean | undefined {
  return lamp === undefined && dimming === undefined ? undefined : (lamp ?? 1) > 0 && (dimming ?? 100) > 0
}

/** Returns true if the lamp draws the power or current of a lit lamp; undefined if neither is measured. */
export function drawsCurrent({ power, current }: Pick<LampValues, 'power' | 'current'>): boolean | undefined {
  return power === undefined && current === undefined
    ? undefined
    : (power ?? 0) >= minLampW || (current ?? 0) >= minLampA
}

/**
 * Returns true if a lamp is lit. Every count and symbol of lamps uses this function. Measured power or current takes
 * precedence over the commanded state, so a failed lamp is unlit and a lamp burning by day is lit, as in their alarms.
 * Alarm state is independent: lit, unlit and unknown add up to all lamps, and each may be in alarm.
 */
export const isLit = (values: LampValues): boolean | undefined => drawsCurrent(values) ?? isCommandedOn(values)
