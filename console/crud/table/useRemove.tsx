import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { inSentence } from '../../kit/text/inSentence.ts'
import { messages } from '../../kit/text/errorCatalogue.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { problemWords } from '../config/problemWords.ts'
import { getTitle } from '../config/screenConfig.ts'

/** Deletes rows after confirmation and reports the result. */
export function useRemove(entity: Entity): (rows: readonly Row[]) => void {
  const { modal } = App.useApp()
  const { entities, notices } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  return (rows) => {
    const [first] = rows
    if (!first) return
    modal.confirm({
      title:
        rows.length === 1
          ? t('remove.title', { name: getTitle(entity, first) })
          : t('remove.titleMany', { count: rows.length, many: inSentence(localize(entity.words.many)) }),
      content: t(entity.recycles ? 'remove.textRecycled' : 'remove.text'),
      okText: t('remove.go'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: async () => {
        try {
          await entities.of(entity).remove(rows.map(({ id }) => id))
          notices.post({ manner: 'success', words: messages.deleted })
        } catch (thrown) {
          if (!(thrown instanceof CallFailure)) throw thrown
          const [because] = Object.values(problemWords(thrown))
          notices.post({
            manner: 'notification',
            words: because
              ? { en: `${thrown.words.en}: ${because.en}`, zh: `${thrown.words.zh}：${because.zh}` }
              : thrown.words,
          })
        }
      },
    })
  }
}
