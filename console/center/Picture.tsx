import { observer } from 'mobx-react-lite'
import { useCallback } from 'react'
import type { DrawingSummary } from '../../contract/routes.ts'
import { Picture as AnyPicture } from '../kit/drawing/Picture.tsx'
import { useStores } from '../stores/root.ts'

/** Cover of the drawing, or its generated thumbnail if it has no cover. */
export const Picture = observer(function Picture({ drawing }: { readonly drawing: DrawingSummary }) {
  const { thumbnails } = useStores()
  const handleSeen = useCallback(() => thumbnails.request(drawing), [thumbnails, drawing])
  return <AnyPicture picture={thumbnails.of(drawing)} onVisible={handleSeen} />
})
