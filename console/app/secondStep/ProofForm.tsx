import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { FormFailure } from '../../kit/form/FormFailure.tsx'
import { PasswordInput } from '../../kit/form/PasswordInput.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { useStores } from '../../stores/root.ts'

interface ProofFormProps {
  /** Current password if it was entered just before; `null` requests it in this form. */
  readonly present: string | null
  /** Accepts a recovery code instead. */
  readonly allowsRecoveryCode: boolean
  readonly submit: string
  readonly isDanger?: boolean
  /** Focuses the first field because there is nothing else on the page. */
  readonly isAlone?: boolean
  /** Sends password and code. Throws `CallFailure`, which is shown at the wrong field. */
  readonly send: (password: string, code: string) => Promise<void>
}

interface Proof {
  readonly password?: string
  readonly code: string
}

/** Verifies the user by the current password and a code. */
export function ProofForm({
  present,
  allowsRecoveryCode,
  submit: words,
  isDanger = false,
  isAlone = false,
  send,
}: ProofFormProps) {
  const { session } = useStores()
  const { t } = useTranslation('secondStep')
  const { t: shell } = useTranslation('shell')
  const localize = useLocalized()
  const [form] = Form.useForm<Proof>()
  const { failure, isBusy, submit, forget } = useSubmit()
  const wrong = failure?.problems[0]?.path
  /** The password entered on the previous page may have changed since; request it again if the server rejects it. */
  const needsPassword = present === null || wrong === 'password'
  const fault = (path: string) =>
    failure && wrong === path ? { validateStatus: 'error' as const, help: localize(failure.words) } : {}

  async function handleFinish({ password, code }: Proof) {
    await submit(() => send(needsPassword ? (password ?? '') : present, code))
    form.resetFields(['code'])
  }

  return (
    <Form<Proof> form={form} layout="vertical" onFinish={(proof) => void handleFinish(proof)} onValuesChange={forget}>
      <input type="text" autoComplete="username" value={session.username ?? ''} readOnly hidden />
      {wrong === undefined && <FormFailure failure={failure} />}
      {needsPassword && (
        <Form.Item
          name="password"
          label={shell('password.present')}
          rules={[{ required: true, message: shell('password.enterPresent') }]}
          {...fault('password')}
        >
          <PasswordInput autoComplete="current-password" maxLength={limits.password.max} autoFocus={isAlone} />
        </Form.Item>
      )}
      <Form.Item
        name="code"
        label={t(allowsRecoveryCode ? 'codeOrRecovery' : 'code')}
        rules={[{ required: true, message: t('enterCode') }]}
        {...fault('code')}
      >
        <Input
          autoComplete="one-time-code"
          inputMode={allowsRecoveryCode ? 'text' : 'numeric'}
          spellCheck={false}
          maxLength={limits.secondStep.codeLength}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isBusy} danger={isDanger}>
        {words}
      </Button>
    </Form>
  )
}
