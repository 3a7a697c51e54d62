import { LockOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { LibraryEntry } from '../../contract/routes.ts'
import { Card } from '../kit/page/Card.tsx'
import { EntryActions } from './EntryActions.tsx'
import { EntryPicture } from './EntryPicture.tsx'
import { detailPath } from './paths.ts'

/** Card of a library symbol: preview (a click opens its page), details and last save. */
export function EntryCard({ entry }: { readonly entry: LibraryEntry }) {
  const { t } = useTranslation('library')
  const { id, name, type, isPublic, revision, components, params, updatedAt, updatedBy } = entry
  return (
    <Card
      name={name}
      picture={<EntryPicture entry={entry} />}
      pictureClass="entry-picture"
      to={{ path: detailPath(id), label: t('showNamed', { name }) }}
      facts={
        <>
          <span className="card-project">{type}</span>
          {!isPublic && (
            <span>
              <LockOutlined aria-hidden /> {t('private')}
            </span>
          )}
          <span>{t('components', { count: components })}</span>
          {params > 0 && <span>{t('params', { count: params })}</span>}
        </>
      }
      saved={{ revision: t('revision', { revision }), at: updatedAt, by: updatedBy }}
      actions={<EntryActions entry={entry} />}
    />
  )
}
