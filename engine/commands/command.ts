import { parse } from '../schema/index.ts'
import { refuse } from './result.ts'
import type { DrawingLimits } from '../document/index.ts'
import type { Fields } from '../schema/index.ts'
import type { ZodType } from 'zod'
import type { Done, Refused } from './result.ts'
import type { Transaction } from './transaction.ts'

/** What commands need to know of component types; the catalog has it. */
export interface Catalog {
  get(type: string): { readonly fields: Fields; readonly size: { readonly width: number; readonly height: number } } | undefined
}

export interface CommandContext {
  readonly catalog: Catalog
  readonly limits: DrawingLimits
}

/** `merges`: equal texts within half a second become one undo step, as typing does. */
export type Outcome = (Done & { readonly merges?: string }) | Refused

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
      return read.problems ? refuse('command.arguments', read.problems) : recipe(tx, read.value, context)
    },
  }
}
