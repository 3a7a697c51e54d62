import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { manualPages } from '../app/pages/manualPages.ts'
import { templatePages } from '../app/pages/templatePages.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { ErrorTable } from './ErrorTable.tsx'
import { Figure } from './Figure.tsx'
import type { Guide, Piece } from './guide.ts'
import { guides } from './guides.ts'
import { ManualArticle } from './ManualArticle.tsx'
import { TemplateArticle } from './TemplateArticle.tsx'
import './HelpPage.css'

/** Help page with its menu; `/help` shows the first page. */
export function HelpPage() {
  const { pathname } = useLocation()
  const { t } = useTranslation('help')
  const localize = useLocalized()
  const manualPage = manualPages.find(({ path }) => pathname === path)
  const templatePage = templatePages.find(({ path }) => pathname === path)
  const guide = guides.find(({ path }) => pathname.endsWith(path)) ?? guides[0]
  if (!guide) return null
  return (
    <div className="help">
      <nav className="help-menu" aria-label={t('menu')}>
        <h2>{t('guides')}</h2>
        <ul>
          {manualPages.map(({ path, words }) => (
            <li key={path}>
              <NavLink to={path}>{localize(words)}</NavLink>
            </li>
          ))}
        </ul>
        <h2>{t('makes')}</h2>
        <ul>
          {templatePages.map(({ path, words }) => (
            <li key={path}>
              <NavLink to={path}>{localize(words)}</NavLink>
            </li>
          ))}
        </ul>
        <h2>{t('topics')}</h2>
        <ul>
          {guides.map(({ path, title }) => (
            <li key={path}>
              <NavLink to={path} className={!manualPage && !templatePage && path === guide.path ? 'active' : ''}>
                {localize(title)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {templatePage ? (
        <TemplateArticle id={templatePage.template} />
      ) : manualPage ? (
        <ManualArticle page={manualPage} />
      ) : (
        <GuideArticle guide={guide} />
      )}
    </div>
  )
}

function GuideArticle({ guide }: { readonly guide: Guide }) {
  const localize = useLocalized()
  return (
    <article className="help-page" key={guide.path}>
      <h1>{localize(guide.title)}</h1>
      <p className="help-lead">{localize(guide.lead)}</p>
      {guide.sections.map(({ heading, pieces }) => (
        <section key={heading.en}>
          <h2>{localize(heading)}</h2>
          {pieces.map((piece, index) => (
            <PieceView key={index} piece={piece} />
          ))}
        </section>
      ))}
    </article>
  )
}

function PieceView({ piece }: { readonly piece: Piece }) {
  const localize = useLocalized()
  const { t } = useTranslation('help')
  const {
    preferences: { edition },
  } = useStores()
  switch (piece.kind) {
    case 'text':
      return <p>{localize(piece.words)}</p>
    case 'note':
      return (
        <p className="help-note">
          <b>{t('note')}</b> {localize(piece.words)}
        </p>
      )
    case 'steps':
      return (
        <ol>
          {piece.steps.map((step) => (
            <li key={step.en}>{localize(step)}</li>
          ))}
        </ol>
      )
    case 'terms':
      return (
        <dl>
          {piece.terms.map(({ name, meaning }) => (
            <div key={name.en}>
              <dt>{localize(name)}</dt>
              <dd>{localize(meaning)}</dd>
            </div>
          ))}
        </dl>
      )
    case 'figure':
      return (
        <figure>
          <Figure name={piece.figure} label={localize(piece.words)} />
          <figcaption>{localize(piece.words)}</figcaption>
        </figure>
      )
    case 'link':
      return (
        <p>
          <Link to={typeof piece.to === 'string' ? piece.to : piece.to(edition)}>{localize(piece.words)} →</Link>
        </p>
      )
    case 'errors':
      return <ErrorTable />
  }
}
