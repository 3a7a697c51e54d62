import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatTime } from '../text/formatTime.ts'
import './Cards.css'

interface CardProps {
  readonly name: string
  readonly picture: ReactNode
  /** Additional class of the picture area. */
  readonly pictureClass?: string
  /** Link of the picture and its accessible name. */
  readonly to?: { readonly path: string; readonly label: string }
  /** Description on one line. */
  readonly description?: ReactNode
  /** Properties; an element with class `card-project` is emphasised. */
  readonly facts?: ReactNode
  /** Time and user of the last save, after an optional text. */
  readonly saved?: { readonly revision?: string; readonly at: number; readonly by: string }
  readonly actions: ReactNode
  /** No longer in use. */
  readonly isOff?: boolean
}

/** Card with picture, name, properties and actions. */
export function Card({
  name,
  picture,
  pictureClass = '',
  to,
  description,
  facts,
  saved,
  actions,
  isOff = false,
}: CardProps) {
  return (
    <li>
      <article className="card" aria-label={name} data-off={isOff || undefined}>
        {to ? (
          <Link to={to.path} className={`card-picture ${pictureClass}`} aria-label={to.label}>
            {picture}
          </Link>
        ) : (
          <span className={`card-picture ${pictureClass}`}>{picture}</span>
        )}
        <div className="card-text">
          <h2 title={name}>{name}</h2>
          {description !== undefined && (
            <p className="card-said" title={typeof description === 'string' ? description : undefined}>
              {description}
            </p>
          )}
          {facts !== undefined && <p className="card-facts">{facts}</p>}
          {saved && (
            <p className="card-saved">
              {saved.revision !== undefined && <span>{saved.revision}</span>}
              <time dateTime={new Date(saved.at).toISOString()}>{formatTime(saved.at)}</time>
              <span title={saved.by}>{saved.by}</span>
            </p>
          )}
        </div>
        <footer className="card-actions">{actions}</footer>
      </article>
    </li>
  )
}

/** Grid of cards. */
export function Cards({
  label,
  className = '',
  children,
}: {
  readonly label?: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <ul className={`cards ${className}`} aria-label={label}>
      {children}
    </ul>
  )
}
