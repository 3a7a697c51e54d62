import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ScriptEffect } from '../../../contract/routes/scripts.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'

/** What a run would send, raise or clear. */
export function EffectList({ effects }: { readonly effects: readonly ScriptEffect[] }) {
  const { t } = useTranslation('script')
  const localize = useLocalized()
  if (effects.length === 0) return <p className="script-none">{t('verify.noEffects')}</p>
  return (
    <ul className="script-effects">
      {effects.map((effect, index) => (
        // The list never changes its order.
        // oxlint-disable-next-line no-array-index-key
        <li key={index}>
          <Tag>{t(`effect.${effect.kind}`)}</Tag>
          <code>{effect.target}</code> <span className="script-effect-content">{effect.content}</span>
          {!effect.isPermitted && (
            <span className="script-effect-refused">
              {t('verify.refused')} {effect.detail && localize(effect.detail)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
