import { Modal, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../contract/entity/define.ts'
import { limits } from '../../../contract/limits.ts'
import { gallery } from '../../../contract/scada/gallery.ts'
import { useStoredUrls } from '../../fields/useStoredUrls.ts'
import { CardsComing } from '../../kit/CardsComing.tsx'
import { EmptyPanel } from '../../kit/EmptyPanel.tsx'
import { scaledPicture } from '../../kit/scaledPicture.ts'
import { SearchBox } from '../../kit/SearchBox.tsx'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { useEntityPage } from '../../stores/useEntityPage.ts'
import { pictureOf } from '../inspector/pictureFile.ts'
import './GalleryDialog.css'

interface GalleryDialogProps {
  /** So many characters the picture may have as text: a larger one is made smaller. */
  readonly most: number
  readonly onPicture: (picture: string) => void
  readonly onClose: () => void
}

/** Chooses a picture of the gallery. The drawing takes it along: it is shown wherever the drawing goes. */
export function GalleryDialog({ most, onPicture, onClose }: GalleryDialogProps) {
  const { files } = useStores()
  const { t } = useTranslation('designer')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState<number>(limits.list.page)
  const [fault, setFault] = useState('')
  const listed = useEntityPage(gallery, { page, pageSize: limits.list.pageSize, search })
  const pictures = (listed?.rows ?? []).flatMap((row) => pictureIn(row) ?? [])
  const urls = useStoredUrls(pictures.map(({ file }) => file))

  async function take(file: string): Promise<void> {
    try {
      const { blob } = await files.resource(file)
      const picture = await pictureOf(new File([blob], file, { type: blob.type }), most) ?? await scaledPicture(blob, most)
      if (picture === undefined) return setFault(t('gallery.refused'))
      onPicture(picture)
      onClose()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFault(t('gallery.lost'))
    }
  }

  return (
    <Modal title={t('gallery.title')} open width={760} footer={null} onCancel={onClose}>
      <div className="gallery-search"><SearchBox value={search} label={t('gallery.search')} clearWords={t('gallery.clear')} onSearch={(next) => { setSearch(next); setPage(limits.list.page) }} /></div>
      {fault !== '' && <p className="field-fault" role="alert">{fault}</p>}
      {!listed && <CardsComing words={t('gallery.coming')} />}
      {listed && pictures.length === 0 && <EmptyPanel tone="empty" title={t(search === '' ? 'gallery.empty' : 'gallery.none')} text={t('gallery.hint')} />}
      <ul className="gallery-pictures">
        {pictures.map(({ file, name }) => (
          <li key={file}>
            <button type="button" title={name} onClick={() => void take(file)}>
              {urls[file] ? <img src={urls[file]} alt="" draggable={false} /> : <i aria-hidden />}
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {listed && listed.total > limits.list.pageSize && <Pagination size="small" align="end" current={page} pageSize={limits.list.pageSize} total={listed.total} showSizeChanger={false} onChange={setPage} />}
    </Modal>
  )
}

function pictureIn(row: Row): { readonly file: string; readonly name: string } | undefined {
  const { name, picture }: Readonly<Record<string, unknown>> = { ...row }
  const [first]: readonly unknown[] = Array.isArray(picture) ? picture : []
  if (typeof first !== 'object' || first === null || !('id' in first) || typeof first.id !== 'string') return undefined
  return { file: first.id, name: typeof name === 'string' ? name : '' }
}
