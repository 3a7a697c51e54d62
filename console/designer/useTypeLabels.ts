import { catalog } from '@mimic/engine/catalog'
import { groupType } from '@mimic/engine/document'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** Label of a component type, including groups and types that are not installed. */
export function useTypeLabels(): (type: string) => string {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  return useCallback(
    (type) => {
      const words = catalog.get(type)?.words
      return type === groupType ? t('outline.group') : words ? localize(words) : type
    },
    [localize, t],
  )
}
