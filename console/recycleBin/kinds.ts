import { useTranslation } from 'react-i18next'
import { entities } from '../../contract/entities.ts'
import { useLocalized } from '../kit/useLocalized.ts'

const recycled = new Map(entities.filter(({ recycles }) => recycles === true).map((entity) => [entity.name, entity]))

/** All kinds of objects that go to the recycle bin. */
export const recycledKinds: readonly string[] = ['drawing', 'library', ...recycled.keys()]

/** What a kind is called. */
export function useKindWords(): (kind: string, number: 'one' | 'many') => string {
  const { t } = useTranslation('recycleBin')
  const say = useLocalized()
  return (kind, number) => {
    const entity = recycled.get(kind)
    if (entity) return say(entity.words[number])
    return kind === 'drawing' || kind === 'library' ? t(`kinds.${kind}.${number}`) : kind
  }
}
