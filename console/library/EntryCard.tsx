import { LockOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LibraryEntry } from '../../contract/routes.ts'
import { formatTime } from '../kit/formatTime.ts'
import { EntryActions } from './EntryActions.tsx'
import { EntryPicture } from './EntryPicture.tsx'
import { detailPath } from './paths.ts'

/** One symbol of the library: its picture (a click shows it large), what it is, when and by whom it was saved. */
export function EntryCard({ entry }: { readonly entry: LibraryEntry }) {
  const { t } = useTranslation('library')
  const { id, name, type, isPublic, revision, components, params, updatedAt, updatedBy } = entry
  return (
    <article className="card" aria-label={name}>
      <Link to={detailPath(id)} className="card-picture entry-picture" aria-label={t('showNamed', { name })}><EntryPicture entry={entry} /></Link>
      <div className="card-text">
        <h2 title={name}>{name}</h2>
        <p className="card-facts">
          <span className="card-project">{type}</span>
          {!isPublic && <span><LockOutlined aria-hidden /> {t('private')}</span>}
          <span>{t('components', { count: components })}</span>
          {params > 0 && <span>{t('params', { count: params })}</span>}
        </p>
        <p className="card-saved">
          <span>{t('revision', { revision })}</span>
          <time dateTime={new Date(updatedAt).toISOString()}>{formatTime(updatedAt)}</time>
          <span title={updatedBy}>{updatedBy}</span>
        </p>
      </div>
      <footer className="card-actions"><EntryActions entry={entry} /></footer>
    </article>
  )
}
