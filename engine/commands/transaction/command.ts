import { parse } from '../../schema/index.ts'
import { reject } from '../base/result.ts'
import type { DrawingLimits, Id, ParamKinds } from '../../document/index.ts'
import type { ZodType } from 'zod'
import type { Catalog } from '../base/catalog.ts'
import type { Success, Rejected } from '../base/result.ts'
import type { Transaction } from './transaction.ts'

/** Environment of a command: component types, limits of the drawing and parameters of its symbol. */
export interface CommandContext {
  readonly catalog: Catalog
  readonly limits: DrawingLimits
  /** Parameters whose placeholders are allowed, if the drawing is a symbol's own drawing. */
  readonly kinds: ParamKinds
  /** Returns the base name for a new component of a type, without its number. */
  readonly getBaseName: (type: string) => string
}

/**
 * Result of a command.
 * - `merges`: steps with equal values within half a second merge into one undo step, for example while typing.
 * - `selects`: the selection after the command, if it is neither the created components nor the previous selection.
 */
export type Outcome = (Success & { readonly merges?: string; readonly selects?: readonly Id[] }) | Rejected

/** A change of the drawing by name. `perform` validates its untyped arguments and writes to the transaction. */
export interface Command<Name extends string = string> {
  readonly name: Name
  readonly perform: (tx: Transaction, args: unknown, context: CommandContext) => Outcome
}

/** Defines a command. The arguments are validated against `schema` before `recipe` runs. */
export function defineCommand<const Name extends string, Args>(
  name: Name,
  schema: ZodType<Args>,
  recipe: (tx: Transaction, args: Args, context: CommandContext) => Outcome,
): Command<Name> {
  return {
    name,
    perform: (tx, args, context) => {
      const read = parse(schema, args)
      return read.problems ? reject('command.arguments', read.problems) : recipe(tx, read.value, context)
    },
  }
}
