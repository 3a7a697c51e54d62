import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { editionFacts } from '../app/editions.ts'
import { useSay } from '../kit/useSay.ts'
import { editions, type Edition } from '../stores/preferences.ts'
import { useStores } from '../stores/root.ts'
import { EditionArt } from './EditionArt.tsx'
import './editions.css'

/** After the first sign-in: which system one works with. It is remembered, and the header leads to the others. */
export const EditionsPage = observer(function EditionsPage() {
  const { preferences } = useStores()
  const { t } = useTranslation('home')
  const say = useSay()
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
          <li key={edition}>
            <button
              type="button" data-edition={edition} aria-labelledby={`edition-${edition}`} aria-describedby={`edition-${edition}-text`}
              aria-current={preferences.edition === edition || undefined} onClick={() => handleEnter(edition)}
            >
              <EditionArt edition={edition} />
              <b id={`edition-${edition}`}>{say(editionFacts[edition].words)}</b>
              <span id={`edition-${edition}-text`} aria-hidden>{t(`editions.${edition}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
})
