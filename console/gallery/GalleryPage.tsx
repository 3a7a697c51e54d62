import { PictureOutlined } from '@ant-design/icons'
import { Image } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { gallery, model } from '../../contract/scada/gallery.ts'
import { EntityScreen } from '../crud/EntityScreen.tsx'
import { type ScreenShape, titleOf, valueOf } from '../crud/shape.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useStoredUrls } from '../fields/useStoredUrls.ts'
import { formatTime } from '../kit/formatTime.ts'
import '../kit/Cards.css'
import './gallery.css'

type Named = 'picture' | 'cover'

const cards = (card: (row: Row, actions: ReactNode) => ReactNode): NonNullable<ScreenShape['view']> =>
  (rows, actions) => <ul className="cards gallery">{rows.map((row) => <li key={row.id}>{card(row, actions(row))}</li>)}</ul>
const galleryShape: ScreenShape = { entity: gallery, view: cards((row, actions) => <PictureCard row={row} actions={actions} />) }
const modelShape: ScreenShape = { entity: model, view: cards((row, actions) => <ModelCard row={row} actions={actions} />) }

/** The pictures that drawings may take, each to be looked at large. */
export function GalleryPage() {
  return <EntityScreen shape={galleryShape} />
}

/** The three-dimensional models that drawings may show, by address and thumbnail. */
export function ModelPage() {
  return <EntityScreen shape={modelShape} />
}

function PictureCard({ row, actions }: { readonly row: Row; readonly actions: ReactNode }) {
  const { t } = useTranslation('gallery')
  return (
    <article className="card" aria-label={titleOf(gallery, row)}>
      <Stored row={row} field="picture" name={titleOf(gallery, row)} />
      <div className="card-text">
        <h2 title={titleOf(gallery, row)}>{titleOf(gallery, row)}</h2>
        <p className="card-facts">
          <span className="card-project"><FieldCell field={gallery.fields.category} value={valueOf(row, 'category')} row={row} /></span>
          <span>{t(valueOf(row, 'isPublic') === true ? 'public' : 'private')}</span><time>{formatTime(row.createdAt, 'YYYY-MM-DD')}</time><span>{row.createdBy}</span>
        </p>
      </div>
      <footer className="card-actions"><span className="card-gap" />{actions}</footer>
    </article>
  )
}

function ModelCard({ row, actions }: { readonly row: Row; readonly actions: ReactNode }) {
  const { t } = useTranslation('gallery')
  const url = valueOf(row, 'url')
  return (
    <article className="card" aria-label={titleOf(model, row)} data-off={valueOf(row, 'isAbandoned') === true || undefined}>
      <Stored row={row} field="cover" name={titleOf(model, row)} />
      <div className="card-text">
        <h2 title={titleOf(model, row)}>{titleOf(model, row)}</h2>
        <p className="card-said" title={typeof url === 'string' ? url : ''}>{typeof url === 'string' && <a href={url} target="_blank" rel="noreferrer">{url}</a>}</p>
        <p className="card-facts">{valueOf(row, 'isAbandoned') === true && <span className="card-project">{t('abandoned')}</span>}<time>{formatTime(row.createdAt, 'YYYY-MM-DD')}</time><span>{row.createdBy}</span></p>
      </div>
      <footer className="card-actions"><span className="card-gap" />{actions}</footer>
    </article>
  )
}

function Stored({ row, field, name }: { readonly row: Row; readonly field: Named; readonly name: string }) {
  const { t } = useTranslation('gallery')
  const files = valueOf(row, field)
  const first = Array.isArray(files) ? files.find((one): one is { readonly id: string; readonly name: string } => typeof one === 'object' && one !== null && 'id' in one && typeof one['id'] === 'string') : undefined
  const urls = useStoredUrls(first ? [first.id] : [])
  const url = first && urls[first.id]
  return (
    <span className="card-picture gallery-picture">
      {url ? <Image src={url} alt={name} preview={{ mask: false }} /> : <span className="gallery-none"><PictureOutlined aria-hidden />{first && url === undefined ? '' : t('none')}</span>}
    </span>
  )
}
