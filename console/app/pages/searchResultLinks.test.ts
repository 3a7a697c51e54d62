import { expect, it } from 'vitest'
import { findableEntities } from '../../../contract/routes/search.ts'
import { searchResultLinks } from './searchResultLinks.ts'
import { allPages } from './pages.ts'

const found = (kind: Parameters<typeof searchResultLinks>[0][number]['kind'], title = 'One & two') => ({
  kind,
  id: 'x1',
  title,
  detail: '',
  project: 'street',
})

it('a found drawing runs, another thing stands alone in its own list, whatever its name', () => {
  expect(searchResultLinks([found('drawing'), found('device')], allPages).map(({ path }) => path)).toEqual([
    '/scada/topo/fullscreen?id=x1',
    '/platform/devices?search=One+%26+two&project=street',
  ])
})

it('every kind that the server finds has a page', () => {
  expect(findableEntities.filter((kind) => searchResultLinks([found(kind)], allPages).length !== 1)).toEqual([])
})

it('omits results of lists that are not available to the user', () => {
  expect(
    searchResultLinks(
      [found('account')],
      allPages.filter(({ role }) => role === undefined),
    ),
  ).toEqual([])
})
