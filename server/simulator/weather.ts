/** Environment of all devices at one time. */
export interface Weather {
  /** 0 at night to 1 at noon. */
  readonly sun: number
  readonly ambientC: number
  /** 0 for an empty road to 1 at rush hour. */
  readonly traffic: number
  /** Target level of the street lamps, 0 to 100 %. */
  readonly streetPercent: number
  /** Target level of the tunnel lamps in percent; higher in bright daylight, so that eyes can adapt. */
  readonly tunnelPercent: number
}

/** Returns the weather as a pure function of time. A simulated day lasts `dayMs` and starts at midnight. */
export function weatherAt(nowMs: number, dayMs: number): Weather {
  const hour = ((((nowMs % dayMs) + dayMs) % dayMs) / dayMs) * 24
  const sun = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI))
  const traffic = 0.08 + 0.75 * bell(hour, 8, 1.6) + 0.85 * bell(hour, 17.5, 2) + 0.3 * bell(hour, 12.5, 2.5)
  const dark = 1 - smooth(0.02, 0.18, sun)
  const lateNight = hour < 4.5 || hour > 23 ? 0.6 : 1
  return {
    sun,
    ambientC: 12 + 9 * sun,
    traffic: Math.min(1, traffic),
    streetPercent: Math.round(100 * dark * lateNight),
    tunnelPercent: Math.round(25 + 75 * sun),
  }
}

/** Smoothstep: 0 below `from`, 1 above `to`. */
export function smooth(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

const bell = (hour: number, centre: number, width: number): number => Math.exp(-(((hour - centre) / width) ** 2))
