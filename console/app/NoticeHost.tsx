import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../kit/useSay.ts'
import type { NoticeBoard } from '../stores/notices.ts'

/** Shows what stores post: a toast passes by in 2 s, a notification stays until it is closed or read. */
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
        return notification.error({ title: t('notice.title'), description, role: 'alert' })
      }
      case 'news': return notification.info({ title: t('notice.title'), description: detail ? `${text} ${say(detail)}` : text, role: 'status' })
      case 'silent': return
    }
  }), [board, message, notification, say, t])
  return null
}
