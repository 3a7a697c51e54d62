import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { countCharacters } from '../../../contract/passwords.ts'
import { useConfirmLeave } from '../../crud/form/useConfirmLeave.ts'
import { hasChanges } from '../../kit/form/hasChanges.ts'
import { PasswordInput } from '../../kit/form/PasswordInput.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'

interface PasswordFormProps {
  /** Current password if it was entered just before; `null` requests it in this form. */
  readonly present: string | null
  /** Focuses the first field. Default: true. */
  readonly hasAutoFocus?: boolean
  readonly onChanged: () => void
}

interface Passwords {
  readonly present?: string
  readonly next: string
  readonly again: string
}

/** Form to set a new password, at first sign-in and later. */
export function PasswordForm({ present, hasAutoFocus = true, onChanged }: PasswordFormProps) {
  const { session } = useStores()
  const { t } = useTranslation('shell')
  const localize = useLocalized()
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [form] = Form.useForm<Passwords>()
  const { allowLeave } = useConfirmLeave(() => hasChanges(form.getFieldsValue(), {}))
  const { min, max } = limits.password
  /** Server's reason for refusing the new password. */
  const reason = failure?.problems.find(({ path }) => path === 'next')?.words

  async function handleFinish(values: Passwords) {
    setBusy(true)
    setFailure(null)
    try {
      await session.changePassword(present ?? values.present ?? '', values.next)
      allowLeave()
      onChanged()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form<Passwords> form={form} layout="vertical" onFinish={(values) => void handleFinish(values)}>
      <input type="text" autoComplete="username" value={session.username ?? ''} readOnly hidden />
      {failure && (
        <Alert
          type="error"
          showIcon
          title={localize(failure.words)}
          description={reason && localize(reason)}
          className="form-alert"
          role="alert"
        />
      )}
      {present === null && (
        <Form.Item
          name="present"
          label={t('password.present')}
          rules={[{ required: true, message: t('password.enterPresent') }]}
        >
          <PasswordInput autoComplete="current-password" maxLength={max} autoFocus={hasAutoFocus} />
        </Form.Item>
      )}
      <Form.Item
        name="next"
        label={t('password.next', { min })}
        extra={t('password.rule')}
        dependencies={['present']}
        rules={[
          { required: true, message: t('password.enterNext') },
          { min, message: t('password.short', { min }) },
          {
            validator: (_, value: unknown) =>
              typeof value === 'string' && countCharacters(value) > max
                ? Promise.reject(new Error(''))
                : Promise.resolve(),
          },
          ({ getFieldValue }) => ({
            validator: (_, value: unknown) =>
              value && value === (present ?? getFieldValue('present'))
                ? Promise.reject(new Error(t('password.same')))
                : Promise.resolve(),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" maxLength={max} autoFocus={hasAutoFocus && present !== null} />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('password.again')}
        dependencies={['next']}
        rules={[
          { required: true, message: t('password.enterAgain') },
          ({ getFieldValue }) => ({
            validator: (_, value: unknown) =>
              !value || value === getFieldValue('next')
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.differs'))),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" maxLength={max} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        {t('password.submit')}
      </Button>
    </Form>
  )
}
