import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useLocalized } from '../kit/useLocalized.ts'
import type { NoticeBoard } from '../stores/notices.ts'
import { pageAt } from './pages.ts'

/** On a page without a header, as on a wall, nobody is there to close it. */
const bareS = 10

/** Shows what stores post: a toast passes by in 2 s, a notification stays until it is closed; told again it stands there once. */
export function NoticeHost({ board }: { readonly board: NoticeBoard }) {
  const { pathname } = useLocation()
  const duration = pageAt(pathname)?.isBare ? bareS : false
  const { message, notification } = App.useApp()
  const { t } = useTranslation('shell')
  const say = useLocalized()
  useEffect(() => board.onPost(({ manner, words, detail }) => {
    const text = say(words)
    switch (manner) {
      case 'success': return void message.success(text)
      // Told again, as by a key held down, it stands there longer instead of twice.
      case 'warning': return void message.warning({ content: text, key: text })
      case 'toast': return void message.error(text)
      case 'notification': {
        const description = detail ? `${text} ${say(detail)}` : text
        return notification.error({ key: description, title: t('notice.title'), description, role: 'alert', duration })
      }
      case 'news': {
        const description = detail ? `${text} ${say(detail)}` : text
        return notification.info({ key: description, title: t('notice.title'), description, role: 'status', duration })
      }
      case 'silent': return
    }
  }), [board, duration, message, notification, say, t])
  return null
}
