import type { EntityField, Words } from '../../contract/entity/field.ts'

/** What a filter by yes and no asks, of a moment whether there is one: the field's name alone would read as what was chosen. */
export function filterWords({ kind, words: { en, zh } }: Pick<EntityField, 'kind' | 'words'>): Words {
  return { en: `${en} or not`, zh: kind === 'instant' ? `有无${zh}` : zh.startsWith('是否') ? zh : `是否${zh}` }
}
