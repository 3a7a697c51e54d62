import { expect, test } from 'vitest'
import { createExternalFetch } from './externalFetch.ts'
import { type CallFailure, ownFailure } from './failure.ts'

const forbidden = (): CallFailure => ownFailure('data.forbidden')

/** Console with a fake server and browser; `asked` records the requests. */
function rig({ server, browser }: { server: () => Promise<string>; browser?: () => Promise<Response> }) {
  const requests: unknown[] = []
  const externalFetch = createExternalFetch(
    {
      text: (_id, input) => {
        requests.push(['server', input])
        return server()
      },
    },
    (url, init) => {
      requests.push(['browser', url, init])
      return browser ? browser() : Promise.reject(new TypeError('refused by the content policy'))
    },
  )
  return { elsewhere: externalFetch, requests }
}

test('another site is asked through our own server', async () => {
  const { elsewhere: externalFetch, requests } = rig({ server: async () => '{"a":1}' })
  expect(await externalFetch('https://data.example/a?b=1&c=2')).toBe('{"a":1}')
  expect(requests).toEqual([['server', { query: { url: 'https://data.example/a?b=1&c=2' } }]])
})

test('a site blocked for the server is fetched by the browser if the policy allows it, without credentials or referrer, and directly from then on', async () => {
  const { elsewhere: externalFetch, requests } = rig({
    server: async () => {
      throw forbidden()
    },
    browser: async () => new Response('direct'),
  })
  expect([await externalFetch('https://data.example/a'), await externalFetch('https://data.example/b')]).toEqual([
    'direct',
    'direct',
  ])
  expect(requests.map((one) => (Array.isArray(one) ? one[0] : one))).toEqual(['server', 'browser', 'browser'])
  expect(requests[1]).toEqual([
    'browser',
    'https://data.example/a',
    { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store', redirect: 'error' },
  ])
})

test("a site that neither may ask fails with the server's words, and breaks the policy once only", async () => {
  const { elsewhere: externalFetch, requests } = rig({
    server: async () => {
      throw forbidden()
    },
  })
  await expect(externalFetch('https://data.example/a')).rejects.toMatchObject({ error: 'data.forbidden' })
  await expect(externalFetch('https://data.example/b')).rejects.toMatchObject({ error: 'data.forbidden' })
  expect(requests.filter((one) => Array.isArray(one) && one[0] === 'browser')).toHaveLength(1)
})

test('a request that fails for another reason is not retried by the browser', async () => {
  const { elsewhere: externalFetch, requests } = rig({
    server: async () => {
      throw ownFailure('data.failed')
    },
  })
  await expect(externalFetch('https://data.example/a')).rejects.toMatchObject({ error: 'data.failed' })
  expect(requests).toHaveLength(1)
})
