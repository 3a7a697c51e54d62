import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListedDrawing, routes } from '../../contract/routes.ts'
import { useStores } from '../stores/root.ts'

/** Adds a drawing to the account's favourites or removes it. */
export const FavouriteStar = observer(function FavouriteStar({
  drawing: { id, name, project, isStarred },
}: {
  readonly drawing: ListedDrawing
}) {
  const { drawings, notices, session } = useStores()
  const { t, i18n } = useTranslation('center')
  const [isSending, setSending] = useState(false)
  const label = t(isStarred ? 'favourite.remove' : 'favourite.add', { name })

  async function handleClick(): Promise<void> {
    if (isSending) return
    setSending(true)
    try {
      await drawings.star(id, !isStarred)
      const key = isStarred ? 'favourite.removed' : 'favourite.added'
      notices.post({
        manner: 'success',
        words: { en: i18n.t(key, { ns: 'center', lng: 'en-us' }), zh: i18n.t(key, { ns: 'center', lng: 'zh-cn' }) },
      })
    } catch {
      // The client has shown the failure; the star keeps its state.
    } finally {
      setSending(false)
    }
  }

  if (!session.may(routes['drawing.star'].policy, project)) return null
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        className="card-star"
        icon={isStarred ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        aria-label={label}
        onClick={() => void handleClick()}
      />
    </Tooltip>
  )
})
