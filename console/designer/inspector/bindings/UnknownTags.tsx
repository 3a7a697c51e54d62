import { compileExpression } from '@mimic/engine/bindings'
import { useTranslation } from 'react-i18next'
import { useSearch } from '../../../stores/hooks/useSearch.ts'
import { useStores } from '../../../stores/root.ts'

/**
 * Warns about tags in an expression that do not exist in the plant: usually a typing error, although they may be added
 * later.
 */
export function UnknownTags({ source }: { readonly source: string }) {
  const { client } = useStores()
  const { t } = useTranslation('designer')
  const compiled = compileExpression(source)
  const named = compiled.problems ? '' : compiled.tags.join(' ')
  const { answer, isLoading } = useSearch({ search: named, within: '' }, async (paths, signal) => {
    const requestedPaths = paths.split(' ').filter(Boolean)
    const found = await Promise.all(
      requestedPaths.map((path) =>
        client.call(
          'tag.list',
          { query: { project: path.split('/')[0], search: path, pageSize: 20 } },
          { signal, quiet: true },
        ),
      ),
    )
    return requestedPaths.filter((path, index) => !found[index]?.rows.some((tag) => tag.path === path))
  })
  return (
    !isLoading &&
    answer !== null &&
    answer.length > 0 && (
      <p className="via-unknown" role="status">
        {t('via.unknown', { tags: answer.join(', ') })}
      </p>
    )
  )
}
