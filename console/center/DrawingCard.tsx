import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DrawingSummary } from '../../contract/routes.ts'
import { formatTime } from '../kit/formatTime.ts'
import { DrawingActions } from './DrawingActions.tsx'
import { runPath } from './paths.ts'
import { Picture } from './Picture.tsx'

interface DrawingCardProps {
  readonly drawing: DrawingSummary
  readonly project: string
}

/** One drawing: its picture (a click runs it), what it is, when and by whom it was saved, what one may do. */
export function DrawingCard({ drawing, project }: DrawingCardProps) {
  const { t } = useTranslation('center')
  const { name, revision, width, height, components, updatedAt, updatedBy, description, floor } = drawing
  return (
    <article className="card" aria-label={name}>
      <Link to={runPath(drawing.id)} className="card-picture" aria-label={t('runNamed', { name })}>
        <Picture drawing={drawing} />
      </Link>
      <div className="card-text">
        <h2 title={name}>{name}</h2>
        <p className="card-said" title={description}>{description || t('noDescription')}</p>
        <p className="card-facts">
          <span className="card-project">{project}</span>
          {floor && <span>{t('floor', { floor })}</span>}
          <span>{t('size', { width, height })}</span>
          <span>{t('components', { count: components })}</span>
        </p>
        <p className="card-saved">
          <span>{t('revision', { revision })}</span>
          <time dateTime={new Date(updatedAt).toISOString()}>{formatTime(updatedAt)}</time>
          <span title={updatedBy}>{updatedBy}</span>
        </p>
      </div>
      <footer className="card-actions"><DrawingActions drawing={drawing} /></footer>
    </article>
  )
}
