import type { RecycleBin } from '../../services/recycleBin/index.ts'
import type { Handlers } from '../routeHandler.ts'

type RecycleBinRoutes = Extract<keyof Handlers, `recycleBin.${string}`>

/** Handlers for the recycle bin. The service decides which items a caller sees. */
export function recycleBinHandlers(bin: RecycleBin): Pick<Handlers, RecycleBinRoutes> {
  return {
    'recycleBin.list': { kind: 'own', answer: ({ query }, caller) => bin.list(caller, query) },
    'recycleBin.restore': { kind: 'own', answer: ({ params }, caller) => bin.restore(caller, params.id) },
    'recycleBin.remove': { kind: 'own', answer: ({ params }, caller) => bin.remove(caller, params.id) },
  }
}
