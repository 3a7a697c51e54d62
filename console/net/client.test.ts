import { newDrawing } from '@mimic/engine/document'
import { expect, test, vi } from 'vitest'
import { unattendedHeader } from '../../contract/access.ts'
import { errors } from '../../contract/errors.ts'
import { fakeClient, fakeServer, good } from '../testing/fakes.ts'
import { CallFailure } from './failure.ts'

const page = good({ rows: [], total: 0 })
const getFailure = async (call: Promise<unknown>): Promise<CallFailure> => {
  try {
    await call
  } catch (thrown) {
    if (thrown instanceof CallFailure) return thrown
    throw thrown
  }
  throw new Error('the call did not fail')
}
const problem = (code: number, more = {}) => ({
  status: code < 400 || code > 599 ? 400 : code,
  body: { code, msg: 'said by the server', ...more },
})

test('section 6: the bearer is attached unless the header isToken is false', async () => {
  const server = fakeServer(() => page)
  const client = fakeClient(server.fetch, { token: () => 'secret' })
  await client.call('drawing.list')
  await client.call('drawing.list', {}, { headers: { isToken: false } })
  expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer secret', null])
  expect(server.requests.some(({ headers }) => headers.has('isToken'))).toBe(false)
})

test('section 8: requests of an unattended console do not keep the session alive, except those of a wall display', async () => {
  const server = fakeServer(() => page)
  let isAlone = false
  const client = fakeClient(server.fetch, { isUnattended: () => isAlone })
  await client.call('drawing.list')
  isAlone = true
  await client.call('drawing.list')
  await client.call('drawing.list', {}, { isAttended: true })
  expect(server.requests.map(({ headers }) => headers.get(unattendedHeader))).toEqual([null, '1', null])
})

test('section 8: a refusal of a session that was followed by another ends only its own', async () => {
  const ended = vi.fn()
  let token = 'old'
  const server = fakeServer(() => {
    token = 'new'
    return { status: 401, body: { code: 2, msg: 'ended' } }
  })
  await getFailure(fakeClient(server.fetch, { token: () => token, onUnauthorised: ended }).call('drawing.list'))
  expect(ended).not.toHaveBeenCalled()
  await getFailure(fakeClient(server.fetch, { token: () => token, onUnauthorised: ended }).call('drawing.list'))
  expect(ended).toHaveBeenCalledWith(2)
})

test('section 7: parameters of a get go into the address', async () => {
  const server = fakeServer(() => page)
  await fakeClient(server.fetch).call('drawing.list', { query: { page: 2, project: '', search: 'pump & tank' } })
  expect(server.requests[0]?.url).toBe('http://server.test/api/drawings?page=2&search=pump%20%26%20tank')
})

test('section 5: a repeated submission is rejected with the text of the specification, and repeatSubmit false passes', async () => {
  const server = fakeServer(() =>
    good({ id: 'c', tag: 'a/b/c', value: 1, by: 'me', state: 'queued', createdAt: 0, expiresAt: 1, result: null }),
  )
  const failureSpy = vi.fn()
  const client = fakeClient(server.fetch, { onFailure: failureSpy, now: () => 5 })
  const send = (headers = {}) =>
    client.call('command.send', { body: { tag: 'a/b/c', value: 1 } }, { idempotencyKey: 'k', headers })
  await send()
  const failure = await getFailure(send())
  await send({ repeatSubmit: false })
  expect(failure.words).toEqual({ en: 'Data is being processed, do not resubmit', zh: '数据正在处理，请勿重复提交' })
  expect(failureSpy).toHaveBeenCalledWith(failure)
  expect(server.requests).toHaveLength(2)
})

test('section 8: body code 500 is an error toast, 601 a warning toast, any other a notification', async () => {
  const codes = [500, 601, 409]
  const manners = await Promise.all(
    codes.map(
      async (code) => (await getFailure(fakeClient(fakeServer(() => problem(code)).fetch).call('drawing.list'))).manner,
    ),
  )
  expect(manners).toEqual(['toast', 'warning', 'notification'])
})

test('section 8: a body code other than 200 fails the call though the HTTP status is 200', async () => {
  const server = fakeServer(() => ({ body: { code: 601, msg: 'name taken' } }))
  const failure = await getFailure(fakeClient(server.fetch).call('drawing.list'))
  expect([failure.code, failure.words.en]).toEqual([601, 'name taken'])
})

test('section 8: the words come from the table by code, then the body, then a default', async () => {
  const getMessage = async (answer: ReturnType<typeof problem>) =>
    (await getFailure(fakeClient(fakeServer(() => answer).fetch).call('drawing.list'))).words.en
  expect(await getMessage(problem(400, { error: 'tag.range' }))).toBe(errors['tag.range'].words.en)
  expect(await getMessage(problem(403))).toBe('No permission for the current operation')
  expect(await getMessage(problem(409))).toBe('said by the server')
  expect(await getMessage(problem(409, { msg: '', message: 'said otherwise' }))).toBe('said otherwise')
  expect(await getMessage(problem(409, { msg: '' }))).toBe('Unknown system error, please report to the administrator')
})

test('section 8: 401 is reported to the session only, with its body code', async () => {
  const onUnauthorised = vi.fn()
  const onFailure = vi.fn()
  for (const code of [1, 2, 401]) {
    const server = fakeServer(() => ({ status: 401, body: { code, msg: '' } }))
    await getFailure(fakeClient(server.fetch, { onUnauthorised, onFailure }).call('drawing.list', {}, { quiet: true }))
  }
  expect(onUnauthorised.mock.calls).toEqual([[1], [2], [401]])
  expect(onFailure).not.toHaveBeenCalled()
})

