import type { Drawings } from '../../services/drawings/index.ts'
import type { Handlers } from '../routeHandler.ts'

type RevisionRoutes =
  | 'drawing.revisions'
  | 'drawing.revision'
  | 'drawing.revisionFile'
  | 'drawing.revisionThumbnail'
  | 'drawing.setRevisionNote'
  | 'drawing.restoreRevision'

/** Handlers for the revisions of a drawing. They have the project and the visibility of the drawing. */
export function revisionHandlers(drawings: Drawings): Pick<Handlers, RevisionRoutes> {
  const project = ({ params }: { readonly params: { readonly id: string } }): Promise<string | undefined> =>
    drawings.findProject(params.id)
  return {
    'drawing.revisions': {
      kind: 'object',
      project,
      answer: ({ params, query }, caller) => drawings.revisions(caller, params.id, query),
    },
    'drawing.revision': {
      kind: 'object',
      project,
      answer: ({ params }, caller) => drawings.readRevision(caller, params.id, params.revision),
    },
    'drawing.revisionFile': {
      kind: 'object',
      project,
      answer: ({ params }, caller) => drawings.revisionFile(caller, params.id, params.revision),
    },
    'drawing.revisionThumbnail': {
      kind: 'object',
      project,
      answer: ({ params }, caller) => drawings.revisionThumbnail(caller, params.id, params.revision),
    },
    'drawing.setRevisionNote': {
      kind: 'object',
      project,
      answer: ({ params, body }, caller) => drawings.setRevisionNote(caller, params.id, params.revision, body.note),
    },
    'drawing.restoreRevision': {
      kind: 'object',
      project,
      answer: ({ params, revision }, caller) => drawings.restoreRevision(caller, params.id, revision, params.revision),
    },
  }
}
