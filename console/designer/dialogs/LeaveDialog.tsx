import { Button, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LeaveDecision, useDirtyPart } from '../../kit/form/unsavedChanges.ts'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'

/**
 * Requires confirmation before the user leaves the designer with unsaved work. Skipped without a valid session, or
 * before a required two-factor setup, because saving would fail; the draft keeps the work.
 */
export const LeaveDialog = observer(function LeaveDialog() {
  const { store, dialogState } = useDesigner()
  const { session } = useStores()
  const { t } = useTranslation('designer')
  const [decision, setDecision] = useState<LeaveDecision | null>(null)
  useDirtyPart({
    blocks: (from, to) => {
      if (
        (store.state === 'saved' && dialogState.editing?.session.canUndo !== true) ||
        from.pathname + from.search === to.pathname + to.search
      )
        return false
      if (session.canContinue) return true
      store.flushDraft()
      return false
    },
    blocksClosing: () => false, // The page handles this itself, after writing the draft.
    confirm: (next) => {
      setDecision(next)
      return () => setDecision(null)
    },
  })
  if (decision === null) return null
  const { proceed, stay: cancel } = decision
  const handleSave = async (): Promise<void> => {
    if (await store.save()) proceed()
    else cancel()
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={t('leave.title')}
      onCancel={() => cancel()}
      footer={[
        <Button key="stay" onClick={() => cancel()}>
          {t('leave.stay')}
        </Button>,
        <Button key="go" onClick={() => proceed()}>
          {t('leave.go')}
        </Button>,
        <Button
          key="save"
          type="primary"
          autoFocus
          loading={store.isSaving}
          disabled={dialogState.editing !== null}
          onClick={() => void handleSave()}
        >
          {t('leave.save')}
        </Button>,
      ]}
    >
      <p>{t(dialogState.editing ? 'leave.symbol' : 'leave.text')}</p>
    </Modal>
  )
})
