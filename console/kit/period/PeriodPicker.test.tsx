import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import words from '../../locales/en-us/period.json'
import type { Period } from './period.ts'
import { PeriodPicker } from './PeriodPicker.tsx'

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { period: words } } }))

function shown(value: Period) {
  const markup = renderToStaticMarkup(
    <PeriodPicker spans={['1h', '7d']} value={value} onChange={() => undefined} now={() => Date.UTC(2026, 10, 22)} />,
  )
  return {
    status: /role="status">([^<]*)</.exec(markup)?.[1],
    isLastChosen: /checked=""/.test(markup),
    fields: [...markup.matchAll(/placeholder="([^"]*)"[^>]*value="([^"]*)"/g)].map(([, name, text]) => [name, text]),
  }
}

test('a past period is described, and no preset that ends now is highlighted', () => {
  expect(shown({ kind: 'past', from: Date.UTC(2026, 1, 3, 4, 5), to: Date.UTC(2026, 1, 6, 7, 8) })).toEqual({
    status: 'Past period: 2026-02-03 04:05 to 2026-02-06 07:08. Not refreshed.',
    isLastChosen: false,
    fields: [
      ['From', '2026-02-03 04:05'],
      ['To', '2026-02-06 07:08'],
    ],
  })
})

test('a preset that ends now shows no past period', () => {
  expect(shown({ kind: 'last', span: '7d' })).toEqual({
    status: undefined,
    isLastChosen: true,
    fields: [
      ['From', ''],
      ['To', ''],
    ],
  })
})
