import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import type { NoticeBoard } from '../../stores/session/notices.ts'
import { findPage } from '../pages/pages.ts'

/** Seconds until a notice closes on pages without a header, such as wall displays, where no user can close it. */
const bareS = 10

/**
 * Shows the notices that stores post. A toast disappears after 2 s; a notification remains until closed. Identical
 * notifications appear once.
 */
export function NoticeHost({ board }: { readonly board: NoticeBoard }) {
  const { pathname } = useLocation()
  const duration = findPage(pathname)?.isBare ? bareS : false
  const { message, notification } = App.useApp()
  const { t } = useTranslation('shell')
  const localize = useLocalized()
  useEffect(
    () =>
      board.onPost(({ manner, words, detail }) => {
        const text = localize(words)
        switch (manner) {
          case 'success':
            return void message.success(text)
          // An identical warning, for example while a key is held down, extends the first one instead of adding another.
          case 'warning':
            return void message.warning({ content: text, key: text })
          case 'toast':
            return void message.error(text)
          case 'notification': {
            const description = detail ? `${text} ${localize(detail)}` : text
            return notification.error({
              key: description,
              title: t('notice.title'),
              description,
              role: 'alert',
              duration,
            })
          }
          case 'news': {
            const description = detail ? `${text} ${localize(detail)}` : text
            return notification.info({
              key: description,
              title: t('notice.title'),
              description,
              role: 'status',
              duration,
            })
          }
          case 'silent':
            return
        }
      }),
    [board, duration, message, notification, localize, t],
  )
  return null
}
