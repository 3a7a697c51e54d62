/** A scene of a scene strategy. */
export interface LightScene {
  readonly label: string
  readonly dimming: number
  readonly colorTemperature: number
}

/** Reads the scenes of a strategy in order; commands refer to them by number. */
export function readScenes(value: unknown): LightScene[] {
  if (!Array.isArray(value)) return []
  return value.map((each: unknown) => {
    const { label, dimming, colorTemperature }: Readonly<Record<string, unknown>> =
      typeof each === 'object' && each !== null ? { ...each } : {}
    return {
      label: typeof label === 'string' ? label : '',
      dimming: Number(dimming ?? 0),
      colorTemperature: Number(colorTemperature ?? 0),
    }
  })
}
