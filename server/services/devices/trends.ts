import type { EntityValues } from '../../../contract/entity/field.ts'
import { parseTrendDefinition } from '../../../contract/platform/trendDefinition.ts'
import type { EntityHooks } from '../entities/hooks.ts'
import { createFault, createInvalidInputError } from '../entities/validationErrors.ts'

/** Hooks of saved trends: a definition that the console cannot open is rejected. */
export const trendHooks = {
  trend: {
    beforeCreate: (_context, values) => checkDefinition(values),
    beforeUpdate: (_context, _present, values) => checkDefinition(values),
  },
} satisfies Record<string, EntityHooks>

function checkDefinition({ definition }: EntityValues): void {
  if (typeof definition === 'string' && parseTrendDefinition(definition) === null)
    throw createInvalidInputError(
      createFault('definition', 'format', { en: 'is not the definition of a trend', zh: '不是有效的趋势定义' }),
    )
}
