import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

/** The drawing of a floor as a picture; it runs in a window of its own. */
export function FloorPicture({ drawing, label }: { readonly drawing: string; readonly label: string }) {
  const { client } = useStores()
  const { t } = useTranslation('home')
  const [picture, setPicture] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    let made: string | null = null
    const over = new AbortController()
    client.text('drawing.thumbnail', { params: { id: drawing } }, { signal: over.signal, quiet: true }).then((svg) => {
      made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
      setPicture(made)
    }).catch((thrown: unknown) => {
      if (over.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      setMissing(true)
    })
    return () => {
      over.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [client, drawing])
  if (isMissing) return <p className="home-none">{t('industry.noDrawing')}</p>
  return picture === null ? <Skeleton.Node active className="home-floor-coming" /> : <img src={picture} alt={label} />
}
