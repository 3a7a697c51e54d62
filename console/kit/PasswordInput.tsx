import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Input, type InputProps, type InputRef } from 'antd'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'

type PasswordInputProps = Omit<InputProps, 'type' | 'suffix'> & { readonly ref?: Ref<InputRef> }

/** A password that can be looked at. The library's own has an eye that no key reaches and no language names. */
export function PasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation('shell')
  const [isShown, setShown] = useState(false)
  const eye = (
    <Button
      type="text" size="small" aria-pressed={isShown} aria-label={t(isShown ? 'password.hide' : 'password.show')}
      icon={isShown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />} onClick={() => setShown(!isShown)}
    />
  )
  return <Input {...props} type={isShown ? 'text' : 'password'} spellCheck={false} suffix={eye} />
}
