import { describe, expect, it } from 'vitest'
import { CallFailure } from './failure.ts'
import { createExternalService, acceptsBearer } from './externalService.ts'

interface SentRequest {
  readonly url: string
  readonly method: string
  readonly bearer: string | null
  readonly type: string | null
  readonly body: string
}

function service(answer: unknown, status = 200) {
  const requests: SentRequest[] = []
  const through: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push({
      url: request.url,
      method: request.method,
      bearer: request.headers.get('authorization'),
      type: request.headers.get('content-type'),
      body: await request.text(),
    })
    return Response.json(answer, { status })
  }
  const camera = createExternalService({ url: 'https://camera.test/api/', token: () => 'secret', fetch: through })
  return { camera, requests }
}

describe('section 7: helpers for the camera service', () => {
  it('get with nested query parameters, empty ones dropped', async () => {
    const { camera, requests } = service({ code: 200, data: [1] })
    expect(await camera.get('/devices', { page: { size: 5 }, name: '', kind: null })).toEqual([1])
    expect(requests[0]).toMatchObject({
      url: 'https://camera.test/api/devices?page%5Bsize%5D=5',
      method: 'GET',
      bearer: 'Bearer secret',
    })
  })

  it('post as a form', async () => {
    const { camera, requests } = service({ code: '200', data: { token: 't' } })
    expect(await camera.postForm('token', { appKey: 'a b', empty: undefined })).toEqual({ token: 't' })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      type: 'application/x-www-form-urlencoded;charset=utf-8',
      body: 'appKey=a%20b',
    })
  })

  it('fails on a body code other than 200, with the words of the body', async () => {
    const failed = await service({ code: 10_002, msg: 'accessToken expired' })
      .camera.get('live')
      .catch((thrown: unknown) => thrown)
    expect(failed).toBeInstanceOf(CallFailure)
    expect(failed).toMatchObject({ code: 10_002, words: { en: 'accessToken expired' } })
  })

  it('is not there without an address', async () => {
    await expect(createExternalService({ url: undefined, token: () => null }).get('live')).rejects.toBeInstanceOf(
      CallFailure,
    )
  })
})

describe('section 7: the bearer', () => {
  it.each([
    ['https://x.test/video-service/live', false],
    ['https://x.test/api/v1/devices', false],
    ['https://x.test/api/v1', false],
    ['https://x.test/api/v10', true],
    ['https://x.test/api/devices', true],
  ])('to %s: %s', (address, isTaken) => expect(acceptsBearer(address)).toBe(isTaken))
})
