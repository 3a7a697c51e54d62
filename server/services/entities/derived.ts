import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { EntityHooks } from './hooks.ts'

/** The entity's own hooks, and after them the fields that its declaration derives from the others: what a row says of itself is never old. */
export function withDerived({ derived }: Entity, hooks: EntityHooks): EntityHooks {
  if (!derived) return hooks
  const add = (values: EntityValues, more: EntityValues): EntityValues => {
    const after = { ...values, ...more }
    return { ...more, ...Object.fromEntries(Object.entries(derived).map(([field, of]) => [field, of(after)])) }
  }
  return {
    ...hooks,
    beforeCreate: async (context, values) => add(values, await hooks.beforeCreate?.(context, values) ?? {}),
    beforeUpdate: async (context, present, values) => add(values, await hooks.beforeUpdate?.(context, present, values) ?? {}),
  }
}
