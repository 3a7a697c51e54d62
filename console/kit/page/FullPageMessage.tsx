import type { ReactNode } from 'react'
import { Wordmark } from './Wordmark.tsx'
import './FullPageMessage.css'

interface FullPageMessageProps {
  readonly title: string
  readonly text: string
  /** Technical detail, such as an address or an error message; may be empty. */
  readonly code: string
  readonly children: ReactNode
}

/** Page with a single message and actions. */
export function FullPageMessage({ title, text, code, children }: FullPageMessageProps) {
  return (
    <div className="full-page-message">
      <Wordmark />
      <h1>{title}</h1>
      <p>{text}</p>
      {code !== '' && <code>{code}</code>}
      <div>{children}</div>
    </div>
  )
}
