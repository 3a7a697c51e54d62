import { expect, it } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { groupByProject, loadNotes } from './noteList.ts'

const createRow = (at: number): Row =>
  JSON.parse(
    JSON.stringify({
      id: `note${at}`,
      revision: 1,
      project: 'street',
      createdAt: 0,
      createdBy: 'ann',
      updatedAt: 0,
      updatedBy: 'ann',
      titles: {},
      note: 'Filter cleaned',
      at,
      until: null,
      tag: null,
      isPublic: true,
    }),
  )

async function load(rows: readonly Row[], total: number) {
  const queries: EntityQuery[] = []
  const loaded = await loadNotes(
    {
      list: (query) => {
        queries.push(query)
        return Promise.resolve({ rows, total })
      },
    },
    { project: 'street', tags: ['street/a/x', 'street/b/y'], from: 0, to: 100 },
    {},
  )
  return { loaded, queries }
}

it('requests only annotations of the tags and of all tags', async () => {
  const { queries } = await load([createRow(5)], 1)
  expect(queries).toMatchObject([{ project: 'street', filter: { tag: 'street/a/x,street/b/y,' } }])
})

it('reports before which time annotations are missing', async () => {
  expect((await load([createRow(9), createRow(5)], 2)).loaded.missingBefore).toBeNull()
  expect((await load([createRow(9), createRow(5)], 80)).loaded.missingBefore).toBe(5)
})

it('groups tags by project', () => {
  expect([...groupByProject(['street/a/x', 'tunnel/b/y', 'street/c/z'])]).toEqual([
    ['street', ['street/a/x', 'street/c/z']],
    ['tunnel', ['tunnel/b/y']],
  ])
})
