import type { CommandValue } from '../../contract/telemetry/index.ts'
import { createMachine, type Machine } from './deviceModels.ts'
import {
  type PlantDevice,
  plantDevices,
  plantProjects,
  type PlantProject,
  type PlantSize,
  pointsByKind,
} from './plant.ts'
import { type Weather, weatherAt } from './weather.ts'

export interface VirtualPlantOptions extends PlantSize {
  /** Duration of a simulated day in milliseconds. */
  readonly dayMs?: number
}

/** The whole simulated plant. The same seed and steps always give the same values. */
export class VirtualPlant {
  readonly machines: readonly Machine[]
  readonly #dayMs: number
  readonly #byPlace = new Map<string, Machine>()
  readonly #names: ReadonlySet<string>
  #weather: Weather
  #weatherAtMs = 0

  constructor(options: VirtualPlantOptions = {}) {
    this.#dayMs = options.dayMs ?? defaultDayMs
    this.#weather = weatherAt(firstHour * (this.#dayMs / 24), this.#dayMs)
    this.machines = plantDevices(options).map((device) =>
      createMachine(device, (kind, ordinal) => this.#byPlace.get(`${device.project}/${kind}/${ordinal}`)),
    )
    this.#names = new Set(this.machines.map(({ device }) => `${device.project}/${device.name}`))
    for (const machine of this.machines) this.#byPlace.set(getPlace(machine.device), machine)
    for (let round = 0; round < settlingRounds; round++)
      for (const machine of this.machines) machine.step(this.#weather, settlingS)
  }

  /** Returns whether a project has a device with this name. */
  has(project: PlantProject, device: string): boolean {
    return this.#names.has(`${project}/${device}`)
  }

  getMachines(project: PlantProject): readonly Machine[] {
    return this.machines.filter(({ device }) => device.project === project)
  }

  /** Advances a device. `elapsedMs` since the start of the plant determines the weather. */
  step(machine: Machine, seconds: number, elapsedMs: number): void {
    if (elapsedMs - this.#weatherAtMs >= weatherEveryMs) {
      this.#weatherAtMs = elapsedMs
      this.#weather = weatherAt(elapsedMs + firstHour * (this.#dayMs / 24), this.#dayMs)
    }
    machine.step(this.#weather, seconds)
  }
}

/** Returns the error code of an invalid write to a point, or null if it is valid. */
export function findRefusal(device: PlantDevice, point: string, value: CommandValue): string | null {
  const declared = pointsByKind[device.kind].find((one) => one.point === point)
  if (declared === undefined) return 'point.unknown'
  if (!declared.writable) return 'point.readOnly'
  if (
    typeof value === 'string' ||
    value < declared.min ||
    value > declared.max ||
    (declared.kind === 'flag' && !Number.isInteger(value))
  )
    return 'value.range'
  return null
}

export { plantProjects }

const getPlace = ({ project, kind, ordinal }: PlantDevice): string => `${project}/${kind}/${ordinal}`

/** A simulated day lasts 20 minutes and starts at dusk, so that visitors see the lamps switch on. */
const defaultDayMs = 20 * 60_000
const firstHour = 18.5
const weatherEveryMs = 250
const settlingRounds = 6
const settlingS = 20
