import type { EntityServices } from '../../services/entities/index.ts'
import type { SceneVariables } from '../../services/automation/sceneVariables/index.ts'
import type { Handlers } from '../routeHandler.ts'

type SceneHandlers = Pick<Handlers, 'scene.values' | 'variable.enter'>

/** Handlers that read the variables of a scene and enter values. */
export function sceneHandlers({
  rows,
  variables,
}: {
  readonly rows: Pick<EntityServices, 'getService'>
  readonly variables: Pick<SceneVariables, 'values' | 'enter'>
}): SceneHandlers {
  return {
    'scene.values': {
      kind: 'object',
      project: ({ params }) => rows.getService('scene').findProject(params.id),
      answer: ({ params }) => variables.values(params.id),
    },
    'variable.enter': {
      kind: 'object',
      project: ({ params }) => rows.getService('variable').findProject(params.id),
      answer: ({ params, body }, caller) => variables.enter(caller, params.id, body.value),
    },
  }
}
