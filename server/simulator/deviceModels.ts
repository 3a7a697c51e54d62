import { mixChannels } from '../../contract/lighting/lampTypes.ts'
import { type DeviceKind, type PlantDevice, pointsByKind } from './plant.ts'
import type { Weather } from './weather.ts'

/** A simulated device. `values` are its points after the last step, in the order of `points`. */
export interface Machine {
  readonly device: PlantDevice
  readonly points: readonly string[]
  readonly values: Float64Array
  /** Advances the simulation by `seconds`. */
  step(weather: Weather, seconds: number): void
  /** Sets a writable point manually until `release`. */
  set(point: string, value: number): void
  /** Returns to automatic operation. */
  release(): void
}

/** Looks up other devices of the project by kind and number: a cabinet reads its poles, a tank its pump. */
export type Neighbours = (kind: DeviceKind, ordinal: number) => Machine | undefined

/** Creates the model of a device. */
export function createMachine(device: PlantDevice, neighbours: Neighbours): Machine {
  const points = pointNames[device.kind]
  const values = new Float64Array(points.length)
  const byHand = new Map<string, number>()
  const random = createRandom(device.seed)
  const move = movers[device.kind]({ device, values, random, neighbours, byHand: (point) => byHand.get(point) })
  return {
    device,
    points,
    values,
    step: move,
    set: (point, value) => void byHand.set(point, value),
    release: () => byHand.clear(),
  }
}

/** Returns the value of a point by name; 0 if unknown. */
export const getValue = (machine: Machine | undefined, point: string): number =>
  machine?.values[machine.points.indexOf(point)] ?? 0

/** Point names by kind of device. All devices of a kind share the same array. */
export const pointNames: { readonly [Kind in DeviceKind]: readonly string[] } = getNames(pointsByKind)

interface Parts {
  readonly device: PlantDevice
  readonly values: Float64Array
  readonly random: Random
  readonly neighbours: Neighbours
  readonly byHand: (point: string) => number | undefined
}
type Move = (weather: Weather, seconds: number) => void
type Temperature = (weather: Weather, seconds: number, watts: number) => number

const polesPerCabinet = 20
const polesPerLoop = 10
const lampsPerPortal = 80
const transformerRatio = 10
/** The driver of this pole has failed, so that the demo contains a fault. */
const deadPole = 5
/** Rated power of a street luminaire, and of each head of a double one, in watts. */
const luminaireW = 150
/** Standby power of a driver in watts. */
const standbyW = 0.6

