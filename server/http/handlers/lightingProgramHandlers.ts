import type { ProgramTarget, Programs } from '../../services/lighting/programs.ts'
import type { Handlers } from '../routeHandler.ts'

type ProgramHandlers = Pick<
  Handlers,
  'pole.program' | 'pole.resume' | 'pole.override' | 'loop.program' | 'loop.resume' | 'loop.override' | 'tunnel.light'
>

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
    'pole.override': {
      kind: 'object',
      project: getProject('pole'),
      answer: ({ params, body, key }, caller) => programs.override(caller, 'pole', params.id, key, body),
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
    'loop.override': {
      kind: 'object',
      project: getProject('loop'),
      answer: ({ params, body, key }, caller) => programs.override(caller, 'loop', params.id, key, body),
    },
    'loop.resume': {
      kind: 'object',
      project: getProject('loop'),
      answer: ({ params }, caller) => programs.resume(caller, 'loop', params.id),
    },
  }
}
