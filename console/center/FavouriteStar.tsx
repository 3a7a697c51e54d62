import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { DrawingSummary } from '../../contract/routes.ts'
import { readDrawingQuery } from '../stores/drawingQuery.ts'
import { useStores } from '../stores/root.ts'

/** Gives a drawing a star of this person's own, or takes it away. */
export const FavouriteStar = observer(function FavouriteStar({ drawing: { id, name } }: { readonly drawing: DrawingSummary }) {
  const { drawings, notices, preferences, session } = useStores()
  const { t, i18n } = useTranslation('center')
  const [params] = useSearchParams()
  const account = session.username ?? ''
  const isFavourite = preferences.favouritesOf(account).includes(id)
  const label = t(isFavourite ? 'favourite.remove' : 'favourite.add', { name })

  function handleClick() {
    preferences.favour(account, id, !isFavourite)
    const key = isFavourite ? 'favourite.removed' : 'favourite.added'
    notices.post({ manner: 'success', words: { en: i18n.t(key, { ns: 'center', lng: 'en-us' }), zh: i18n.t(key, { ns: 'center', lng: 'zh-cn' }) } })
    // A list of favourites only is shorter now.
    if (isFavourite && readDrawingQuery(params).isFavourite) void drawings.reload()
  }

  return (
    <Tooltip title={label}>
      <Button type="text" size="small" className="card-star" icon={isFavourite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />} aria-label={label} onClick={handleClick} />
    </Tooltip>
  )
})
