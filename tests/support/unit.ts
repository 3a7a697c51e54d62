import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

// Unit tests of a worker share their modules, i18next's instance among them. Each file begins without words, as if it ran alone: texts are
// their keys until the file loads its own.
await i18next.use(initReactI18next).init({ lng: 'en', resources: {}, interpolation: { escapeValue: false } })
