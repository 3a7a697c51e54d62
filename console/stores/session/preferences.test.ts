import { expect, test } from 'vitest'
import { fakeStorage } from '../../testing/fakes.ts'
import { PreferencesStore } from './preferences.ts'

test('section 1: English by default, the language saved in the session otherwise', () => {
  const session = fakeStorage()
  expect(new PreferencesStore(session, fakeStorage(), false).language).toBe('en-us')
  new PreferencesStore(session, fakeStorage(), false).setLanguage('zh-cn')
  expect(session.getItem('language')).toBe('zh-cn')
  expect(new PreferencesStore(session, fakeStorage(), false).language).toBe('zh-cn')
})

test('a new session speaks the language last chosen; an unknown one is English', () => {
  const lasting = fakeStorage({ language: 'zh-cn' })
  expect(new PreferencesStore(fakeStorage(), lasting, false).language).toBe('zh-cn')
  expect(new PreferencesStore(fakeStorage({ language: 'xx' }), fakeStorage(), false).language).toBe('en-us')
})

test('the theme follows the machine until one is chosen', () => {
  const lasting = fakeStorage()
  expect(new PreferencesStore(fakeStorage(), lasting, true).theme).toBe('dark')
  new PreferencesStore(fakeStorage(), lasting, true).setTheme('light')
  expect(new PreferencesStore(fakeStorage(), lasting, true).theme).toBe('light')
})

test('columns chosen in two tabs stand beside each other', () => {
  const lasting = fakeStorage()
  const [one, other] = [
    new PreferencesStore(fakeStorage(), lasting, false),
    new PreferencesStore(fakeStorage(), lasting, false),
  ]
  one.showColumns('poles', ['name'])
  other.showColumns('loops', ['state'])
  const again = new PreferencesStore(fakeStorage(), lasting, false)
  expect([again.getColumns('poles'), again.getColumns('loops')]).toEqual([['name'], ['state']])
})

test('columns are stored for each page and default to the columns stored for its entity', () => {
  const lasting = fakeStorage({ columns: JSON.stringify({ pole: ['name', 'lamp'] }) })
  const preferences = new PreferencesStore(fakeStorage(), lasting, false)
  expect(preferences.getColumns('/instdet1', 'pole')).toEqual(['name', 'lamp'])
  preferences.showColumns('/instdet1', ['name'])
  preferences.showColumns('/areas/lights', null)
  const again = new PreferencesStore(fakeStorage(), lasting, false)
  expect(['/instdet1', '/areas/lights', '/others'].map((path) => again.getColumns(path, 'pole'))).toEqual([
    ['name'],
    null,
    ['name', 'lamp'],
  ])
})

test('a language and a theme chosen in one tab hold in the others too, also after they are loaded again', () => {
  const lasting = fakeStorage()
  const session = fakeStorage()
  const events = new EventTarget()
  const [one, other] = [
    new PreferencesStore(fakeStorage(), lasting, false),
    new PreferencesStore(session, lasting, false, events),
  ]
  one.setLanguage('zh-cn')
  one.setTheme('dark')
  expect([other.language, other.theme]).toEqual(['en-us', 'light'])
  events.dispatchEvent(new Event('storage'))
  const again = new PreferencesStore(session, lasting, false)
  expect([other.language, other.theme, again.language]).toEqual(['zh-cn', 'dark', 'zh-cn'])
})

test('the project looked at last is kept for each account of a browser', () => {
  const lasting = fakeStorage()
  const first = new PreferencesStore(fakeStorage(), lasting, false)
  expect(first.getLastProject('ann')).toBeNull()
  first.setLastProject('ann', 'street')
  first.setLastProject('bob', 'tunnel')
  first.setLastProject('ann', 'factory')
  const again = new PreferencesStore(fakeStorage(), lasting, false)
  expect([again.getLastProject('ann'), again.getLastProject('bob'), again.getLastProject('eve')]).toEqual([
    'factory',
    'tunnel',
    null,
  ])
  expect(
    new PreferencesStore(fakeStorage(), fakeStorage({ projects: '{"ann":7' }), false).getLastProject('ann'),
  ).toBeNull()
})
