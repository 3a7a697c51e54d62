import { DeleteOutlined, FormOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LibraryEntry, routes } from '../../contract/routes.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { EntryDialog } from './EntryDialog.tsx'

interface EntryActionsProps {
  readonly entry: LibraryEntry
  readonly onRemoved?: () => void
}

/** Edit and delete, for who may; the same on the card and on the page of one entry. */
export const EntryActions = observer(function EntryActions({ entry, onRemoved }: EntryActionsProps) {
  const { library, session } = useStores()
  const { t } = useTranslation('library')
  const { message, modal } = App.useApp()
  const [isEditing, setEditing] = useState(false)
  const { id, name } = entry

  async function handleRemove() {
    try {
      await library.remove(id)
      void message.success(t('remove.done'))
      onRemoved?.()
    } catch (thrown) {
      // The person has been told by the client; the dialog closes either way.
      if (!(thrown instanceof CallFailure)) throw thrown
    }
  }

  function askToRemove() {
    void modal.confirm({
      title: t('remove.title', { name }), content: t('remove.text'), okText: t('remove.go'), okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' }, onOk: handleRemove,
    })
  }

  return (
    <>
      {session.mayCall(routes['library.describe'].policy) && (
        <Button type="text" size="small" icon={<FormOutlined aria-hidden />} aria-label={t('edit.named', { name })} onClick={() => setEditing(true)}>{t('edit.open')}</Button>
      )}
      {session.mayCall(routes['library.remove'].policy) && (
        <Button type="text" size="small" className="card-remove entry-remove" icon={<DeleteOutlined aria-hidden />} aria-label={t('remove.named', { name })} onClick={askToRemove} />
      )}
      {isEditing && <EntryDialog entry={entry} onClose={() => setEditing(false)} />}
    </>
  )
})
