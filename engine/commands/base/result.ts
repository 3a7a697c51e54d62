import type { Id } from '../../document/index.ts'
import type { Problem } from '../../schema/index.ts'

/** Reason for a rejected command. `contract/errors.ts` contains the messages. */
export type RejectionCode =
  /** Unknown command. */
  | 'command.unsupported'
  /** Arguments that are invalid, out of range, or do not fit the component's type. */
  | 'command.arguments'
  /** Unknown component id. */
  | 'command.unknownComponent'
  /** Attempt to move, resize, reroute or delete a component that is locked or in a locked group. */
  | 'command.locked'
  /** The drawing would become too large, or a component would exceed the coordinate range. */
  | 'command.limit'
  /** Attempt to move, reroute, remove or add members of an instance. Their layout is defined by the symbol. */
  | 'command.instanceMember'
  /** The component is not an instance of a symbol. */
  | 'command.notInstance'
  /** Unknown symbol id. */
  | 'command.unknownSymbol'
  /** Attempt to delete a symbol that still has instances. */
  | 'command.symbolUsed'
  /** Attempt to add a second component of a singleton type. */
  | 'command.single'
  /** The gesture has already ended. */
  | 'command.gestureOver'

/** Result of a successful command. Each optional field is set only by the commands that it concerns. */
export interface Success {
  readonly ok: true
  /** Ids of new components, groups without their members. */
  readonly created?: readonly Id[]
  /** Number of replaced matches. */
  readonly count?: number
  /** Number of instances that lost parameters or overrides because these no longer fit their symbol. */
  readonly unfit?: number
  /** Problems of imported content that was kept although it cannot be displayed. */
  readonly warnings?: readonly Problem[]
}

/** A rejected command: a stable code and the problems with its arguments. The drawing is unchanged. */
export interface Rejected {
  readonly ok: false
  readonly code: RejectionCode
  readonly problems: readonly Problem[]
}

/**
 * Result of a command. Errors caused by user input are returned, never thrown, and a rejected command changes nothing.
 */
export type Result = Success | Rejected

/** Thrown inside a recipe to reject the command; the bus converts it to a result. */
export class Rejection extends Error {
  readonly answer: Rejected

  /** `reason` is the code of the problem, if one rejection code covers several. */
  constructor(code: RejectionCode, message: string, path = '', reason: string = code) {
    super(message)
    this.answer = reject(code, [{ path, code: reason, message }])
  }
}

/** Rejects a record that is out of the coordinate range, too large, or has a name that is too long. */
export function rejectRecord({ path, message }: Problem): Rejection {
  return new Rejection('command.limit', message, path, path.endsWith('.name') ? 'too_big' : 'command.outOfBounds')
}

/** Rejects a drawing with too many components. */
export function rejectMany(limit: number): Rejection {
  return new Rejection('command.limit', `a drawing can contain at most ${limit} components`, '', 'command.tooMany')
}

/** Rejects groups that are nested too deeply. */
export function rejectDepth(limit: number, path = ''): Rejection {
  return new Rejection('command.limit', `groups can be nested at most ${limit} levels deep`, path, 'command.tooDeep')
}

/** Creates a rejected result from a code and its problems. */
export function reject(code: RejectionCode, problems: readonly Problem[]): Rejected {
  return { ok: false, code, problems }
}
