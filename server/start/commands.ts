import { createCommands } from '../services/devices/commands.ts'
import { createComponentPasswords } from '../services/devices/componentPasswords.ts'
import { createShares } from '../services/drawings/shares/index.ts'
import type { StartContext } from './context.ts'
import type { Data } from './data.ts'
import type { Devices } from './devices.ts'
import type { EntityParts } from './entities.ts'
import type { Identity } from './identity.ts'

interface CommandParts {
  readonly data: Data
  readonly identity: Identity
  readonly devices: Devices
  readonly entityParts: EntityParts
  /** Returns whether a device is out of service; asked at each command. */
  readonly isDisabled: (project: string, device: string) => boolean
}

export type CommandServices = ReturnType<typeof openCommands>

/** Creates commands to devices, and the shared links that may send them. */
export function openCommands(
  { log, stops }: StartContext,
  { data, identity, devices, entityParts, isDisabled }: CommandParts,
) {
  const { db } = data
  const { broker, history, tags } = devices
  const { channels, lighting } = entityParts
  const componentPasswords = createComponentPasswords(db)
  const commands = createCommands({
    db,
    plant: tags,
    log,
    checkPassword: (...args) => componentPasswords.check(...args),
    publish: async (command) => {
      if (!channels.takeCommand(command)) await broker.publishCommand(command)
    },
    isOffline: (project, device) => broker.isOnline({ project, device }) === false,
    getDenialReason: (project, device) =>
      lighting.getDenialReason(project, device) ?? (isDisabled(project, device) ? 'device.disabled' : undefined),
  })
  broker.onAck(
    (ack) =>
      void commands
        .acknowledge(ack)
        .catch((cause: unknown) => log.warn('could not store an acknowledgement', { cause })),
  )
  stops.push(commands.start())
  const shares = createShares({ db, readAccountStatus: identity.readAccountStatus, broker, history, commands })
  stops.push(() => shares.close())
  return { commands, componentPasswords, shares }
}
