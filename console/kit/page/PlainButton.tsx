import type { ButtonHTMLAttributes } from 'react'
import './plain.css'

interface PlainButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> {
  /** Main action of a page, in full width. */
  readonly isPrimary?: boolean
  readonly type?: 'button' | 'submit'
}

/** Button without antd, for the sign-in page and the error page of missing chunks. */
export function PlainButton({ isPrimary = false, type = 'button', ...rest }: PlainButtonProps) {
  return <button {...rest} type={type} className={isPrimary ? 'plain-button plain-button-primary' : 'plain-button'} />
}
