import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import type { DrawingSummary } from '../../contract/routes.ts'
import { useStores } from '../stores/root.ts'

/** The drawing's picture, asked for when it comes into view. */
export const Picture = observer(function Picture({ drawing }: { readonly drawing: DrawingSummary }) {
  const { thumbnails } = useStores()
  const place = useRef<HTMLSpanElement>(null)
  const thumbnail = thumbnails.of(drawing)

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watcher.disconnect()
      thumbnails.ask(drawing)
    }, { rootMargin: '200px' })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [thumbnails, drawing])

  return (
    <span ref={place} className="picture" data-state={thumbnail?.kind ?? 'coming'}>
      {thumbnail?.kind === 'picture' && <img src={thumbnail.url} alt="" draggable={false} decoding="async" />}
    </span>
  )
})
