import { DeleteOutlined, FormOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LibraryEntry, routes } from '../../contract/routes.ts'
import { useConfirmDelete } from '../kit/form/useConfirmDelete.ts'
import { useStores } from '../stores/root.ts'
import { EntryDialog } from './EntryDialog.tsx'

interface EntryActionsProps {
  readonly entry: LibraryEntry
  readonly onRemoved?: () => void
}

/** Edit and delete, if permitted; used by the card and the detail page. */
export const EntryActions = observer(function EntryActions({ entry, onRemoved }: EntryActionsProps) {
  const { library, session } = useStores()
  const { t } = useTranslation('library')
  const confirmDelete = useConfirmDelete()
  const [isEditing, setEditing] = useState(false)
  const { id, name } = entry

  const handleRemove = (): void =>
    confirmDelete(
      {
        title: t('remove.title', { name }),
        text: t('remove.text'),
        confirmText: t('remove.go'),
        done: t('remove.done'),
      },
      async () => {
        await library.remove(id)
        onRemoved?.()
      },
    )

  return (
    <>
      {session.mayCall(routes['library.describe'].policy) && (
        <Button
          type="text"
          size="small"
          icon={<FormOutlined aria-hidden />}
          aria-label={t('edit.named', { name })}
          onClick={() => setEditing(true)}
        >
          {t('edit.open')}
        </Button>
      )}
      {session.mayCall(routes['library.remove'].policy) && (
        <Button
          type="text"
          size="small"
          className="card-remove entry-remove"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('remove.named', { name })}
          onClick={handleRemove}
        />
      )}
      {isEditing && <EntryDialog entry={entry} onClose={() => setEditing(false)} />}
    </>
  )
})
