import type { Id } from '../document/index.ts'
import type { Problem } from '../schema/index.ts'

/** Why a command was refused. `contract/errors.ts` gives each its words. */
export type RejectionCode =
  /** No such command. */
  | 'command.unsupported'
  /** Arguments of a wrong kind or out of limits, or that do not fit the component's type. */
  | 'command.arguments'
  /** An id that is not in the drawing. */
  | 'command.unknownComponent'
  /** A locked component, or one in a locked group, was to be moved, resized or deleted, or a line led elsewhere. */
  | 'command.locked'
  /** The drawing would get too large, or a component leave the largest coordinates. */
  | 'command.limit'
  /** A member of an instance was to be moved, routed anew or removed, or something put among them: its symbol says where they are. */
  | 'command.instanceMember'
  /** An instance of a symbol was needed. */
  | 'command.notInstance'
  /** A symbol that is not in the drawing. */
  | 'command.unknownSymbol'
  /** A symbol that still has instances was to be deleted. */
  | 'command.symbolUsed'
  /** A second component of a type of which a drawing may hold one. */
  | 'command.single'
  /** A gesture that is already over. */
  | 'command.gestureOver'

export interface Success {
  readonly ok: true
  /** New components, groups without their members. */
  readonly created?: readonly Id[]
  /** In how many places words were replaced. */
  readonly count?: number
  /** How many instances lost parameters or overrides that no longer fit their symbol. */
  readonly unfit?: number
  /** What an import kept although it cannot be shown. */
  readonly warnings?: readonly Problem[]
}

/** Why a command was not done: a stable code, and the problems with its arguments. The drawing is as before. */
export interface Rejected {
  readonly ok: false
  readonly code: RejectionCode
  readonly problems: readonly Problem[]
}

/** What a person can cause is an answer, never an exception; and a refused command has changed nothing. */
export type Result = Success | Rejected

/** Ends a recipe from deep within; the bus turns it into its answer. */
export class Rejection extends Error {
  readonly answer: Rejected

  /** `reason` is the problem's own code, where one refusal has several. */
  constructor(code: RejectionCode, message: string, path = '', reason: string = code) {
    super(message)
    this.answer = reject(code, [{ path, code: reason, message }])
  }
}

/** That a record cannot be kept: it lies too far out, is too large, or its name is too long. */
export function rejectRecord({ path, message }: Problem): Rejection {
  return new Rejection('command.limit', message, path, path.endsWith('.name') ? 'too_big' : 'command.outOfBounds')
}

/** That a drawing has no room for more components. */
export function rejectMany(most: number): Rejection {
  return new Rejection('command.limit', `a drawing holds at most ${most} components`, '', 'command.tooMany')
}

/** That groups would stand too deep within one another. */
export function rejectDepth(most: number, path = ''): Rejection {
  return new Rejection('command.limit', `groups nest at most ${most} deep`, path, 'command.tooDeep')
}

export function reject(code: RejectionCode, problems: readonly Problem[]): Rejected {
  return { ok: false, code, problems }
}
