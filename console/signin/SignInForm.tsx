import { Alert, Button, Form, Input } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { PasswordInput } from '../kit/PasswordInput.tsx'
import { useSay } from '../kit/useSay.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

interface Entered {
  readonly account: string
  readonly password: string
}

interface SignInFormProps {
  /** The password about to be sent: a first password is asked for again by the next form otherwise. */
  readonly onEntered: (password: string) => void
  readonly onSignedIn: () => void
}

/** Account and password. A refusal is told above the form and the password is typed anew. */
export const SignInForm = observer(function SignInForm({ onEntered, onSignedIn }: SignInFormProps) {
  const { session } = useStores()
  const { t } = useTranslation('signin')
  const say = useSay()
  const [form] = Form.useForm<Entered>()
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function handleFinish({ account, password }: Entered) {
    setBusy(true)
    setFailure(null)
    onEntered(password)
    try {
      await session.signIn(account.trim(), password)
      onSignedIn()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
      // Not resetFields: it mounts a new field, and the focus would go with the old one.
      form.setFields([{ name: 'password', value: '', errors: [] }])
      form.focusField('password')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form<Entered> form={form} layout="vertical" requiredMark={false} size="large" onFinish={(entered) => void handleFinish(entered)}>
      {failure && <Alert className="form-alert" type="error" showIcon role="alert" title={say(failure.words)} />}
      {!failure && session.ending && <Alert className="form-alert" type="warning" showIcon role="alert" title={t(`ending.${session.ending}`)} />}
      <Form.Item name="account" label={t('account')} rules={[{ required: true, whitespace: true, message: t('enterAccount') }]}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={limits.password.max} autoFocus />
      </Form.Item>
      <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('enterPassword') }]}>
        <PasswordInput autoComplete="current-password" maxLength={limits.password.max} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isBusy}>{t('submit')}</Button>
    </Form>
  )
})
