import { superviseChild } from '../services/base/childProcess.ts'
import { startSimulator } from '../simulator/index.ts'
import type { CommandServices } from './commands.ts'
import type { StartContext } from './context.ts'
import type { Devices } from './devices.ts'
import type { DrawingParts } from './drawings.ts'
import type { EntityParts } from './entities.ts'
import type { Identity } from './identity.ts'
import type { OpenPlatform } from './platformServices.ts'
import type { Web } from './web.ts'

interface BackgroundParts {
  readonly drawingParts: DrawingParts
  readonly identity: Identity
  readonly devices: Devices
  readonly entityParts: EntityParts
  readonly commandServices: CommandServices
  readonly platform: OpenPlatform
  readonly web: Web
}

/** Starts what runs without a request: alarms, session checks, bridges, jobs, rules, access channels. */
export async function startBackground(
  { options, log, entities, isProduct, stops }: StartContext,
  { drawingParts, identity, devices, entityParts, commandServices, platform, web }: BackgroundParts,
): Promise<void> {
  const { rows, alarms, lighting, sceneVariables, channels } = entityParts
  const { broker, bridges } = devices
  const { commands } = commandServices
  const { sockets } = web
  if (entities.some(({ name }) => name === 'alarm')) {
    await alarms.open({
      rows,
      send: (...args) => sockets.notify(...args),
      raised: (alarm) => platform.notifications.sendAlarm(alarm),
      getOwner: (project, device) => lighting.facilityOf(project, device)?.kind ?? 'other',
    })
    stops.push(() => alarms.close())
    await lighting.open({
      rows,
      sendCommand: (key, tag, value) => commands.placeSystemCommand(key, { tag, value }),
    })
    stops.push(() => lighting.close())
  }
  if (isProduct) stops.push(sceneVariables.open())
  stops.push(
    identity.sessions.startSweep(
      () => [...broker.openSessions(), ...sockets.openSessions()],
      (cause) => log.warn('could not check for ended sessions', { cause }),
    ),
  )
  if (isProduct) {
    const hasVirtualPlant = drawingParts.demo !== undefined && options.simulator
    const service = rows.getStoredService('bridge')
    stops.push(await bridges.start({ service, receive: (...message) => broker.receive(...message) }))
    stops.push(await platform.start({ hasVirtualPlant }))
    stops.push(
      channels.open(
        (ack) =>
          void commands
            .acknowledge(ack)
            .catch((cause: unknown) => log.warn('could not store the result of a command', { cause })),
      ),
    )
  } else bridges.skip()
  stops.push(await devices.plugins.supervise('externalBroker', () => broker.connectExternal()))
}

/** Starts the virtual plant of the demo in a child process. */
export async function startVirtualPlant(
  { options, log, stops }: StartContext,
  { drawingParts: { demo }, identity, devices }: Pick<BackgroundParts, 'drawingParts' | 'identity' | 'devices'>,
): Promise<void> {
  if (!demo || !options.simulator) return
  const run = () =>
    startSimulator({
      url: devices.broker.url,
      token: identity.gatewayTokens.plant,
      tags: demo.tags,
      seed: demo.seed,
      protocols: options.plantProtocols,
    })
  stops.push(await devices.plugins.supervise('virtualPlant', () => superviseChild('simulator', run, log)))
}
