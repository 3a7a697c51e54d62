import { displayActor } from '../../../../contract/displays.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { RouteBody, Command, Routes } from '../../../../contract/routes.ts'
import { parseTag } from '../../../../contract/telemetry/tags.ts'
import { RateLimiter } from '../../../limits/rateLimiter.ts'
import type { ClientInfo } from '../../base/requestContext.ts'
import type { Commands, Sender } from '../../devices/commands.ts'
import type { createDisplays } from './displays.ts'
import type { createShareViewers } from './shareViewers.ts'

export type SharedCommand = RouteBody<Routes['share.send']>

interface OperatingParts {
  readonly viewers: Pick<ReturnType<typeof createShareViewers>, 'authenticate'>
  readonly displays: Pick<ReturnType<typeof createDisplays>, 'findOperating'>
  readonly commands: Pick<Commands, 'sendFor' | 'read'>
}

/**
 * Sends commands of displays permitted to operate. Each names a component of the stored revision and is checked like an
 * operator's command.
 */
export function createOperating({ viewers, displays, commands }: OperatingParts) {
  const rates = new RateLimiter()

  return {
    async send(
      { token, tag, value, component, componentPassword: password }: SharedCommand,
      key: string,
      origin: ClientInfo,
    ): Promise<Command> {
      // Throws for an invalid token. A share link has a valid token, but may not operate.
      const { share } = await viewers.authenticate(token)
      if (!share.mayOperate) throw new ApiError('access.denied')
      const { id, name, drawing, project } = await displays.findOperating(token)
      rates.consume(id, limits.command.perMinute)
      if (parseTag(tag)?.project !== project) throw new ApiError('device.missing')
      const sender = createSender(id, name)
      return commands.sendFor({ ...origin, name: sender.name, role: 'display' }, sender, key, {
        tag,
        value,
        password,
        origin: { drawing, component },
      })
    },

    async command(token: string, id: string): Promise<Command> {
      const { share } = await viewers.authenticate(token)
      return commands.read(id, createSender(share.id, ''))
    },
  }
}

/** No account has such an id, so idempotency keys of displays and accounts cannot collide. */
const createSender = (id: string, name: string): Sender => ({ id: `display/${id}`, name: `${displayActor}${name}` })