const movers: { readonly [Kind in DeviceKind]: (parts: Parts) => Move } = {
  cabinet: (parts) => cabinet(parts, 'pole', polesPerCabinet),
  portal: (parts) => cabinet(parts, 'lamp', lampsPerPortal),
  loop: (parts) => {
    const first = (parts.device.ordinal - 1) * polesPerLoop + 1
    return circuit(parts, () => {
      let watts = 0
      for (let i = 0; i < polesPerLoop; i++) watts += getValue(parts.neighbours('pole', first + i), 'power')
      return watts
    })
  },
  dimmer: (parts) => circuit(parts, (percent) => 10 * luminaireW * computePowerShare(percent)),
  tinter: (parts) => circuit(parts, (percent) => 10 * luminaireW * computePowerShare(percent)),
  tunable: (parts) =>
    luminaire(
      parts,
      luminaireW,
      (weather) => weather.streetPercent,
      (percent, watts, weather, seconds, temperatureC) => {
        const color = parts.byHand('colorTemperature') ?? 50
        const { warm, cool } = mixChannels(percent, color)
        const dimming = parts.values[1] ?? 0
        parts.values.set([percent > 0 ? 1 : 0, dimming, color, warm, cool])
        parts.values.set(electricValues(parts, watts, weather, seconds, temperatureC), 5)
      },
    ),
  twin: (parts) => {
    const head = createHead(parts)
    return luminaire(
      parts,
      luminaireW,
      (weather) => weather.streetPercent,
      (percent, watts, weather, seconds, temperatureC) => {
        const second = head(weather)
        parts.values.set([percent > 0 ? 1 : 0, parts.values[1] ?? 0, second.percent > 0 ? 1 : 0, second.dimming])
        const total = round(watts + luminaireW * computePowerShare(second.percent), 1)
        parts.values.set(electricValues(parts, total, weather, seconds, temperatureC), 4)
      },
    )
  },
  pole: (parts) =>
    luminaire(
      parts,
      luminaireW,
      (weather) => weather.streetPercent,
      (percent, watts, weather, seconds, temperatureC) => {
        parts.values.set([percent > 0 ? 1 : 0, parts.values[1] ?? 0])
        parts.values.set(electricValues(parts, watts, weather, seconds, temperatureC), 2)
      },
    ),
  lamp: (parts) =>
    luminaire(
      parts,
      90,
      (weather) => weather.tunnelPercent,
      (percent, watts) => {
        parts.values[0] = percent > 0 ? 1 : 0
        parts.values[2] = watts
      },
    ),
  fan({ device, values, random, neighbours, byHand }) {
    let isOn = false
    let rpm = 0
    return (_weather, seconds) => {
      const co = getValue(neighbours('sensor', Math.ceil(device.ordinal / 2)) ?? neighbours('sensor', 1), 'coPpm')
      if (co > 45) isOn = true
      else if (co < 30) isOn = false
      const manual = byHand('running')
      const runs = manual === undefined ? isOn : manual > 0
      rpm = toward(rpm, runs ? 1480 : 0, seconds, runs ? 4 : 8)
      const shown = rpm < 1 ? 0 : Math.round(Math.max(0, rpm + random.noise(2)))
      const vibration = rpm < 1 ? 0 : round(0.4 + 1.8 * (rpm / 1480) ** 2 + random.noise(0.08), 2)
      values.set([runs ? 1 : 0, shown, vibration, rpm < 1 ? 0 : device.ordinal % 2 === 0 ? -1 : 1])
    }
  },
  sensor({ device, values, random, neighbours }) {
    let co = 12
    return ({ sun, traffic }, seconds) => {
      let fans = 0
      for (const ordinal of [device.ordinal * 2 - 1, device.ordinal * 2])
        fans += getValue(neighbours('fan', ordinal), 'speedRpm') / 1480
      co = toward(co, 8 + 75 * traffic - 30 * Math.min(fans, 2) * traffic, seconds, 25)
      const cars = 2400 * traffic * (0.92 + (0.16 * (device.seed % 100)) / 100)
      values.set([
        round(20 + 4800 * sun * (0.97 + random.noise(0.02)), 0),
        round(Math.max(0, co + random.noise(0.4)), 1),
        round(Math.max(30, 99 - co * 0.35 + random.noise(0.3)), 1),
        Math.round(Math.max(0, cars + random.noise(25))),
      ])
    }
  },
  sign({ values, random }) {
    let state = 1
    let leftS = 0
    return ({ traffic }, seconds) => {
      leftS -= seconds
      if (leftS <= 0) {
        leftS = 120 + 240 * random.share()
        const roll = random.share()
        state = traffic > 0.7 ? 3 : roll < 0.05 ? 2 : roll < 0.08 ? 0 : 1
      }
      values[0] = state
    }
  },
  pump({ device, values, random, neighbours, byHand }) {
    let isOn = device.seed % 2 === 0
    let rpm = 0
    let warmth = 0
    return ({ ambientC }, seconds) => {
      const tank = neighbours('tank', device.ordinal)
      const level = tank === undefined ? 50 : getValue(tank, 'level')
      if (tank === undefined) isOn = (device.seed >>> 3) % 3 > 0
      else if (level < 40) isOn = true
      else if (level > 85) isOn = false
      const manual = byHand('running')
      const runs = manual === undefined ? isOn : manual > 0
      rpm = toward(rpm, runs ? 2920 : 0, seconds, runs ? 2.5 : 4)
      const share = rpm / 2920
      warmth = toward(warmth, 34 * share, seconds, 120)
      values.set([
        runs ? 1 : 0,
        rpm < 1 ? 0 : Math.round(Math.max(0, rpm + random.noise(3))),
        round(Math.max(0, 62 * share + random.noise(0.3) * share), 1),
        round(0.4 + 5.2 * share ** 2 + random.noise(0.02), 2),
        round(ambientC + warmth + random.noise(0.1), 1),
      ])
    }
  },
  tank({ device, values, random, neighbours }) {
    const cubicMetres = 4 + (device.seed % 5)
    let level = 45 + 40 * random.share()
    return ({ ambientC, traffic }, seconds) => {
      const inflow = getValue(neighbours('pump', device.ordinal), 'flow')
      const valve = neighbours('valve', device.ordinal)
      const demand =
        (14 + 22 * traffic + random.noise(0.4)) * (valve === undefined ? 1 : getValue(valve, 'position') / 100)
      const outflow = level > 0.5 ? Math.max(0, demand) : Math.min(inflow, demand)
      level = Math.min(100, Math.max(0, level + ((inflow - outflow) / 3600) * seconds * (100 / cubicMetres)))
      values.set([
        round(level, 2),
        round(18 + (ambientC - 12) * 0.3 + random.noise(0.05), 1),
        inflow,
        round(outflow, 1),
      ])
    }
  },
  valve({ values, byHand }) {
    let position = 100
    return (_weather, seconds) => {
      const isOpen = (byHand('open') ?? 1) > 0
      const target = isOpen ? 100 : 0
      position += Math.sign(target - position) * Math.min(Math.abs(target - position), seconds * 12)
      values.set([round(position, 0), isOpen ? 1 : 0])
    }
  },
  line({ device, values, random }) {
    let count = device.seed % 10_000
    let speed = 0
    let state = 1
    let leftS = 60 + 200 * random.share()
    return (_weather, seconds) => {
      leftS -= seconds
      if (leftS <= 0) {
        const roll = random.share()
        state = roll < 0.06 ? 2 : roll < 0.14 ? 0 : 1
        leftS = state === 1 ? 180 + 400 * random.share() : 25 + 30 * random.share()
      }
      speed = toward(speed, state === 1 ? 32 + (device.seed % 12) : 0, seconds, 3)
      count += (speed * seconds) / 60 / 0.4
      values.set([round(Math.max(0, speed + (speed > 1 ? random.noise(0.2) : 0)), 1), Math.floor(count), state])
    }
  },
}

