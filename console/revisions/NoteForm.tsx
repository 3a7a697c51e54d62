import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { useSubmit } from '../kit/form/useSubmit.ts'
import type { RevisionStore } from '../stores/drawings/revisions.ts'

interface NoteFormProps {
  readonly store: RevisionStore
  readonly revision: number
  readonly note: string
  readonly onClose: () => void
}

/** Edits the note of a revision. */
export function NoteForm({ store, revision, note, onClose }: NoteFormProps) {
  const { t } = useTranslation('revisions')
  const { failure, isBusy, submit } = useSubmit()
  const [text, setText] = useState(note)
  const handleSave = (): void =>
    void submit(async () => {
      await store.setNote(revision, text)
      onClose()
    })
  return (
    <div className="revision-form">
      <FormFailure failure={failure} />
      <Input.TextArea
        autoFocus
        aria-label={t('note.named', { revision })}
        value={text}
        maxLength={limits.drawing.noteLength}
        autoSize={{ minRows: 2, maxRows: 5 }}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="revision-form-go">
        <Button size="small" onClick={onClose}>
          {t('note.cancel')}
        </Button>
        <Button size="small" type="primary" loading={isBusy} onClick={handleSave}>
          {t('note.save')}
        </Button>
      </div>
    </div>
  )
}
