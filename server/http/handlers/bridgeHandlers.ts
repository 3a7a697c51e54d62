import type { Bridges } from '../../services/automation/bridges/index.ts'
import type { Handlers } from '../routeHandler.ts'

type BridgeRoutes = Extract<keyof Handlers, `bridge.${string}`>

/** Handlers for state, tests and input of bridges. */
export function bridgeHandlers(
  bridges: Pick<Bridges, 'figures' | 'test' | 'createTable' | 'receivePost'>,
): Pick<Handlers, BridgeRoutes> {
  return {
    'bridge.states': { kind: 'own', answer: () => bridges.figures().map(({ name: _name, ...status }) => status) },
    'bridge.test': { kind: 'own', answer: ({ params }, caller) => bridges.test(caller, params.id) },
    'bridge.createTable': {
      kind: 'own',
      answer: ({ params, body }, caller) => bridges.createTable(caller, params.id, body.table),
    },
    'bridge.receive': {
      kind: 'open',
      answer: ({ params, body }) => bridges.receivePost(params.id, params.secret, body),
    },
  }
}
