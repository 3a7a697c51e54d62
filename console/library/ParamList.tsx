import type { SymbolParam } from '@mimic/engine/document'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** Parameters of a symbol with their default values. */
export function ParamList({ params }: { readonly params: readonly SymbolParam[] }) {
  const { t } = useTranslation('library')
  const localize = useLocalized()
  if (params.length === 0) return <p className="entry-hint">{t('detail.noParams')}</p>
  return (
    <table className="entry-params">
      <thead>
        <tr>
          <th>{t('name')}</th>
          <th>{t('detail.kind')}</th>
          <th>{t('detail.default')}</th>
        </tr>
      </thead>
      <tbody>
        {params.map(({ name, kind, default: value, words }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {words && <small> {localize(words)}</small>}
            </td>
            <td>{t(`kind.${kind}`)}</td>
            <td>
              {kind === 'color' && <i className="entry-color" style={{ background: String(value) }} aria-hidden />}
              {typeof value === 'boolean' ? (
                t(value ? 'detail.yes' : 'detail.no')
              ) : value === '' ? (
                <small>{t('detail.empty')}</small>
              ) : (
                <code>{value}</code>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
