import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { editionFacts } from '../app/pages/editions.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { editions, type Edition } from '../stores/session/preferences.ts'
import { useStores } from '../stores/root.ts'
import { EditionArt } from './frame/EditionArt.tsx'
import './editions.css'

/** Edition selection after the first sign-in. The choice is stored; the header links to the other editions. */
export const EditionsPage = observer(function EditionsPage() {
  const { preferences } = useStores()
  const { t } = useTranslation('home')
  const localize = useLocalized()
  const navigate = useNavigate()

  function handleEnter(edition: Edition) {
    preferences.enter(edition)
    void navigate(editionFacts[edition].home)
  }

  return (
    <div className="editions">
      <h1>{t('editions.title')}</h1>
      <p>{t('editions.text')}</p>
      <ul>
        {editions.map((edition) => (
          <li key={edition} data-edition={edition} data-current={preferences.edition === edition || undefined}>
            <button
              type="button"
              aria-describedby={`edition-${edition}-text`}
              aria-current={preferences.edition === edition || undefined}
              onClick={() => handleEnter(edition)}
            >
              <EditionArt edition={edition} />
              {localize(editionFacts[edition].words)}
            </button>
            <p id={`edition-${edition}-text`}>{t(`editions.${edition}`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
})
