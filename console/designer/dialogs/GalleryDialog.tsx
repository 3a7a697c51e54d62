import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../contract/entity/define.ts'
import { gallery } from '../../../contract/scada/gallery.ts'
import { scaledPicture } from '../../kit/drawing/scaledPicture.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { readPicture } from '../inspector/fields/pictureFile.ts'
import { type Choice, ChooserDialog, getFirstFile } from './ChooserDialog.tsx'

interface GalleryDialogProps {
  /** Maximum length of the picture as data URL; larger pictures are scaled down. */
  readonly maxBytes: number
  readonly onPicture: (picture: string) => void
  readonly onClose: () => void
}

/** Selects a picture of the gallery. The picture is embedded in the drawing. */
export function GalleryDialog({ maxBytes, onPicture, onClose }: GalleryDialogProps) {
  const { files } = useStores()
  const { t } = useTranslation('designer')
  const [fault, setFault] = useState('')

  async function take(file: string): Promise<void> {
    try {
      const { blob } = await files.resource(file)
      const picture =
        (await readPicture(new File([blob], file, { type: blob.type }), maxBytes)) ??
        (await scaledPicture(blob, maxBytes))
      if (picture === undefined) return setFault(t('gallery.refused'))
      onPicture(picture)
      onClose()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFault(t('gallery.lost'))
    }
  }

  return (
    <ChooserDialog
      entity={gallery}
      words="gallery"
      fault={fault}
      toChoice={toChoice}
      onChoose={(file) => void take(file)}
      onClose={onClose}
    />
  )
}

function toChoice(row: Row): Choice | undefined {
  const { name, picture }: Readonly<Record<string, unknown>> = { ...row }
  const file = getFirstFile(picture)
  const title = typeof name === 'string' ? name : ''
  return file === undefined ? undefined : { value: file, name: title, picture: file, title }
}
