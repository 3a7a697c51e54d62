import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { FormFailure } from '../../kit/FormFailure.tsx'
import { PasswordInput } from '../../kit/PasswordInput.tsx'
import { useLocalized } from '../../kit/useLocalized.ts'
import { useSubmit } from '../../kit/useSubmit.ts'
import { useStores } from '../../stores/root.ts'

interface ProofFormProps {
  /** The present password where it was just typed; null asks for it. */
  readonly present: string | null
  /** A recovery code will do as well. */
  readonly takesRecovery: boolean
  readonly submit: string
  readonly isDanger?: boolean
  /** It is all that is asked for here: typing begins at once. */
  readonly isAlone?: boolean
  /** Sends both; throws a CallFailure, which is told at the field that was wrong. */
  readonly send: (password: string, code: string) => Promise<void>
}

interface Proof {
  readonly password?: string
  readonly code: string
}

/** Asks who one is, by the present password and a code. */
export function ProofForm({ present, takesRecovery, submit: words, isDanger = false, isAlone = false, send }: ProofFormProps) {
  const { session } = useStores()
  const { t } = useTranslation('secondStep')
  const { t: shell } = useTranslation('shell')
  const say = useLocalized()
  const [form] = Form.useForm<Proof>()
  const { failure, isBusy, submit, forget } = useSubmit()
  const wrong = failure?.problems[0]?.path
  /** The password that was typed on the page before can be another one by now: then it is asked for after all. */
  const isAsked = present === null || wrong === 'password'
  const fault = (path: string) => (failure && wrong === path ? { validateStatus: 'error' as const, help: say(failure.words) } : {})

  async function handleFinish({ password, code }: Proof) {
    await submit(() => send(isAsked ? password ?? '' : present, code))
    form.resetFields(['code'])
  }

  return (
    <Form<Proof> form={form} layout="vertical" onFinish={(proof) => void handleFinish(proof)} onValuesChange={forget}>
      <input type="text" autoComplete="username" value={session.username ?? ''} readOnly hidden />
      {wrong === undefined && <FormFailure failure={failure} />}
      {isAsked && (
        <Form.Item name="password" label={shell('password.present')} rules={[{ required: true, message: shell('password.enterPresent') }]} {...fault('password')}>
          <PasswordInput autoComplete="current-password" most={limits.password.max} autoFocus={isAlone} />
        </Form.Item>
      )}
      <Form.Item name="code" label={t(takesRecovery ? 'codeOrRecovery' : 'code')} rules={[{ required: true, message: t('enterCode') }]} {...fault('code')}>
        <Input autoComplete="one-time-code" inputMode={takesRecovery ? 'text' : 'numeric'} spellCheck={false} maxLength={limits.secondStep.codeLength} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isBusy} danger={isDanger}>{words}</Button>
    </Form>
  )
}
