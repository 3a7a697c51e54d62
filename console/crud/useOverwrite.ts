import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../kit/useLocalized.ts'
import type { CallFailure } from '../net/failure.ts'
import { problemWords } from './problemWords.ts'

/** Asks whether a binding shall be taken over that the server refused to overwrite by itself: whose it is, in the server's words. */
export function useOverwrite(): (refused: CallFailure, go: () => Promise<void>) => void {
  const { modal } = App.useApp()
  const { t } = useTranslation('crud')
  const say = useLocalized()
  return (refused, go) => {
    const [words] = Object.values(problemWords(refused))
    void modal.confirm({ title: t('overwrite.title'), content: t('overwrite.text', { what: say(words ?? refused.words) }), okText: t('overwrite.go'), cancelText: t('cancel'), onOk: go })
  }
}
