import './DrawingFrame.css'

interface DrawingFrameProps {
  /** URL of the running drawing. */
  readonly src: string
  readonly label: string
}

/** Running drawing inside another page, in a same-origin frame. */
export function DrawingFrame({ src, label }: DrawingFrameProps) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page: it needs its origin, session and scripts
    <iframe className="drawing-frame" src={src} title={label} allow="fullscreen" loading="lazy" />
  )
}
