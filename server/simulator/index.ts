import { fork } from 'node:child_process'
import { findProgram } from '../programs.ts'
import type { GatewayMessage, Misbehaviour } from './gateway.ts'

export { listAddresses, parseProtocols } from './protocols/parseProtocols.ts'
export type { PlantDevice, PlantProject, PlantTag } from './plant.ts'
export { defaultSeed, defaultTags, deviceKinds, plantDevices, plantProjects, plantTags } from './plant.ts'

/** Message to the simulator. `device` is `project/device`, `project/*` for a whole gateway, or absent for all. */
export interface SimulatorControl {
  readonly misbehave?: Misbehaviour | 'recover'
  readonly device?: string
  readonly ask?: 'stats'
}

/** Message from the simulator. */
export type SimulatorMessage =
  | GatewayMessage
  | {
      readonly kind: 'misbehaving'
      readonly how: Misbehaviour | 'recover'
      readonly device: string
      readonly found: boolean
    }
  | { readonly kind: 'stats'; readonly published: number; readonly acknowledged: number; readonly failed: number }

export interface SimulatorOptions {
  readonly url: string
  /** Credential of the gateways. */
  readonly token: string
  readonly user?: string
  readonly tags?: number
  readonly seed?: number
  readonly everyMs?: number
  readonly qos?: 0 | 1
  /** JSON for small plants, binary for large ones. */
  readonly form?: 'json' | 'binary'
  /** Duration of a simulated day in minutes. */
  readonly dayMinutes?: number
  /** Foreign protocols in which the plant is served as well, as `--plant-protocols` lists them. */
  readonly protocols?: string | undefined
}

export interface Simulator {
  readonly pid: number
  /** Resolves with the next matching message; rejects if the process ends first. */
  next(fits: (event: SimulatorMessage) => boolean): Promise<SimulatorMessage>
  /** Applies or clears a fault; resolves when done. Throws if the device does not exist. */
  misbehave(mode: Misbehaviour | 'recover', device?: string): Promise<void>
  stats(): Promise<{ readonly published: number; readonly acknowledged: number; readonly failed: number }>
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Starts the virtual plant in a child process, which ends with its parent. */
export function startSimulator(options: SimulatorOptions): Simulator {
  const { url, token, user, tags, seed, everyMs, qos, form, dayMinutes, protocols } = options
  const settings = {
    url,
    user,
    tags,
    seed,
    every: everyMs,
    qos,
    form,
    'day-minutes': dayMinutes,
    protocols,
  }
  const args = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  const program = findProgram('simulator')
  const child = fork(program.path, args, {
    execArgv: [...program.execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, MIMIC_GATEWAY_TOKEN: token },
  })
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  const next = (fits: (event: SimulatorMessage) => boolean): Promise<SimulatorMessage> =>
    new Promise((done, fail) => {
      const listener = (message: unknown): void => {
        const event = message as SimulatorMessage // trusted: sent by the own child process
        if (!fits(event)) return
        child.off('message', listener)
        done(event)
      }
      child.on('message', listener)
      void ended.then(() => fail(new Error('simulator stopped')))
    })
  const send = (control: SimulatorControl): void => void child.send(control)
  return {
    pid: child.pid ?? 0,
    next,
    ended,
    async misbehave(mode, device) {
      const answer = next((event) => event.kind === 'misbehaving')
      send({ misbehave: mode, ...(device === undefined ? {} : { device }) })
      const event = await answer
      if (event.kind === 'misbehaving' && !event.found) throw new Error(`unknown simulated device ${device}`)
    },
    async stats() {
      const answer = next((event) => event.kind === 'stats')
      send({ ask: 'stats' })
      const event = await answer
      return event.kind === 'stats' ? event : { published: 0, acknowledged: 0, failed: 0 }
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}
