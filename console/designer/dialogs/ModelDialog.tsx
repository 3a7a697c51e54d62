import { Modal, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../contract/entity/define.ts'
import { limits } from '../../../contract/limits.ts'
import { model } from '../../../contract/scada/gallery.ts'
import { useStoredUrls } from '../../fields/useStoredUrls.ts'
import { CardsComing } from '../../kit/CardsComing.tsx'
import { EmptyPanel } from '../../kit/EmptyPanel.tsx'
import { SearchBox } from '../../kit/SearchBox.tsx'
import { useEntityPage } from '../../stores/useEntityPage.ts'
import './GalleryDialog.css'

interface ModelDialogProps {
  /** The address that is chosen now. */
  readonly chosen: string
  readonly onModel: (url: string) => void
  readonly onClose: () => void
}

/** Chooses a model of the list by its name; abandoned ones are not offered. */
export function ModelDialog({ chosen, onModel, onClose }: ModelDialogProps) {
  const { t } = useTranslation('designer')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState<number>(limits.list.page)
  const listed = useEntityPage(model, { page, pageSize: limits.list.pageSize, search, filter: { isAbandoned: 'false' } })
  const models = (listed?.rows ?? []).flatMap((row) => modelIn(row) ?? [])
  const urls = useStoredUrls(models.flatMap(({ cover }) => cover ?? []))
  return (
    <Modal title={t('model.title')} open width={760} footer={null} onCancel={onClose}>
      <div className="gallery-search"><SearchBox value={search} label={t('model.search')} clearWords={t('gallery.clear')} onSearch={(next) => { setSearch(next); setPage(limits.list.page) }} /></div>
      {!listed && <CardsComing words={t('model.coming')} />}
      {listed && models.length === 0 && <EmptyPanel tone="empty" title={t(search === '' ? 'model.empty' : 'model.none')} text={t('model.hint')} />}
      <ul className="gallery-pictures">
        {models.map(({ url, name, cover }) => (
          <li key={url}>
            <button type="button" title={url} aria-pressed={url === chosen} onClick={() => onModel(url)}>
              {cover !== undefined && urls[cover] ? <img src={urls[cover]} alt="" draggable={false} /> : <i aria-hidden />}
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {listed && listed.total > limits.list.pageSize && <Pagination size="small" align="end" current={page} pageSize={limits.list.pageSize} total={listed.total} showSizeChanger={false} onChange={setPage} />}
    </Modal>
  )
}

function modelIn(row: Row): { readonly url: string; readonly name: string; readonly cover: string | undefined } | undefined {
  const { name, url, cover }: Readonly<Record<string, unknown>> = { ...row }
  const [first]: readonly unknown[] = Array.isArray(cover) ? cover : []
  if (typeof url !== 'string' || typeof name !== 'string') return undefined
  return { url, name, cover: typeof first === 'object' && first !== null && 'id' in first && typeof first.id === 'string' ? first.id : undefined }
}
