import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { mayChangeAuthored } from '../../contract/entity/owner.ts'
import { trendNote } from '../../contract/platform/trend.ts'
import { useRights } from '../crud/config/useRights.ts'
import { useConfirmDelete } from '../kit/form/useConfirmDelete.ts'
import { useStores } from '../stores/root.ts'
import type { TrendNote } from './noteList.ts'
import { useChartZone } from './useChartZone.ts'

interface NoteListProps {
  readonly notes: readonly TrendNote[]
  /** There are older annotations in the displayed period. */
  readonly hasMore: boolean
  readonly onEdit: (note: TrendNote) => void
  readonly onRemoved: () => void
}

const pattern = 'YYYY-MM-DD HH:mm:ss'

/** The annotations of the displayed period, with their authors. */
export const NoteList = observer(function NoteList({ notes, hasMore, onEdit, onRemoved }: NoteListProps) {
  const { entities, session } = useStores()
  const { t } = useTranslation('trend')
  const { format } = useChartZone()
  const may = useRights(trendNote)
  const confirmDelete = useConfirmDelete()
  const mayChange = (action: string, { project, createdBy }: TrendNote): boolean =>
    may(action, project) &&
    session.account !== null &&
    mayChangeAuthored(trendNote, session.account, project, createdBy === session.account.name)
  if (notes.length === 0 && !hasMore) return null
  return (
    <ul className="trend-notes" aria-label={t('note.list')}>
      {notes.map((note) => (
        <li key={note.id}>
          <time>
            {format(note.at, pattern)}
            {note.until === null ? '' : ` – ${format(note.until, pattern)}`}
          </time>
          <span title={note.text}>{note.text}</span>
          <small>
            {note.createdBy}
            {note.isPublic ? '' : ` · ${t('private')}`}
          </small>
          {mayChange('update', note) && (
            <Button
              type="text"
              size="small"
              icon={<EditOutlined aria-hidden />}
              aria-label={t('note.editNamed', { text: note.text })}
              onClick={() => onEdit(note)}
            />
          )}
          {mayChange('remove', note) && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('note.removeNamed', { text: note.text })}
              onClick={() =>
                confirmDelete(
                  { title: t('note.remove'), text: note.text, confirmText: t('note.delete'), done: t('note.removed') },
                  async () => {
                    await entities.of(trendNote).client.remove([note.id])
                    onRemoved()
                  },
                )
              }
            />
          )}
        </li>
      ))}
      {hasMore && <li className="trend-notes-more">{t('note.more')}</li>}
    </ul>
  )
})
