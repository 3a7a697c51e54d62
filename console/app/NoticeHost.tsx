import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../kit/useSay.ts'
import type { NoticeBoard } from '../stores/notices.ts'

/** It has no end of its own. */
const untilRead = false

/** Shows what stores post: a toast passes by in 2 s, a notification stays until it is closed; told again it stands there once. */
export function NoticeHost({ board }: { readonly board: NoticeBoard }) {
  const { message, notification } = App.useApp()
  const { t } = useTranslation('shell')
  const say = useSay()
  useEffect(() => board.onPost(({ manner, words, detail }) => {
    const text = say(words)
    switch (manner) {
      case 'success': return void message.success(text)
      // Told again, as by a key held down, it stands there longer instead of twice.
      case 'warning': return void message.warning({ content: text, key: text })
      case 'toast': return void message.error(text)
      case 'notification': {
        const description = detail ? `${text} ${say(detail)}` : text
        return notification.error({ key: description, title: t('notice.title'), description, role: 'alert', duration: untilRead })
      }
      case 'news': {
        const description = detail ? `${text} ${say(detail)}` : text
        return notification.info({ key: description, title: t('notice.title'), description, role: 'status', duration: untilRead })
      }
      case 'silent': return
    }
  }), [board, message, notification, say, t])
  return null
}
