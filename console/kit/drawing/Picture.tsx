import { useEffect, useRef } from 'react'
import './Picture.css'

interface PictureProps {
  /** The picture, or its loading state. */
  readonly picture:
    | { readonly kind: 'picture'; readonly url: string }
    | { readonly kind: 'coming' }
    | { readonly kind: 'none' }
    | undefined
  /** Called when the picture becomes visible, once per identity of the function. */
  readonly onVisible: () => void
}

/** Thumbnail of a list entry, loaded when it becomes visible. */
export function Picture({ picture, onVisible }: PictureProps) {
  const place = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watcher.disconnect()
        onVisible()
      },
      { rootMargin: '200px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [onVisible])

  return (
    <span ref={place} className="picture" data-state={picture?.kind ?? 'coming'}>
      {picture?.kind === 'picture' && <img src={picture.url} alt="" draggable={false} decoding="async" />}
    </span>
  )
}
