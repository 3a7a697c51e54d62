import type { Cameras } from '../../services/cameras/index.ts'
import type { Handlers } from '../routeHandler.ts'

/** Handlers of streams, pictures and movements of cameras. */
export function cameraHandlers(cameras: Cameras): Pick<Handlers, 'camera.stream' | 'camera.snapshot' | 'camera.move'> {
  const project = ({ params }: { readonly params: { readonly id: string } }): Promise<string | undefined> =>
    cameras.findProject(params.id)
  return {
    'camera.stream': { kind: 'object', project, answer: ({ params }) => cameras.stream(params.id) },
    'camera.snapshot': { kind: 'object', project, answer: ({ params }) => cameras.snapshot(params.id) },
    'camera.move': {
      kind: 'object',
      project,
      answer: ({ params, body }, caller) => cameras.move(caller, params.id, body),
    },
  }
}
