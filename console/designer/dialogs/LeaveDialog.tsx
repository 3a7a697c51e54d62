import { Button, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answers, useDirtyPart } from '../../kit/unsavedChanges.ts'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'

/**
 * Asks before another page of the console takes this one's place while there is unsaved work. A session that has ended, or that may do
 * nothing before it has a second step, could not save: it is let go, and the draft keeps the work.
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
    holdsClosing: () => false, // the page asks itself, after it has written the draft
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
