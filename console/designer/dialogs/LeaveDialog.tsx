import { Button, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { useDesigner } from '../context.ts'

/** Asks before another page of the console takes this one's place while there is unsaved work. */
export const LeaveDialog = observer(function LeaveDialog() {
  const { store, desk } = useDesigner()
  const { t } = useTranslation('designer')
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    (store.state !== 'saved' || desk.editing?.session.canUndo === true) && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search)
  if (blocker.state !== 'blocked') return null
  const handleSave = async (): Promise<void> => {
    if (await store.save()) blocker.proceed()
    else blocker.reset()
  }
  return (
    <Modal
      open centered width={460} title={t('leave.title')} onCancel={() => blocker.reset()}
      footer={[
        <Button key="stay" onClick={() => blocker.reset()}>{t('leave.stay')}</Button>,
        <Button key="go" onClick={() => blocker.proceed()}>{t('leave.go')}</Button>,
        <Button key="save" type="primary" autoFocus loading={store.isSaving} disabled={desk.editing !== null} onClick={() => void handleSave()}>{t('leave.save')}</Button>,
      ]}
    >
      <p>{t(desk.editing ? 'leave.symbol' : 'leave.text')}</p>
    </Modal>
  )
})
