import type { Lighting } from '../../services/lighting/index.ts'
import { findSource } from '../../services/lighting/alarms/source.ts'
import type { Handlers } from '../routeHandler.ts'

/** Handler of the route that returns the source of an alarm. */
export function alarmHandlers(lighting: Pick<Lighting, 'facilityOf'>): Pick<Handlers, 'alarm.source'> {
  return {
    'alarm.source': {
      kind: 'object',
      project: ({ params }) => Promise.resolve(params.project),
      answer: ({ params }, caller) => findSource(caller, lighting.facilityOf(params.project, params.device)),
    },
  }
}