/** A cabinet that supplies `lamps` devices of a kind. */
function cabinet({ device, values, random, neighbours }: Parts, kind: 'pole' | 'lamp', lamps: number): Move {
  let energyKwh = 1000 * random.share() + 500
  let doorS = 0
  return (_weather, seconds) => {
    let watts = 40
    for (let i = 1; i <= lamps; i++) watts += getValue(neighbours(kind, (device.ordinal - 1) * lamps + i), 'power')
    const powerKw = watts / 1000
    energyKwh += (powerKw * seconds) / 3600
    doorS = doorS > 0 ? doorS - seconds : random.share() < seconds / 20_000 ? 30 : 0
    const sag = powerKw * 0.3
    const volts = [0, 1, 2].map((phase) => round(231 - sag + phase * 0.6 + random.noise(0.4), 1))
    values.set([
      ...volts,
      round(watts / 3 / (volts[0] ?? 230), 2),
      round(powerKw, 2),
      round(energyKwh, 2),
      doorS > 0 ? 1 : 0,
      1,
    ])
  }
}

/** A contactor that supplies lamps of `getWatts`. Dimmed and tinted circuits report their levels as well. */
function circuit({ device, values, random, byHand }: Parts, getWatts: (percent: number) => number): Move {
  return ({ streetPercent }) => {
    const isOn = (byHand('switch') ?? (streetPercent > 0 ? 1 : 0)) > 0
    const dimming = byHand('dimming') ?? streetPercent
    const volts = round(230.6 + random.noise(0.4), 1)
    const watts = getWatts(isOn ? dimming : 0)
    // Current as measured behind a 10:1 transformer.
    values.set([isOn ? 1 : 0, isOn ? round(watts / volts / transformerRatio, 3) : 0, volts])
    if (device.kind !== 'loop') values[3] = dimming
    if (device.kind === 'tinter') values[4] = byHand('colorTemperature') ?? 50
  }
}

