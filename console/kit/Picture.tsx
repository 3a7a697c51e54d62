import { useEffect, useRef } from 'react'
import './Picture.css'

interface PictureProps {
  /** Where it is, or why it is not there. */
  readonly picture: { readonly kind: 'picture'; readonly url: string } | { readonly kind: 'coming' } | { readonly kind: 'none' } | undefined
  /** It comes into view; called once for each identity of this function. */
  readonly onSeen: () => void
}

/** A small picture of something listed, asked for when its place comes into view. */
export function Picture({ picture, onSeen }: PictureProps) {
  const place = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watcher.disconnect()
      onSeen()
    }, { rootMargin: '200px' })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [onSeen])

  return (
    <span ref={place} className="picture" data-state={picture?.kind ?? 'coming'}>
      {picture?.kind === 'picture' && <img src={picture.url} alt="" draggable={false} decoding="async" />}
    </span>
  )
}
