import type { TagCatalogue } from '../../services/devices/tagCatalogue.ts'
import type { Mappings } from '../../services/devices/mapping/index.ts'
import type { Handlers } from '../routeHandler.ts'

type MappingRoutes = Extract<keyof Handlers, `mapping.${string}`>

/** Handlers for messages on topics of payload mappings. */
export function mappingHandlers(
  mappings: Mappings,
  plant: Pick<TagCatalogue, 'isProject'>,
): Pick<Handlers, MappingRoutes> {
  return {
    'mapping.messages': {
      kind: 'list',
      answer: ({ query }, _caller, projects) =>
        mappings.listMessages(query.filter, selectProjects(query, projects), query.max),
    },
    'mapping.rejections': {
      kind: 'list',
      answer: ({ query }, _caller, projects) =>
        mappings.listRejected(query.filter, selectProjects(query, projects), query.max),
    },
    'mapping.decode': {
      kind: 'own',
      answer: ({ body }) => mappings.decode(body),
    },
    'mapping.reasons': {
      kind: 'object',
      project: async ({ params }) => ((await plant.isProject(params.project)) ? params.project : undefined),
      answer: ({ params }) => mappings.listReasons(params),
    },
  }
}

/** The requested project, or all that the caller may see. */
const selectProjects = (
  { project }: { readonly project?: string | undefined },
  projects: readonly string[] | undefined,
): readonly string[] | undefined => (project === undefined ? projects : [project])