/** The second head of a lamp. */
const createHead =
  ({ byHand }: Parts) =>
  ({ streetPercent }: Weather): { readonly percent: number; readonly dimming: number } => {
    const lamp = byHand('lamp2')
    const dimming = byHand('dimming2') ?? (lamp === 1 && streetPercent === 0 ? 100 : streetPercent)
    return { dimming, percent: lamp === 0 ? 0 : dimming }
  }

/** Power, current, voltage and temperature of a lamp. */
function electricValues(
  { random }: Parts,
  watts: number,
  weather: Weather,
  seconds: number,
  temperatureC: Temperature,
): number[] {
  const volts = round(230.5 - watts / 100 + random.noise(0.4), 1)
  return [watts, round(watts / volts, 3), volts, temperatureC(weather, seconds, watts)]
}

/** Power of a dimmed driver relative to its rating. */
const computePowerShare = (percent: number): number => (percent === 0 ? 0 : 0.07 + 0.93 * (percent / 100) ** 1.08)

/** A dimmable lamp. `dimming` is the setpoint, `lamp` whether it is lit; power follows from both. */
function luminaire(
  { device, values, random, byHand }: Parts,
  ratedW: number,
  automatic: (weather: Weather) => number,
  update: (percent: number, watts: number, weather: Weather, seconds: number, temperatureC: Temperature) => void,
): Move {
  let warmth = 0
  const isDead = device.kind === 'pole' && device.ordinal === deadPole
  const temperatureC = ({ ambientC }: Weather, seconds: number, watts: number): number => {
    warmth = toward(warmth, 30 * (watts / ratedW), seconds, 90)
    return round(ambientC + warmth + random.noise(0.1), 1)
  }
  return (weather, seconds) => {
    const lamp = byHand('lamp')
    const requested = byHand('dimming') ?? (lamp === 1 && automatic(weather) === 0 ? 100 : automatic(weather))
    const percent = lamp === 0 ? 0 : requested
    values[1] = requested
    const watts = percent === 0 || isDead ? standbyW : ratedW * computePowerShare(percent) * (1 + random.noise(0.004))
    update(percent, round(watts, 1), weather, seconds, temperatureC)
  }
}

/** Approaches a target with a time constant (first-order lag). */
function toward(value: number, target: number, seconds: number, constantS: number): number {
  const next = target + (value - target) * Math.exp(-seconds / constantS)
  return Math.abs(next - target) < Math.abs(target) * 1e-4 + 1e-3 ? target : next
}

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

interface Random {
  /** Returns a number from 0 to 1. */
  share(): number
  /** Returns approximately normal noise around 0 with this deviation. */
  noise(deviation: number): number
}

/** Mulberry32: small, fast and platform-independent. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return { share, noise: (deviation) => (share() + share() + share() - 1.5) * 2 * deviation }
}

function getNames(kinds: typeof pointsByKind): { readonly [Kind in DeviceKind]: readonly string[] } {
  const names = (kind: DeviceKind): readonly string[] => Object.freeze(kinds[kind].map(({ point }) => point))
  return {
    cabinet: names('cabinet'),
    loop: names('loop'),
    pole: names('pole'),
    portal: names('portal'),
    lamp: names('lamp'),
    fan: names('fan'),
    sensor: names('sensor'),
    sign: names('sign'),
    pump: names('pump'),
    tank: names('tank'),
    valve: names('valve'),
    line: names('line'),
    tunable: names('tunable'),
    twin: names('twin'),
    dimmer: names('dimmer'),
    tinter: names('tinter'),
  }
}
