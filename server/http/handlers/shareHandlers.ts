import type { ClientInfo } from '../../services/base/requestContext.ts'
import type { Drawings } from '../../services/drawings/index.ts'
import type { Shares } from '../../services/drawings/shares/index.ts'
import type { Handlers } from '../routeHandler.ts'

type ShareRoutes = Extract<keyof Handlers, `share.${string}` | `display.${string}`>

/**
 * Handlers for share links and displays. Routes below `/api/shared` are open; the service checks their token on each
 * request.
 */
export function shareHandlers(
  shares: Shares,
  drawings: Pick<Drawings, 'findProject' | 'checkVisible'>,
): Pick<Handlers, ShareRoutes> {
  return {
    'share.list': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: async ({ params: { id } }, caller) => {
        await drawings.checkVisible(caller, id)
        return shares.list(id)
      },
    },
    'share.create': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: async ({ params: { id }, body }, caller) => {
        await drawings.checkVisible(caller, id)
        return shares.create(caller, id, body)
      },
    },
    'share.change': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: async ({ params: { id, share }, body }, caller) => {
        await drawings.checkVisible(caller, id)
        return shares.change(caller, id, share, body)
      },
    },
    'share.revoke': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: async ({ params: { id, share } }, caller) => {
        await drawings.checkVisible(caller, id)
        return shares.revoke(caller, id, share)
      },
    },
    'display.list': { kind: 'own', answer: () => shares.displays.list() },
    'display.create': { kind: 'own', answer: ({ body }, caller) => shares.displays.create(caller, body) },
    'display.change': {
      kind: 'own',
      answer: ({ params, body }, caller) => shares.displays.change(caller, params.id, body),
    },
    'display.revoke': { kind: 'own', answer: ({ params }, caller) => shares.displays.revoke(caller, params.id) },
    'share.ask': { kind: 'open', answer: ({ body }) => shares.getInfo(body.share) },
    'share.open': { kind: 'open', answer: ({ body, ...origin }) => shares.open(body, toClientInfo(origin)) },
    'share.drawing': { kind: 'open', answer: ({ body }) => shares.drawing(body.token) },
    'share.values': { kind: 'open', answer: ({ body }) => shares.values(body.token, body.seen) },
    'share.history': {
      kind: 'open',
      answer: ({ body, shouldContinue }) => shares.history(body.token, body.tags, body.spanMs, shouldContinue),
    },
    'share.send': { kind: 'open', answer: ({ body, key, ...origin }) => shares.send(body, key, toClientInfo(origin)) },
    'share.command': { kind: 'open', answer: ({ body }) => shares.command(body.token, body.id) },
  }
}

const toClientInfo = ({ address, request, client }: ClientInfo): ClientInfo => ({ address, request, client })
