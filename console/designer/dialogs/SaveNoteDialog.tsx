import { Input, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { useDesigner } from '../context.ts'

/** Saves the drawing with a note for its revision. */
export const SaveNoteDialog = observer(function SaveNoteDialog() {
  const { store, dialogState } = useDesigner()
  const { t } = useTranslation('revisions')
  const [note, setNote] = useState('')
  const hint = useId()
  const handleSave = async (): Promise<void> => {
    const isDone = await store.save(undefined, note.trim())
    if (isDone || store.conflict) dialogState.close()
  }
  return (
    <Modal
      open
      title={t('saveNote.title')}
      okText={t('saveNote.go')}
      confirmLoading={store.isSaving}
      onOk={() => void handleSave()}
      onCancel={() => dialogState.close()}
    >
      <Input.TextArea
        autoFocus
        aria-label={t('saveNote.label')}
        aria-describedby={hint}
        value={note}
        maxLength={limits.drawing.noteLength}
        autoSize={{ minRows: 2, maxRows: 5 }}
        onChange={(event) => setNote(event.target.value)}
      />
      <p id={hint} className="form-hint">
        {t('saveNote.hint')}
      </p>
    </Modal>
  )
})
