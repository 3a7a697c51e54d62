import { expect, it } from 'vitest'
import { searchText } from '../../../../contract/routes/fields.ts'
import { checkModel, listedQuery } from './modelCheck.ts'

const signal = new AbortController().signal
const answering = (body: string | null, init?: ResponseInit) => async () => new Response(body, init)

it('recognizes a model by its first bytes and rejects an error page', async () => {
  expect(await checkModel('/a', signal, answering('glTF\u0002\u0000'))).toBe('model')
  expect(
    await checkModel(
      '/a',
      signal,
      answering('\n {"asset":{"version":"2.0"}}', { headers: { 'content-type': 'model/gltf+json' } }),
    ),
  ).toBe('model')
  expect(
    await checkModel('/a', signal, answering('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
  ).toBe('other')
  expect(await checkModel('/a', signal, answering(''))).toBe('other')
})

it('reports a missing model if the server does not respond or returns 404', async () => {
  expect(await checkModel('/a', signal, answering('gone', { status: 404 }))).toBe('none')
  expect(
    await checkModel('/a', signal, async () => {
      throw new TypeError('refused')
    }),
  ).toBe('none')
})

it.each(['/a.glb', `/${'x'.repeat(1999)}`, `/${'x'.repeat(98)}𝒳.glb`])(
  'searches the model list for a URL within the search limits: %s',
  (url) => {
    const { search = '' } = listedQuery(url)
    expect(searchText.safeParse(search).success).toBe(true)
    expect([search === '', url.startsWith(search)]).toEqual([false, true])
  },
)
