import type { EntityValues } from '../../../contract/entity/field.ts'
import type { RouteBodyInput, Routes } from '../../../contract/routes.ts'

/** The parts of a script that the server needs to run it. */
export type ScriptDraft = RouteBodyInput<Routes['script.verify']>['script']

/** Reads a draft from the values of a form. */
export function readDraft(values: EntityValues, source: string): ScriptDraft {
  const { language, event, action, product, products, bridge, template } = values
  const toId = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  return {
    language: language === 'javascript' ? 'javascript' : 'groovy',
    source,
    event: typeof event === 'number' ? event : 1,
    action: typeof action === 'number' ? action : 1,
    product: products === 'all' || event === 7 ? null : toId(product),
    bridge: toId(bridge),
    template: toId(template),
  }
}
