import type { Areas } from '../../services/lighting/areas.ts'
import type { Handlers } from '../routeHandler.ts'

type AreaHandlers = Pick<Handlers, 'area.set' | 'area.scene' | 'area.resume' | 'area.outcome'>

/** Handlers of the routes that control the lamps of an area. */
export function areaHandlers(areas: Areas): AreaHandlers {
  const project = ({ params }: { readonly params: { readonly id: string } }): Promise<string | undefined> =>
    areas.projectOf(params.id)
  return {
    'area.set': {
      kind: 'object',
      project,
      answer: ({ params, body, key }, caller) => areas.set(caller, params.id, key, body),
    },
    'area.scene': {
      kind: 'object',
      project,
      answer: ({ params, body, key }, caller) => areas.scene(caller, params.id, key, body),
    },
    'area.resume': { kind: 'object', project, answer: ({ params }, caller) => areas.resume(caller, params.id) },
    'area.outcome': {
      kind: 'object',
      project,
      answer: ({ params }, caller) => areas.outcome(caller, params.id, params.key),
    },
  }
}
