import type { LightingFigures } from '../../services/lighting/figures/index.ts'
import type { Handlers } from '../routeHandler.ts'

/** Handlers for the figures of areas and tunnels. */
export function lightingFigureHandlers(figures: LightingFigures): Pick<Handlers, 'area.figures' | 'tunnel.figures'> {
  return {
    'area.figures': {
      kind: 'object',
      project: ({ params }) => figures.findProject('area', params.id),
      answer: ({ params, query }) => figures.readArea(params.id, query.period),
    },
    'tunnel.figures': {
      kind: 'object',
      project: ({ params }) => figures.findProject('tunnel', params.id),
      answer: ({ params }) => figures.readTunnel(params.id),
    },
  }
}
