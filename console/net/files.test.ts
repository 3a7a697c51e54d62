import { expect, test } from 'vitest'
import type { CallFailure } from './failure.ts'
import { createFilesClient, type FilesOptions } from './files.ts'
import type { TransferRequest, TransferResponse } from './transport.ts'

const stored = { id: '1f', name: 'plan.png', bytes: 3, type: 'image/png' }

function createClient(
  more: Partial<FilesOptions> = {},
  answer: TransferResponse | Error = {
    status: 200,
    text: JSON.stringify({ code: 200, msg: 'ok', fileName: '1f', data: stored }),
  },
) {
  const failures: CallFailure[] = []
  const ended: number[] = []
  const sent: TransferRequest[] = []
  const client = createFilesClient({
    baseUrl: () => 'http://server.test',
    token: () => 'secret',
    onUnauthorised: (code) => ended.push(code),
    onFailure: (failure) => failures.push(failure),
    transport: (sending) => {
      sent.push(sending)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    ...more,
  })
  return { client, failures, ended, sent }
}

const file = new File(['abc'], 'plan.png', { type: 'image/png' })
const answering = (body: BodyInit, init: ResponseInit = {}) => {
  const requests: [string, RequestInit | undefined][] = []
  const fetch = (input: RequestInfo | URL, init_?: RequestInit): Promise<Response> => {
    requests.push([input instanceof Request ? input.url : String(input), init_])
    return Promise.resolve(new Response(body, init))
  }
  return { requests, fetch }
}
const json = { headers: { 'content-type': 'application/json' } }

test('section 7: a file is uploaded as multipart with the bearer token, pictures to /common/upload and others to /iot/tool/upload', async () => {
  const { client, sent } = createClient()
  expect(await client.upload(file, { purpose: 'picture', project: 'tunnel' })).toEqual(stored)
  await client.upload(file, { purpose: 'firmware' })
  expect(sent.map(({ url }) => url)).toEqual([
    'http://server.test/common/upload?purpose=picture&project=tunnel',
    'http://server.test/iot/tool/upload?purpose=firmware',
  ])
  expect(sent[0]?.headers).toEqual({ authorization: 'Bearer secret' })
  expect(sent[0]?.form.get('file')).toBeInstanceOf(File)
})

test('section 7: a server that answers only code, fileName and msg is understood', async () => {
  const { client } = createClient(
    {},
    { status: 200, text: '{"code":200,"msg":"ok","fileName":"/profile/upload/plan.png"}' },
  )
  expect(await client.upload(file, { purpose: 'picture' })).toEqual({
    id: '/profile/upload/plan.png',
    name: 'plan.png',
    bytes: 3,
    type: 'image/png',
  })
})

test('section 8: a response code other than 200 fails with a message to check the configuration', async () => {
  const { client, failures } = createClient({}, { status: 200, text: '{"code":500,"msg":"disk"}' })
  await expect(client.upload(file, { purpose: 'file' })).rejects.toThrow()
  expect(failures.map(({ words, manner }) => [words, manner])).toEqual([
    [{ en: 'Upload failed. Check the server configuration.', zh: '文件上传失败，请检查配置' }, 'toast'],
  ])
})

test('section 8: without a response, the message is: upload failed, try again', async () => {
  for (const answer of [new Error('no answer'), { status: 502, text: '<html>' }]) {
    const { client, failures } = createClient({}, answer)
    await expect(client.upload(file, { purpose: 'file' })).rejects.toThrow()
    expect(failures.map(({ words }) => words.en)).toEqual(['Upload failed. Try again.'])
  }
})

test('a file that the server rejects shows the specific message of the server', async () => {
  const { client, failures } = createClient({}, { status: 415, text: '{"code":415,"msg":"x","error":"file.type"}' })
  await expect(client.upload(file, { purpose: 'file' })).rejects.toThrow()
  expect(failures[0]?.words.zh).toBe('附件格式错误：不支持该文件类型，或文件内容与扩展名不符，请重新导入')
})

test('uploads and downloads report an ended session', async () => {
  const body = '{"code":1,"msg":"x","error":"session.expired"}'
  const { client, ended, failures } = createClient(
    { fetch: answering(body, { status: 401, ...json }).fetch },
    { status: 401, text: body },
  )
  await expect(client.upload(file, { purpose: 'file' })).rejects.toThrow()
  await expect(client.download('1f')).rejects.toThrow()
  expect([ended, failures]).toEqual([[1, 1], []])
})

test('section 7: the download-filename header names the file, and baseUrl and bearer are as for every call', async () => {
  const { requests, fetch } = answering('abc', {
    headers: { 'download-filename': encodeURIComponent('检修 1.txt'), 'content-type': 'text/plain' },
  })
  const { client } = createClient({ fetch })
  const { name, blob } = await client.download('1f')
  expect([name, await blob.text()]).toEqual(['检修 1.txt', 'abc'])
  expect(requests[0]?.[0]).toBe('http://server.test/common/download?fileName=1f&delete=false')
  expect(requests[0]?.[1]?.headers).toEqual({ authorization: 'Bearer secret' })
  await client.zip(['1f', '2f'])
  await client.resource('1f')
  expect(requests.slice(1).map(([url]) => url)).toEqual([
    'http://server.test/common/download/zip?files=1f%2C2f',
    'http://server.test/common/download/resource?resource=1f',
  ])
})

test("section 8: a download's error is parsed as JSON: words by the table, else msg, else a default", async () => {
  const cases: [string, ResponseInit, string][] = [
    [
      '{"code":404,"msg":"x","error":"object.missing"}',
      { status: 404, ...json },
      'The requested resource does not exist',
    ],
    ['{"code":403,"msg":"other words"}', { status: 200, ...json }, 'No permission for the current operation'],
    ['{"code":560,"msg":"The disk is full"}', { status: 200, ...json }, 'The disk is full'],
    ['{"code":500}', { status: 500, ...json }, 'Download failed. Contact your administrator.'],
    ['<html>', { status: 502 }, 'Download failed. Contact your administrator.'],
  ]
  for (const [body, init, words] of cases) {
    const { client, failures } = createClient({ fetch: answering(body, init).fetch })
    await expect(client.download('1f')).rejects.toThrow()
    expect(failures.map((failure) => failure.words.en)).toEqual([words])
  }
})

test('section 8: blob answers pass through as they are, also of any zip path', async () => {
  const bytes = Uint8Array.from([0x50, 0x4b, 3, 4, 0, 255])
  const { requests, fetch } = answering(bytes, { headers: { 'content-type': 'application/zip' } })
  const { client } = createClient({ fetch })
  const { blob } = await client.blob('/system/code.zip', { tables: 'a' })
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
  expect(requests[0]?.[0]).toBe('http://server.test/system/code.zip?tables=a')
})

test('section 7: the bearer token is sent neither to the video service nor to api/v1', async () => {
  const { requests, fetch } = answering('x')
  const { client } = createClient({ fetch })
  await client.blob('/api/v1/picture')
  await client.blob('/video-service/cover')
  expect(requests.map(([, init]) => init?.headers)).toEqual([{}, {}])
})

test('a JSON file is a file', async () => {
  const { client } = createClient({
    fetch: answering('{"code":7}', { headers: { 'content-type': 'application/json', 'download-filename': 'a.json' } })
      .fetch,
  })
  expect(await (await client.download('1f')).blob.text()).toBe('{"code":7}')
})

test('an abort is no failure', async () => {
  const running = new AbortController()
  const { client, failures } = createClient({
    fetch: (_input, init) =>
      new Promise((_done, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('aborted')))),
  })
  const requests = client.download('1f', running.signal)
  running.abort()
  await expect(requests).rejects.toThrow('aborted')
  expect(failures).toEqual([])
})

test('section 8: a download of which nothing comes any more times out, one that is slow does not', async () => {
  const slow =
    (chunks: number, isEnding: boolean) =>
    (_input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
        pull: (stream) =>
          new Promise((done) =>
            setTimeout(() => {
              if (sent++ < chunks) stream.enqueue(new Uint8Array(4))
              else if (isEnding) stream.close()
              done(undefined)
            }, 120),
          ),
      })
      return Promise.resolve(
        new Response(body, { headers: { 'content-type': 'text/plain', 'download-filename': 'a.txt' } }),
      )
    }
  const patient = createClient({ fetch: slow(6, true), idleMs: 600 })
  const { blob } = await patient.client.download('1f')
  expect([blob.size, blob.type]).toEqual([24, 'text/plain'])
  const hanging = createClient({ fetch: slow(2, false), idleMs: 600 })
  await expect(hanging.client.download('1f')).rejects.toThrow()
  expect(hanging.failures.map(({ words }) => words.en)).toEqual(['Processing timed out'])
})
