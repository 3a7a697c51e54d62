import { parse } from '../schema/index.ts'
import { reject } from './result.ts'
import type { DrawingLimits, Id, ParamKinds } from '../document/index.ts'
import type { ZodType } from 'zod'
import type { Catalog } from './catalog.ts'
import type { Success, Rejected } from './result.ts'
import type { Transaction } from './transaction.ts'

export interface CommandContext {
  readonly catalog: Catalog
  readonly limits: DrawingLimits
  /** Where the drawing is a symbol's own: its parameters, whose placeholders may stand in it. */
  readonly kinds: ParamKinds
  /** What a newcomer of a type is called, before its number. */
  readonly nameOf: (type: string) => string
}

/**
 * `merges`: equal texts within half a second become one undo step, as typing does. `selects`: what is selected
 * afterwards, where that is neither what was created nor what was selected.
 */
export type Outcome = (Success & { readonly merges?: string; readonly selects?: readonly Id[] }) | Rejected

export interface Command<Name extends string = string> {
  readonly name: Name
  readonly perform: (tx: Transaction, args: unknown, context: CommandContext) => Outcome
}

/** The mould of a command: its arguments are checked before its recipe runs. */
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
