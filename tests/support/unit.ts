import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

// Unit tests of a worker share modules, including i18next. Each file starts without translations, as if run alone:
// texts are keys until the file loads its own.
await i18next.use(initReactI18next).init({ lng: 'en', resources: {}, interpolation: { escapeValue: false } })
