import './DrawingFrame.css'

interface DrawingFrameProps {
  /** Where the drawing runs. */
  readonly src: string
  readonly label: string
}

/** A drawing running live inside a page, in a frame of our own page. */
export function DrawingFrame({ src, label }: DrawingFrameProps) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page: it needs its origin, session and scripts
    <iframe className="drawing-frame" src={src} title={label} allow="fullscreen" loading="lazy" />
  )
}