test('section 8: the messages of the HTTP statuses 401, 403, 404 and others', async () => {
  const getMessage = async (status: number) =>
    (await getFailure(fakeClient(fakeServer(() => ({ status, text: '' })).fetch).call('drawing.list'))).words
  expect(await Promise.all([401, 403, 404, 502].map(getMessage))).toEqual([
    { en: 'Authentication failed, cannot access system resources', zh: '认证失败，无法访问系统资源' },
    { en: 'No permission for the current operation', zh: '当前操作没有权限' },
    { en: 'The requested resource does not exist', zh: '访问资源不存在' },
    { en: 'Unknown system error, please report to the administrator', zh: '系统未知错误，请反馈给管理员' },
  ])
})

test('section 9: a call without an answer is given up after 20,000 ms', async () => {
  vi.useFakeTimers()
  try {
    let isAborted = false
    const failed = getFailure(
      fakeClient(
        (_, init) =>
          new Promise((_done, fail) => {
            init?.signal?.addEventListener('abort', () => fail(init.signal?.reason))
          }),
      ).call('drawing.list'),
    ).finally(() => {
      isAborted = true
    })
    await vi.advanceTimersByTimeAsync(19_999)
    expect(isAborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await failed).words).toEqual({ en: 'Processing timed out', zh: '处理超时' })
  } finally {
    vi.useRealTimers()
  }
})

test("section 7: a drawing's own request is a get with the session, but without it to the video service and api/v1", async () => {
  const server = fakeServer(() => ({ text: '{"a":1}' }))
  const client = fakeClient(server.fetch, { token: () => 'secret' })
  const { signal } = new AbortController()
  expect(await client.get('/api/feed', signal)).toBe('{"a":1}')
  await client.get('/video-service/live', signal)
  await client.get('/api/v1/points?x=1', signal)
  expect(server.requests.map(({ method, headers }) => [method, headers.get('authorization')])).toEqual([
    ['GET', 'Bearer secret'],
    ['GET', null],
    ['GET', null],
  ])
  await expect(client.get('//elsewhere.test/x', signal)).rejects.toThrow()
})

test('a request of a drawing with an expired token is repeated once with the renewed token', async () => {
  let token = 'first'
  const server = fakeServer(() =>
    token === 'first' ? { status: 401, body: { code: 1, msg: '' } } : { text: '{"a":1}' },
  )
  const renewal = (refused?: string) =>
    refused === 'first'
      ? Promise.resolve().then(() => {
          token = 'second'
        })
      : null
  expect(
    await fakeClient(server.fetch, { token: () => token, renewal }).get('/api/feed', new AbortController().signal),
  ).toBe('{"a":1}')
  expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer first', 'Bearer second'])
})

test('section 7: request bodies are JSON', async () => {
  const server = fakeServer(() =>
    good({ id: 'c', tag: 'a/b/c', value: 1, by: 'me', state: 'queued', createdAt: 0, expiresAt: 1, result: null }),
  )
  await fakeClient(server.fetch).call('command.send', { body: { tag: 'a/b/c', value: 1 } }, { idempotencyKey: 'k' })
  expect([server.requests[0]?.headers.get('content-type'), server.requests[0]?.body]).toEqual([
    'application/json',
    { tag: 'a/b/c', value: 1 },
  ])
})

test('a save carries its revision and a command its idempotency key, and neither is sent without', async () => {
  const server = fakeServer(() => ({
    status: 412,
    body: { code: 412, msg: '', error: 'drawing.conflict', detail: { revision: 7, updatedBy: 'ann' } },
  }))
  const client = fakeClient(server.fetch)
  const drawing = newDrawing('a')
  const save = (revision?: number) =>
    client.call('drawing.save', { params: { id: 'd' }, body: { drawing } }, revision === undefined ? {} : { revision })
  const failure = await getFailure(save(6))
  expect(server.requests[0]?.headers.get('if-match')).toBe('"6"')
  expect([failure.error, failure.detail['revision'], failure.manner]).toEqual(['drawing.conflict', 7, 'silent'])
  await expect(save()).rejects.toThrow()
  expect(server.requests).toHaveLength(1)
})

test('an aborted call reports no failure', async () => {
  const onFailure = vi.fn()
  const aborted = new AbortController()
  const server = fakeServer(() => {
    aborted.abort()
    return page
  })
  await expect(
    fakeClient(server.fetch, { onFailure }).call('drawing.list', {}, { signal: aborted.signal }),
  ).rejects.toThrow()
  expect(onFailure).not.toHaveBeenCalled()
})

test('no answer and an answer that is no answer are failures with words', async () => {
  const lost = await getFailure(fakeClient(() => Promise.reject(new TypeError('fetch failed'))).call('session.signOut'))
  expect(lost.error).toBe('network.lost')
  const odd = await getFailure(fakeClient(fakeServer(() => good({ rows: 'none' })).fetch).call('drawing.list'))
  expect(odd.error).toBe('server.failed')
  const proxy = await getFailure(
    fakeClient(fakeServer(() => ({ status: 502, text: '<html>' })).fetch).call('session.signOut'),
  )
  expect([proxy.status, proxy.manner]).toEqual([502, 'notification'])
})

test('a picture is passed through as text', async () => {
  const server = fakeServer(() => ({ text: '<svg/>' }))
  expect(await fakeClient(server.fetch).text('drawing.thumbnail', { params: { id: 'd' } })).toBe('<svg/>')
})
