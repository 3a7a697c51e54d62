import type { ReactNode } from 'react'
import { Wordmark } from './Wordmark.tsx'
import './FullPageMessage.css'

interface FullPageMessageProps {
  readonly title: string
  readonly text: string
  /** What it is about, word for word: an address, a message; empty where there is nothing. */
  readonly code: string
  readonly children: ReactNode
}

/** A page that holds one message and the way on. */
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
