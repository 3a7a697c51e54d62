import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Input, type InputProps, type InputRef } from 'antd'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countCharacters } from '../../../contract/passwords.ts'
import './PasswordInput.css'

interface PasswordInputProps extends Omit<InputProps, 'type' | 'suffix' | 'maxLength'> {
  readonly ref?: Ref<InputRef>
  /** Maximum number of characters. Longer input is reported, not truncated. */
  readonly maxLength: number
}

/** Password field with a visibility toggle. antd's own toggle is not accessible by keyboard and has no label. */
export function PasswordInput({ maxLength, ...props }: PasswordInputProps) {
  const { t } = useTranslation('shell')
  const [isShown, setShown] = useState(false)
  const eye = (
    <Button
      type="text"
      size="small"
      aria-pressed={isShown}
      aria-label={t(isShown ? 'password.hide' : 'password.show')}
      icon={isShown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
      onClick={() => setShown(!isShown)}
    />
  )
  const isLong = typeof props.value === 'string' && countCharacters(props.value) > maxLength
  return (
    <>
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        suffix={eye}
        {...(isLong ? { status: 'error' as const, 'aria-invalid': true } : {})}
      />
      {isLong && (
        <span className="password-long" role="alert">
          {t('password.long', { max: maxLength })}
        </span>
      )}
    </>
  )
}
