import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../kit/page/PlainButton.tsx'
import { languages } from '../../locales/languages.ts'
import { useStores } from '../../stores/root.ts'

/** Switches for language and theme. The language button is labelled in the language it switches to. */
export const PreferenceSwitches = observer(function PreferenceSwitches() {
  const { preferences } = useStores()
  const { t } = useTranslation('shell')
  const next = languages.getNext(preferences.language)
  const { name, tag } = languages.getInfo(next)
  const isLight = preferences.theme === 'light'
  const themeWords = t(isLight ? 'theme.toDark' : 'theme.toLight')
  return (
    <>
      <PlainButton lang={tag} onClick={() => preferences.setLanguage(next)}>
        <svg {...drawn}>
          <circle cx="12" cy="12" r="9" />
          <path d="M3 12h18M12 3c3 3 3.6 6 3.6 9s-.6 6-3.6 9c-3-3-3.6-6-3.6-9s.6-6 3.6-9z" />
        </svg>
        {name}
      </PlainButton>
      <PlainButton
        aria-label={themeWords}
        title={themeWords}
        onClick={() => preferences.setTheme(isLight ? 'dark' : 'light')}
      >
        {isLight ? (
          <svg {...drawn}>
            <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
          </svg>
        ) : (
          <svg {...drawn}>
            <circle cx="12" cy="12" r="4.2" />
            <path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2" />
          </svg>
        )}
      </PlainButton>
    </>
  )
})

const drawn = {
  viewBox: '0 0 24 24',
  width: 16,
  height: 16,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.7,
  'aria-hidden': true,
} as const
