import type { Channels } from '../../services/devices/channels/index.ts'
import type { Handlers } from '../routeHandler.ts'

type ChannelRoutes = Extract<keyof Handlers, `accessChannelState.${string}`>

/** Handlers for the state of access channels. */
export function channelHandlers(channels: Channels): Pick<Handlers, ChannelRoutes> {
  const project = ({ params }: { readonly params: { readonly id: string } }): Promise<string | undefined> =>
    channels.findProject(params.id)
  return {
    'accessChannelState.overview': {
      kind: 'list',
      answer: ({ query }, _caller, projects) =>
        channels.list(
          query.project === undefined ? projects : (projects ?? [query.project]).filter((id) => id === query.project),
        ),
    },
    'accessChannelState.read': { kind: 'object', project, answer: ({ params }) => channels.read(params.id) },
    'accessChannelState.log': {
      kind: 'object',
      project,
      answer: ({ params, body }, caller) => channels.setLog(caller, params.id, body.isEnabled),
    },
    'accessChannelState.test': {
      kind: 'object',
      project,
      answer: ({ params }, caller) => channels.test(caller, params.id),
    },
    'accessChannelState.browse': {
      kind: 'object',
      project,
      answer: ({ params, body }) => channels.browse(params.id, body.node),
    },
    'accessChannelState.trust': {
      kind: 'object',
      project,
      answer: ({ params, body }, caller) => channels.trust(caller, params.id, body.thumbprint),
    },
  }
}
