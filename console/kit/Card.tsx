import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatTime } from './formatTime.ts'
import './Cards.css'

interface CardProps {
  readonly name: string
  readonly picture: ReactNode
  /** A class of the screen's own for the picture's place. */
  readonly pictureClass?: string
  /** Where a click on the picture leads, and how that is called. */
  readonly to?: { readonly path: string; readonly label: string }
  /** What a person says of it, on one line. */
  readonly said?: ReactNode
  /** What it is: the first in a `card-project` stands out. */
  readonly facts?: ReactNode
  /** When and by whom it was last kept, after what is said of that. */
  readonly kept?: { readonly what?: string; readonly at: number; readonly by: string }
  readonly actions: ReactNode
  /** It is not in use any more. */
  readonly isOff?: boolean
}

/** One of several things by its picture: what it is called, what it is, and what one may do with it. */
export function Card({ name, picture, pictureClass = '', to, said, facts, kept, actions, isOff = false }: CardProps) {
  return (
    <li>
      <article className="card" aria-label={name} data-off={isOff || undefined}>
        {to ? <Link to={to.path} className={`card-picture ${pictureClass}`} aria-label={to.label}>{picture}</Link> : <span className={`card-picture ${pictureClass}`}>{picture}</span>}
        <div className="card-text">
          <h2 title={name}>{name}</h2>
          {said !== undefined && <p className="card-said" title={typeof said === 'string' ? said : undefined}>{said}</p>}
          {facts !== undefined && <p className="card-facts">{facts}</p>}
          {kept && (
            <p className="card-saved">
              {kept.what !== undefined && <span>{kept.what}</span>}
              <time dateTime={new Date(kept.at).toISOString()}>{formatTime(kept.at)}</time>
              <span title={kept.by}>{kept.by}</span>
            </p>
          )}
        </div>
        <footer className="card-actions">{actions}</footer>
      </article>
    </li>
  )
}

/** A page of cards, as many beside each other as there is room for. */
export function Cards({ label, className = '', children }: { readonly label?: string; readonly className?: string; readonly children: ReactNode }) {
  return <ul className={`cards ${className}`} aria-label={label}>{children}</ul>
}
