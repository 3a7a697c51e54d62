import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { EntityHooks } from './hooks.ts'

/** Adds a hook that recomputes derived fields after the entity's own hooks, so that they are always current. */
export function withDerived({ derived }: Entity, hooks: EntityHooks): EntityHooks {
  if (!derived) return hooks
  const add = (values: EntityValues, changes: EntityValues): EntityValues => {
    const after = { ...values, ...changes }
    return {
      ...changes,
      ...Object.fromEntries(Object.entries(derived).map(([field, compute]) => [field, compute(after)])),
    }
  }
  return {
    ...hooks,
    beforeCreate: async (context, values) => add(values, (await hooks.beforeCreate?.(context, values)) ?? {}),
    beforeUpdate: async (context, present, values) =>
      add(values, (await hooks.beforeUpdate?.(context, present, values)) ?? {}),
  }
}
