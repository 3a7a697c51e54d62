import type { TagCatalogue } from '../../services/devices/tagCatalogue.ts'
import type { UndeclaredDevices } from '../../services/devices/undeclaredDevices/index.ts'
import type { Handlers } from '../routeHandler.ts'

type UndeclaredRoutes = Extract<keyof Handlers, `undeclared.${string}`>

/** Handlers for undeclared devices. */
export function undeclaredHandlers(
  undeclared: UndeclaredDevices,
  plant: Pick<TagCatalogue, 'isProject'>,
): Pick<Handlers, UndeclaredRoutes> {
  const findProject = async (project: string): Promise<string | undefined> =>
    (await plant.isProject(project)) ? project : undefined
  return {
    'undeclared.list': {
      kind: 'list',
      answer: ({ query }, _caller, projects) => undeclared.list({ ...query, projects }),
    },
    'undeclared.quota': {
      kind: 'list',
      answer: ({ query }, _caller, projects) => undeclared.quota({ ...query, projects }),
    },
    'undeclared.tags': {
      kind: 'object',
      project: ({ params }) => findProject(params.project),
      answer: ({ params }) => undeclared.tags(params.project, params.device),
    },
    'undeclared.ignore': {
      kind: 'object',
      project: ({ body }) => findProject(body.project),
      answer: ({ body }, caller) => undeclared.ignore(caller, body.project, body.devices),
    },
    'undeclared.accept': {
      kind: 'object',
      project: ({ body }) => findProject(body.project),
      answer: ({ body }, caller) => undeclared.accept(caller, body.project, body.devices),
    },
    'undeclared.remove': {
      kind: 'object',
      project: ({ body }) => findProject(body.project),
      answer: async ({ body }, caller) => ({ tags: await undeclared.remove(caller, body.project, body.devices) }),
    },
  }
}
