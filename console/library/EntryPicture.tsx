import { observer } from 'mobx-react-lite'
import { useCallback } from 'react'
import type { LibraryEntry } from '../../contract/routes.ts'
import { Picture } from '../kit/drawing/Picture.tsx'
import { useStores } from '../stores/root.ts'

/** Preview of the symbol with its default parameter values. */
export const EntryPicture = observer(function EntryPicture({ entry }: { readonly entry: LibraryEntry }) {
  const { libraryThumbnails } = useStores()
  const handleSeen = useCallback(() => libraryThumbnails.request(entry), [libraryThumbnails, entry])
  return <Picture picture={libraryThumbnails.of(entry)} onVisible={handleSeen} />
})
