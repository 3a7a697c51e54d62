import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { manualPages } from '../app/manualPages.ts'
import { useLocalized } from '../kit/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { ErrorTable } from './ErrorTable.tsx'
import { Figure } from './Figure.tsx'
import type { Guide, Piece } from './guide.ts'
import { guides } from './guides.ts'
import { ManualArticle } from './ManualArticle.tsx'
import './HelpPage.css'

/** Help page with its menu; `/help` shows the first page. */
export function HelpPage() {
  const { pathname } = useLocation()
  const { t } = useTranslation('help')
  const say = useLocalized()
  const manualPage = manualPages.find(({ path }) => pathname === path)
  const guide = guides.find(({ path }) => pathname.endsWith(path)) ?? guides[0]
  if (!guide) return null
  return (
    <div className="help">
      <nav className="help-menu" aria-label={t('menu')}>
        <h2>{t('guides')}</h2>
        <ul>{manualPages.map(({ path, words }) => <li key={path}><NavLink to={path}>{say(words)}</NavLink></li>)}</ul>
        <h2>{t('topics')}</h2>
        <ul>{guides.map(({ path, title }) => <li key={path}><NavLink to={path} className={!manualPage && path === guide.path ? 'active' : ''}>{say(title)}</NavLink></li>)}</ul>
      </nav>
      {manualPage ? <ManualArticle page={manualPage} /> : <GuideArticle guide={guide} />}
    </div>
  )
}

function GuideArticle({ guide }: { readonly guide: Guide }) {
  const say = useLocalized()
  return (
    <article className="help-page" key={guide.path}>
      <h1>{say(guide.title)}</h1>
      <p className="help-lead">{say(guide.lead)}</p>
      {guide.sections.map(({ heading, pieces }) => (
        <section key={heading.en}>
          <h2>{say(heading)}</h2>
          {pieces.map((piece, index) => <PieceView key={index} piece={piece} />)}
        </section>
      ))}
    </article>
  )
}

function PieceView({ piece }: { readonly piece: Piece }) {
  const say = useLocalized()
  const { t } = useTranslation('help')
  const { preferences: { edition } } = useStores()
  switch (piece.kind) {
    case 'text': return <p>{say(piece.words)}</p>
    case 'note': return <p className="help-note"><b>{t('note')}</b> {say(piece.words)}</p>
    case 'steps': return <ol>{piece.steps.map((step) => <li key={step.en}>{say(step)}</li>)}</ol>
    case 'terms': return <dl>{piece.terms.map(({ name, means }) => <div key={name.en}><dt>{say(name)}</dt><dd>{say(means)}</dd></div>)}</dl>
    case 'figure': return <figure><Figure name={piece.figure} label={say(piece.words)} /><figcaption>{say(piece.words)}</figcaption></figure>
    case 'link': return <p><Link to={typeof piece.to === 'string' ? piece.to : piece.to(edition)}>{say(piece.words)} →</Link></p>
    case 'errors': return <ErrorTable />
  }
}
