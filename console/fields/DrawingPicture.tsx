import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

interface DrawingPictureProps {
  readonly drawing: string
  readonly label: string
  /** Text shown if the drawing does not exist or may not be viewed. */
  readonly missing: string
}

/** Picture of a drawing referenced by a row. */
export function DrawingPicture({ drawing, label, missing }: DrawingPictureProps) {
  const { client } = useStores()
  const [shown, setShown] = useState<{ readonly of: string; readonly url: string | null }>({ of: '', url: null })
  useEffect(() => {
    let objectUrl: string | null = null
    const over = new AbortController()
    client
      .text('drawing.thumbnail', { params: { id: drawing } }, { signal: over.signal, quiet: true })
      .then((svg) => {
        if (over.signal.aborted) return
        objectUrl = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
        setShown({ of: drawing, url: objectUrl })
      })
      .catch((thrown: unknown) => {
        if (over.signal.aborted) return
        if (!(thrown instanceof CallFailure)) throw thrown
        setShown({ of: drawing, url: null })
      })
    return () => {
      over.abort()
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
    }
  }, [client, drawing])
  if (shown.of !== drawing) return <Skeleton.Node active className="drawing-coming" />
  return shown.url === null ? (
    <span className="drawing-missing">{missing}</span>
  ) : (
    <img className="drawing-picture" src={shown.url} alt={label} draggable={false} />
  )
}
