import { when } from 'mobx'
import { expect, test } from 'vitest'
import { camera } from '../../../contract/lighting/camera.ts'
import { createEntityClient } from '../../net/entityClient.ts'
import { fakeClient, fakeRows, fakeServer } from '../../testing/fakes.ts'
import { allPages } from './allPages.ts'
import { RowWindow } from './rowWindow.ts'

const all = Array.from({ length: 120 }, (_, index) => `c${index + 1}`)

test.each([1, 4, 9])('every one of 120 cameras is on a page of %i pictures, none of them twice', async (count) => {
  const window = new RowWindow(createEntityClient(fakeClient(fakeServer(fakeRows(() => all)).fetch), camera))
  const shown: string[] = []
  for (let first = 0; first < all.length; first += count) {
    window.show({ first, count, sort: 'name' })
    await when(() => window.loading === null)
    expect([window.failure, window.total]).toEqual([null, all.length])
    shown.push(...window.rows.map(({ id }) => id))
  }
  expect(shown).toEqual(all)
})

test('every page of a listing is read, also where the last one is full', async () => {
  for (const count of [0, 49, 50, 100, 120]) {
    const client = createEntityClient(fakeClient(fakeServer(fakeRows(() => all.slice(0, count))).fetch), camera)
    expect((await allPages((page) => client.list(page))).map(({ id }) => id)).toEqual(all.slice(0, count))
  }
})
