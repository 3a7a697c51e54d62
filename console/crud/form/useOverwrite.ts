import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import type { CallFailure } from '../../net/failure.ts'
import { problemWords } from '../config/problemWords.ts'

/**
 * Confirms with the user to replace an existing binding after the server has rejected the request with `entity.bound`.
 * Shows the server's message.
 */
export function useOverwrite(): (refused: CallFailure, retry: () => Promise<void>) => void {
  const { modal } = App.useApp()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  return (refused, retry) => {
    const [words] = Object.values(problemWords(refused))
    void modal.confirm({
      title: t('overwrite.title'),
      content: t('overwrite.text', { what: localize(words ?? refused.words) }),
      okText: t('overwrite.go'),
      cancelText: t('cancel'),
      onOk: retry,
    })
  }
}
