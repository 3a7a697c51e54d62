import type { ProgramTarget, Programs } from '../../services/lighting/programs.ts'
import type { Handlers } from '../routeHandler.ts'

type ProgramHandlers = Pick<Handlers, 'pole.program' | 'pole.resume' | 'loop.program' | 'loop.resume' | 'tunnel.light'>

/** Handlers for the lighting programs of lamps and loops, and for tunnel lighting. */
export function lightingProgramHandlers(programs: Programs): ProgramHandlers {
  const getProject =
    (kind: ProgramTarget | 'tunnel') =>
    ({ params }: { readonly params: { readonly id: string } }): Promise<string | undefined> =>
      programs.projectOf(kind, params.id)
  return {
    'pole.program': {
      kind: 'object',
      project: getProject('pole'),
      answer: ({ params }) => programs.read('pole', params.id),
    },
    'pole.resume': {
      kind: 'object',
      project: getProject('pole'),
      answer: ({ params }, caller) => programs.resume(caller, 'pole', params.id),
    },
    'tunnel.light': {
      kind: 'object',
      project: getProject('tunnel'),
      answer: ({ params }) => programs.tunnel(params.id),
    },
    'loop.program': {
      kind: 'object',
      project: getProject('loop'),
      answer: ({ params }) => programs.read('loop', params.id),
    },
    'loop.resume': {
      kind: 'object',
      project: getProject('loop'),
      answer: ({ params }, caller) => programs.resume(caller, 'loop', params.id),
    },
  }
}
