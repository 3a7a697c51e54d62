import { Button, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answers, useDirtyPart } from '../../kit/unsavedChanges.ts'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'

/**
 * Requires confirmation before the user leaves the designer with unsaved work. Skipped without a valid session, or
 * before a required two-factor setup, because saving would fail; the draft keeps the work.
 */
export const LeaveDialog = observer(function LeaveDialog() {
  const { store, desk } = useDesigner()
  const { session } = useStores()
  const { t } = useTranslation('designer')
  const [asked, setAsked] = useState<Answers | null>(null)
  useDirtyPart({
    holds: (from, to) => {
      if ((store.state === 'saved' && desk.editing?.session.canUndo !== true) || from.pathname + from.search === to.pathname + to.search) return false
      if (session.mayGoOn) return true
      store.flushDraft()
      return false
    },
    holdsClosing: () => false, // The page handles this itself, after writing the draft.
    ask: (answers) => {
      setAsked(answers)
      return () => setAsked(null)
    },
  })
  if (asked === null) return null
  const { go, stay } = asked
  const handleSave = async (): Promise<void> => {
    if (await store.save()) go()
    else stay()
  }
  return (
    <Modal
      open centered width={460} title={t('leave.title')} onCancel={() => stay()}
      footer={[
        <Button key="stay" onClick={() => stay()}>{t('leave.stay')}</Button>,
        <Button key="go" onClick={() => go()}>{t('leave.go')}</Button>,
        <Button key="save" type="primary" autoFocus loading={store.isSaving} disabled={desk.editing !== null} onClick={() => void handleSave()}>{t('leave.save')}</Button>,
      ]}
    >
      <p>{t(desk.editing ? 'leave.symbol' : 'leave.text')}</p>
    </Modal>
  )
})
