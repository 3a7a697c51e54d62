import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useConfirmClose } from '../../crud/form/useConfirmLeave.ts'
import { DirtyPartsContext } from '../../kit/form/unsavedChanges.ts'
import { useStores } from '../../stores/root.ts'
import { profilePath } from '../pages/guard.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** Shows the signed-in account and its role, and the sign-out action. */
export const AccountMenu = observer(function AccountMenu() {
  const { session } = useStores()
  const { message } = App.useApp()
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [isChanging, setChanging] = useState(false)
  const { account } = session
  if (!account) return null

  function handleChanged() {
    setChanging(false)
    void message.success(t('password.changed'))
  }

  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          className: 'account-menu',
          items: [
            {
              key: 'who',
              type: 'group',
              label: t(`role.${account.role}`),
              children: [
                { key: 'own', label: t('account.own'), onClick: () => void navigate(profilePath) },
                { key: 'password', label: t('account.password'), onClick: () => setChanging(true) },
                { key: 'out', label: t('account.signOut'), onClick: () => void session.signOut() },
              ],
            },
          ],
        }}
      >
        <Button
          type="text"
          icon={<UserOutlined aria-hidden />}
          aria-haspopup="menu"
          aria-label={t('account.menu', { name: account.name })}
        >
          {account.name}
          <DownOutlined aria-hidden style={{ fontSize: 10 }} />
        </Button>
      </Dropdown>
      {isChanging && <PasswordDialog onChanged={handleChanged} onClose={() => setChanging(false)} />}
    </>
  )
})

interface PasswordDialogProps {
  readonly onChanged: () => void
  readonly onClose: () => void
}

/**
 * Mount this dialog only while it is open: a mounted form registers as unsaved work, and the router then checks every
 * navigation.
 */
function PasswordDialog({ onChanged, onClose }: PasswordDialogProps) {
  const { t } = useTranslation('shell')
  const { confirmLeave, parts } = useConfirmClose()
  return (
    <Modal title={t('account.password')} open footer={null} width={400} onCancel={() => confirmLeave(onClose)}>
      <DirtyPartsContext value={parts}>
        <div className="modal-form">
          <PasswordForm present={null} onChanged={onChanged} />
        </div>
      </DirtyPartsContext>
    </Modal>
  )
}
