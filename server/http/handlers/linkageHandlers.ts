import type { EntityServices } from '../../services/entities/index.ts'
import type { LinkageRehearsals } from '../../services/automation/linkages/index.ts'
import type { Handlers } from '../routeHandler.ts'

type LinkageHandlers = Pick<Handlers, 'linkage.rehearse' | 'linkage.rehearsal' | 'linkage.cancelRehearsal'>

/** Handlers of rehearsals of linkages. */
export const linkageHandlers = ({
  rows,
  rehearsals,
}: {
  readonly rows: Pick<EntityServices, 'getService'>
  readonly rehearsals: Pick<LinkageRehearsals, 'start' | 'read' | 'cancel'>
}): LinkageHandlers => ({
  'linkage.rehearse': {
    kind: 'object',
    project: ({ body }) => rows.getService('linkage').findProject(body.linkage),
    answer: ({ body }, caller) => rehearsals.start(caller, body),
  },
  'linkage.rehearsal': { kind: 'own', answer: ({ params }, caller) => rehearsals.read(caller, params.id) },
  'linkage.cancelRehearsal': { kind: 'own', answer: ({ params }, caller) => rehearsals.cancel(caller, params.id) },
})
