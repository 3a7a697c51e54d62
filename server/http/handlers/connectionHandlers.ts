import type { Broker } from '../../broker/index.ts'
import type {
  Connections,
  DeviceCredentials,
  SharedCredentialOption,
} from '../../services/devices/credentials/index.ts'
import type { TagCatalogue } from '../../services/devices/tagCatalogue.ts'
import type { Handlers } from '../routeHandler.ts'

type ConnectionRoutes = Extract<keyof Handlers, `connection.${string}` | `credential.${string}`>

export interface ConnectionServices {
  readonly credentials: DeviceCredentials
  readonly connections: Connections
  readonly shared: SharedCredentialOption
  readonly broker: Broker
}

/** Handlers for connections of devices and their credentials. */
export function connectionHandlers(
  { credentials, connections, shared, broker }: ConnectionServices,
  plant: Pick<TagCatalogue, 'isProject'>,
): Pick<Handlers, ConnectionRoutes> {
  return {
    'connection.read': {
      kind: 'list',
      answer: ({ query }, _caller, projects) => connections.read({ ...query, projects }),
    },
    'connection.setShared': {
      kind: 'own',
      answer: ({ body }, caller) => shared.set(caller, body.isEnabled, broker),
    },
    'credential.list': {
      kind: 'list',
      answer: ({ query }, _caller, projects) => credentials.list({ ...query, projects }),
    },
    'credential.create': {
      kind: 'object',
      project: async ({ body }) => ((await plant.isProject(body.project)) ? body.project : undefined),
      answer: async ({ body }, caller) => ({ credentials: await credentials.create(caller, body) }),
    },
    'credential.rotate': {
      kind: 'object',
      project: ({ params }) => credentials.findProject(params.id),
      answer: ({ params }, caller) => credentials.rotate(caller, params.id),
    },
    'credential.update': {
      kind: 'object',
      project: ({ params }) => credentials.findProject(params.id),
      answer: ({ params, body }, caller) => credentials.update(caller, params.id, body),
    },
    'credential.remove': {
      kind: 'object',
      project: ({ params }) => credentials.findProject(params.id),
      answer: ({ params }, caller) => credentials.remove(caller, params.id),
    },
  }
}
