import { expect, test } from 'vitest'
import { getEntity } from '../../../contract/entities.ts'
import { editions } from '../../stores/session/preferences.ts'
import type { EntityPage } from './page.ts'
import { allPages, getEditionSwitch, getHighlightedPath, isEntityPage, uniqueByName } from './pages.ts'

const words = import.meta.glob<Readonly<Record<string, unknown>>>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
})
const languages = ['en-us', 'zh-cn'] as const

const withMore = allPages.flatMap(({ path, shows }) => (isEntityPage(shows) && shows.more ? [{ path, shows }] : []))

test.each(withMore)(
  'the extra configuration of $path refers to existing fields and has texts in both languages',
  async ({ shows }) => {
    const { cells = {}, editors = {}, rowActions = [] } = await loadMore(shows)
    const { fields } = getEntity(shows.entity)
    expect(Object.keys(fields)).toEqual(expect.arrayContaining([...Object.keys(cells), ...Object.keys(editors)]))
    for (const { label } of rowActions)
      expect(languages.map((language) => typeof wordsAt(language, label))).toEqual(['string', 'string'])
  },
)

test('without a chosen system, the menu lists each entry of a group once and highlights it for all variants of its page', () => {
  const menu = uniqueByName(allPages.filter(({ group }) => group !== undefined))
  const names = menu.map(({ group, words: { en } }) => `${group} ${en}`)
  expect(names).toEqual([...new Set(names)])
  expect(['/instdet1', '/instdet1ob', '/instdet1tunnel'].map((path) => getHighlightedPath(path, menu))).toEqual([
    '/instdet1',
    '/instdet1',
    '/instdet1',
  ])
})

test('a page outside the menu highlights its list if it names one, otherwise nothing', () => {
  const menu = allPages.filter(({ group }) => group !== undefined)
  expect(
    ['/editions', '/profile', '/scene/list/edit', '/nowhere'].map((path) => getHighlightedPath(path, menu)),
  ).toEqual([undefined, undefined, '/scene/list', '/homepage'])
})

test('a page that the menu of the system lacks takes its own system with it: a home always, a face that another has never', () => {
  expect(getEditionSwitch('/homepageofflinemaptunnel', 'street')).toBe('tunnel')
  expect(getEditionSwitch('/tunnelsections', 'industry')).toBe('tunnel')
  expect(getEditionSwitch('/homepage', 'tunnel')).toBe('street')
  expect(
    ['/homepage', '/instdet1tunnel', '/camerainstalltunnel', '/alarms', '/profile', '/nowhere'].map((path) =>
      getEditionSwitch(path, 'street'),
    ),
  ).toEqual([null, null, null, null, null, null])
  // Before an edition is chosen, the menu contains all pages, and opening a page does not choose an edition.
  expect(getEditionSwitch('/homepageofflinemaptunnel', null)).toBeNull()
  // The menu therefore always highlights an entry in the group of the current page.
  for (const edition of editions) {
    for (const { path, group } of allPages) {
      const menu = allPages.filter(
        (page) =>
          page.group !== undefined && (page.editions?.includes(getEditionSwitch(path, edition) ?? edition) ?? true),
      )
      if (group !== undefined)
        expect(menu.find((page) => page.path === getHighlightedPath(path, menu))?.group).toBe(group)
    }
  }
})

const loadMore = async ({ more }: EntityPage) => (await more?.()) ?? {}

function wordsAt(language: string, label: string): unknown {
  const [screen, key = ''] = label.split(':')
  return key
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null
          ? Object.entries(found).find(([each]) => each === name)?.[1]
          : undefined,
      words[`../../locales/${language}/${screen}.json`],
    )
}
