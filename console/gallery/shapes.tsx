import { PictureOutlined } from '@ant-design/icons'
import { Image } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { gallery, model } from '../../contract/scada/gallery.ts'
import { type CustomScreenConfig, getTitle, getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useStoredUrls } from '../fields/useStoredUrls.ts'
import { Card, Cards } from '../kit/page/Card.tsx'
import './gallery.css'

type Named = 'picture' | 'cover'

/** Picture gallery as cards; a click enlarges a picture. */
export const galleryShape: CustomScreenConfig = {
  view: (rows, actions) => (
    <Cards className="gallery">
      {rows.map((row) => (
        <PictureCard key={row.id} row={row} actions={actions(row)} />
      ))}
    </Cards>
  ),
}

/** 3D models for drawings as cards with address and thumbnail. */
export const modelShape: CustomScreenConfig = {
  view: (rows, actions) => (
    <Cards className="gallery">
      {rows.map((row) => (
        <ModelCard key={row.id} row={row} actions={actions(row)} />
      ))}
    </Cards>
  ),
}

function PictureCard({ row, actions }: { readonly row: Row; readonly actions: ReactNode }) {
  const { t } = useTranslation('gallery')
  const name = getTitle(gallery, row)
  return (
    <Card
      name={name}
      picture={<Stored row={row} field="picture" name={name} />}
      pictureClass="gallery-picture"
      facts={
        <>
          <span className="card-project">
            <FieldCell field={gallery.fields.category} value={getValue(row, 'category')} row={row} />
          </span>
          <span>{t(getValue(row, 'isPublic') === true ? 'public' : 'private')}</span>
        </>
      }
      saved={{ at: row.createdAt, by: row.createdBy }}
      actions={
        <>
          <span className="card-gap" />
          {actions}
        </>
      }
    />
  )
}

function ModelCard({ row, actions }: { readonly row: Row; readonly actions: ReactNode }) {
  const { t } = useTranslation('gallery')
  const name = getTitle(model, row)
  const url = getValue(row, 'url')
  const isAbandoned = getValue(row, 'isAbandoned') === true
  return (
    <Card
      name={name}
      picture={<Stored row={row} field="cover" name={name} />}
      pictureClass="gallery-picture"
      isOff={isAbandoned}
      description={
        typeof url === 'string' ? (
          <a href={url} title={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        ) : (
          ''
        )
      }
      {...(isAbandoned ? { facts: <span className="card-project">{t('abandoned')}</span> } : {})}
      saved={{ at: row.createdAt, by: row.createdBy }}
      actions={
        <>
          <span className="card-gap" />
          {actions}
        </>
      }
    />
  )
}

function Stored({ row, field, name }: { readonly row: Row; readonly field: Named; readonly name: string }) {
  const { t } = useTranslation('gallery')
  const files = getValue(row, field)
  const first = Array.isArray(files)
    ? files.find(
        (one): one is { readonly id: string; readonly name: string } =>
          typeof one === 'object' && one !== null && 'id' in one && typeof one['id'] === 'string',
      )
    : undefined
  const urls = useStoredUrls(first ? [first.id] : [])
  const url = first && urls[first.id]
  return url ? (
    <Image src={url} alt={name} preview={{ mask: false }} />
  ) : (
    <span className="gallery-none">
      <PictureOutlined aria-hidden />
      {first && url === undefined ? '' : t('none')}
    </span>
  )
}
