import type { ReactNode } from 'react'
import './EmptyPanel.css'

interface EmptyPanelProps {
  /** `empty`: there is no content. `failed`: loading failed. */
  readonly tone: 'empty' | 'failed'
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** Replaces an empty list: explains the reason and offers actions. */
export function EmptyPanel({ tone, title, text, children }: EmptyPanelProps) {
  return (
    <div className="empty-panel" data-tone={tone} role={tone === 'failed' ? 'alert' : 'status'}>
      <svg width="132" height="84" viewBox="0 0 132 84" aria-hidden>
        <rect
          x="6"
          y="6"
          width="120"
          height="72"
          rx="4"
          fill="var(--surface)"
          stroke="var(--line-strong)"
          strokeWidth="1.5"
          strokeDasharray={tone === 'empty' ? '5 5' : undefined}
        />
        {tone === 'empty' ? (
          <path
            d="M28 56V34h20v22zM84 45a10 10 0 1 0 20 0 10 10 0 0 0-20 0zM48 45h36"
            fill="none"
            stroke="var(--line-strong)"
            strokeWidth="1.5"
          />
        ) : (
          <path
            d="M66 26 86 58H46zM66 37v10M66 52v1.5"
            fill="none"
            stroke="var(--alarm)"
            strokeWidth="2"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        )}
      </svg>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}
