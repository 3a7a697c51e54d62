import type { EntityField, Words } from '../../../contract/entity/field.ts'

/**
 * Placeholder of a yes/no filter, or of a filter whether a time is set. The field name alone would look like a selected
 * value.
 */
export function filterWords({ kind, words: { en, zh } }: Pick<EntityField, 'kind' | 'words'>): Words {
  return { en, zh: kind === 'instant' ? `有无${zh}` : zh.startsWith('是否') ? zh : `是否${zh}` }
}
