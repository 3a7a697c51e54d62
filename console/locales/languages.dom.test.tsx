import { act, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getEntity } from '../../contract/entities.ts'
import { PreferenceSwitches } from '../app/shell/PreferenceSwitches.tsx'
import { EntityForm } from '../crud/form/EntityForm.tsx'
import { openPart } from '../testing/openConsole.tsx'
import { languages } from './languages.ts'

/** A language whose texts are the English ones in brackets. Texts without brackets are not translatable. */
const pseudo = 'qps-ploc'
const model = getEntity('model')
let remove = (): void => undefined

beforeEach(() => {
  for (const namespace of Object.keys(i18next.getDataByLanguage('en-us') ?? {})) {
    i18next.addResourceBundle(pseudo, namespace, translate(i18next.getResourceBundle('en-us', namespace)))
  }
  const declared = Object.fromEntries(collectTexts(model).map((text) => [text, `[${text}]`]))
  remove = languages.add(pseudo, { name: 'Pseudo', tag: 'en-XA' }, declared)
  // The list of languages is read once at the start of the console.
  const { supportedLngs } = i18next.options
  if (Array.isArray(supportedLngs)) supportedLngs.push(pseudo)
})
afterEach(async () => {
  await act(() => i18next.changeLanguage('en-us'))
  for (const namespace of Object.keys(i18next.getDataByLanguage(pseudo) ?? {}))
    i18next.removeResourceBundle(pseudo, namespace)
  const { supportedLngs } = i18next.options
  if (Array.isArray(supportedLngs)) supportedLngs.pop()
  remove()
})

test('the switch offers each language in turn', async () => {
  const { user } = await openPart(<PreferenceSwitches />)
  await user.click(screen.getByRole('button', { name: 'Pseudo' }))
  expect(await screen.findByRole('button', { name: '中文' })).toBeDefined()
})

test('texts of the console and of declarations follow a third language', async () => {
  await openPart(<EntityForm shape={{ entity: model }} row={null} onClose={() => undefined} onDone={() => undefined} />)
  await act(() => i18next.changeLanguage(pseudo))
  expect(await screen.findByText(`[${model.fields['name']?.words.en}]`)).toBeDefined()
  const plain = [...document.querySelectorAll('label, button, .ant-modal-title')]
    .map((element) => element.textContent ?? '')
    .filter((text) => /[a-z]{2}/i.test(text) && !text.includes('['))
  expect(plain).toEqual([])
})

test('a text that a language lacks is English', () => {
  expect(languages.localize(pseudo, { en: 'Unknown text', zh: '未知文本' })).toBe('Unknown text')
})

function translate(value: unknown): unknown {
  if (typeof value === 'string') return `[${value}]`
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translate(each)]))
}

/** All English texts of a declaration. */
function collectTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'en' in value && 'zh' in value && typeof value.en === 'string' ? [value.en] : []
  return [...own, ...Object.values(value).flatMap(collectTexts)]
}
