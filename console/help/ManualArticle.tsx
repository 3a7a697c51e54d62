import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ManualPage } from '../app/pages/manualPages.ts'
import { useLanguage } from '../kit/text/useLocalized.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { loadGuide } from './manual.ts'

/** A guide of the documentation in the current language. */
export function ManualArticle({ page: { file } }: { readonly page: ManualPage }) {
  const { t } = useTranslation('help')
  const navigate = useNavigate()
  const language = useLanguage()
  const html = useRequest(`${language}/${file}`, () => loadGuide(file, language).catch(() => ''))
  /** Opens links to other help pages without loading the console again. */
  const handleClick = (event: MouseEvent<HTMLDivElement>): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const address = link?.getAttribute('href')
    if (!address?.startsWith('/help/') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate(address)
  }
  return (
    <article className="help-page help-manual" key={file} aria-busy={html === null} tabIndex={0}>
      {html === '' ? (
        <p role="alert">{t('unavailable')}</p>
      ) : (
        typeof html === 'string' && <div onClick={handleClick} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </article>
  )
}
