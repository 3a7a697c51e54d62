import type { ButtonHTMLAttributes } from 'react'
import './plain.css'

interface PlainButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> {
  /** The one that a page is about, over its whole width. */
  readonly isPrimary?: boolean
  readonly type?: 'button' | 'submit'
}

/** A button that needs no component library: for the sign-in page and for what is told when a part did not load. */
export function PlainButton({ isPrimary = false, type = 'button', ...rest }: PlainButtonProps) {
  return <button {...rest} type={type} className={isPrimary ? 'plain-button plain-button-primary' : 'plain-button'} />
}
