import { useTranslation } from 'react-i18next'
import { entities } from '../../contract/entities.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'

const recycled = new Map(entities.filter(({ recycles }) => recycles === true).map((entity) => [entity.name, entity]))

/** Kinds of objects that the recycle bin accepts. */
export const recycledKinds: readonly string[] = ['drawing', 'library', ...recycled.keys()]

/** Returns a function that gives the localized name of a kind. */
export function useKindLabel(): (kind: string, number: 'one' | 'many') => string {
  const { t } = useTranslation('recycleBin')
  const localize = useLocalized()
  return (kind, number) => {
    const entity = recycled.get(kind)
    if (entity) return localize(entity.words[number])
    return kind === 'drawing' || kind === 'library' ? t(`kinds.${kind}.${number}`) : kind
  }
}
