import { commonFields, isCommonProp } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import { isId } from '@mimic/engine/document'
import type { Words } from '@mimic/engine/schema'
import { Alert, Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { SavedDrawing } from '../../contract/routes.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useDesigner } from './context.ts'

const maxShown = 3

/** Lists components whose expressions do not work, as reported by the server after a save. */
export const SaveWarnings = observer(function SaveWarnings() {
  const { store, drawing } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const { saveWarnings } = store
  if (saveWarnings.length === 0) return null
  const rest = saveWarnings.length - maxShown
  const getPropLabel = ({ component, prop = '' }: SavedDrawing['warnings'][number]): string => {
    const id: unknown = component?.id
    const type = isId(id) ? drawing.document.get(id)?.type : undefined
    const fields: Readonly<Record<string, { readonly words: Words } | undefined>> =
      catalog.get(type ?? '')?.fields ?? {}
    const words = Object.hasOwn(fields, prop)
      ? fields[prop]?.words
      : isCommonProp(prop)
        ? commonFields[prop].words
        : undefined
    return words ? localize(words) : prop
  }
  return (
    <Alert
      type="warning"
      banner
      title={t('saveWarnings.title')}
      action={
        <Button size="small" onClick={() => store.clearSaveWarnings()}>
          {t('import.understood')}
        </Button>
      }
      description={
        <ul className="problem-list">
          {saveWarnings.slice(0, maxShown).map((warning) => (
            <li key={warning.path}>
              <b>{warning.component?.name}</b> · {getPropLabel(warning)}:{' '}
              {warning.words ? localize(warning.words) : warning.message}
            </li>
          ))}
          {rest > 0 && <li>{t('import.more', { number: rest })}</li>}
        </ul>
      }
    />
  )
})
