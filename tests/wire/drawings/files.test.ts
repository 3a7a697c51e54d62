import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { UploadedFile } from '../../../contract/routes.ts'
import {
  addAccount,
  callEntity,
  call,
  makeAccount,
  send,
  signIn,
  sqlIn,
  testPassword,
} from '../../support/server/api.ts'
import { computedMs } from '../../support/server/cpu.ts'
import { createJpeg, createPng, createXlsx } from '../../support/entities/samples.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let server: StartedServer
let admin: string
let inTunnel: string
let inStreet: string

beforeAll(async () => {
  server = await startServer()
  admin = await signIn(server)
  await bindDrawing('tunnel')
  inTunnel = (await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])).token
  inStreet = (await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])).token
})
afterAll(() => server?.stop())

async function bindDrawing(project: string): Promise<void> {
  const { data } = await call(server, 'drawing.create', { token: admin, body: { project, name: 'Bound' } })
  await sqlIn(server, 'update project set drawing = $1 where id = $2', [data.id, project])
}

interface UploadRequest {
  readonly purpose?: string
  readonly project?: string
  readonly token?: string
  readonly path?: string
}

async function upload(
  content: Uint8Array<ArrayBuffer> | Buffer | readonly Buffer[],
  name: string,
  { token = inTunnel, path = '/iot/tool/upload', ...query }: UploadRequest = {},
) {
  const form = new FormData()
  for (const part of Array.isArray(content) ? content : [content])
    form.append('file', new Blob([new Uint8Array(part as Buffer)]), name)
  const reply = await send(server, 'POST', `${path}?${new URLSearchParams(query).toString()}`, form, {
    authorization: `Bearer ${token}`,
  })
  return { ...reply, data: reply.data as UploadedFile, body: JSON.parse(reply.text) as Record<string, unknown> }
}

/** For a work order of the tunnel, which operators may write. */
const picture = (content: Buffer, name = 'a.png') =>
  upload(content, name, { purpose: 'picture', path: '/common/upload', project: 'tunnel' })
const fetchFile = (path: string, token = inTunnel) =>
  fetch(`${server.httpUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
const stored = (): string[] => readdirSync(join(server.dataDir, 'files'))
const refusedWith = async (reply: Promise<{ status: number; bad: { error?: string } }>) => {
  const { status, bad } = await reply
  return `${status} ${bad.error}`
}

it('a project has two gigabytes: of uploads that come at once no more are taken than there is room for', async () => {
  const room = 3
  const content = Buffer.from('x'.repeat(100))
  const {
    data: { id },
  } = await upload(content, 'first.txt', { project: 'tunnel' })
  await sqlIn(server, 'update stored_file set bytes = $1, uploader = $3 where id = $2', [
    limits.files.projectBytes - room * content.length,
    id,
    'somebody else',
  ])
  const replies = await Promise.all(
    Array.from({ length: 2 * room }, (_, n) => upload(content, `${n}.txt`, { project: 'tunnel' })),
  )
  expect(replies.map(({ status, bad }) => `${status} ${bad.error ?? ''}`).toSorted()).toEqual([
    ...Array.from({ length: room }, () => '200 '),
    ...Array.from({ length: room }, () => `${errors['file.full'].status} file.full`),
  ])
  // Files outside projects, or of another project, have a separate quota.
  expect(await refusedWith(upload(content, 'again.txt', { project: 'tunnel' }))).toContain('file.full')
  expect((await upload(content, 'other.txt', { project: 'street', token: inStreet })).status).toBe(200)
  await sqlIn(server, 'update stored_file set bytes = 100 where id = $1', [id])
})

describe('section 7: upload and download', () => {
  it("answers code 200, msg and fileName, and the file's own facts", async () => {
    for (const path of ['/iot/tool/upload', '/common/upload']) {
      const { status, body, data } = await upload(createPng(4, 3), 'plan.png', {
        purpose: 'picture',
        path,
        project: 'tunnel',
      })
      expect([status, body['code'], body['msg'], body['fileName']]).toEqual([200, 200, 'ok', data.id])
      expect(data).toMatchObject({ name: 'plan.png', type: 'image/png' })
      expect(existsSync(join(server.dataDir, 'files', data.id))).toBe(true)
    }
  })

  it('gives the file back with its name in download-filename, for saving only', async () => {
    const text = Buffer.from(`灯具 ${'clean lamps\n'.repeat(400)}`)
    const { data } = await upload(text, "检修 (1)'.txt")
    for (const path of [
      `/common/download?fileName=${data.id}`,
      `/common/download/resource?resource=${data.id}`,
      `/common/download?fileName=${data.id}&delete=true`,
    ]) {
      const response = await fetchFile(path)
      expect(Buffer.from(await response.arrayBuffer()).equals(text)).toBe(true)
      expect(decodeURIComponent(response.headers.get('download-filename') ?? '')).toBe("检修 (1)'.txt")
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''[\w%.()-]+$/),
        'content-security-policy': `sandbox; default-src 'none'`,
        'x-content-type-options': 'nosniff',
        'content-type': 'text/plain',
      })
    }
  })

  it('returns several files as one zip, with unique names', async () => {
    const ids = [
      (await upload(Buffer.from('one'), 'a.txt')).data.id,
      (await upload(Buffer.from('two'), 'a.txt')).data.id,
      (await picture(createPng(2, 2), 'p.png')).data.id,
    ]
    const response = await fetchFile(`/common/download/zip?files=${ids.join(',')}`)
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(entries)).toEqual(['a.txt', 'a (2).txt', 'p.png'])
    expect(Buffer.from(entries['a (2).txt'] ?? []).toString()).toBe('two')
  })

  it('takes each type that the specification names, and those of firmware and gallery', async () => {
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
    const good: [Buffer, string, string][] = [
      [ole, 'a.doc', 'file'],
      [ole, 'a.xls', 'file'],
      [ole, 'a.PPT', 'file'],
      [createXlsx(), 'a.xlsx', 'file'],
      [Buffer.from('%PDF-1.7\n%%EOF\n'), 'a.pdf', 'file'],
      [Buffer.from([0xb5, 0xc6]), 'gbk.txt', 'file'],
      [createJpeg(20, 10), 'a.jpeg', 'picture'],
      [createPng(9, 9), 'a.png', 'gallery'],
      [Buffer.from([0, 1, 2]), 'a.bin', 'firmware'],
      [Buffer.from(':0300300002337A1E\n:00000001FF\n'), 'a.hex', 'firmware'],
      [Buffer.from(zipSync({ 'fw/app.bin': new Uint8Array(10) })), 'a.zip', 'firmware'],
    ]
    for (const [content, name, purpose] of good)
      expect([name, (await upload(content, name, { purpose, token: admin })).status]).toEqual([name, 200])
  })
})

describe('file permissions', () => {
  it('rejects uploads and downloads without a session', async () => {
    const { data } = await upload(Buffer.from('x'), 'x.txt')
    const before = stored().length
    expect(await refusedWith(upload(Buffer.from('x'), 'x.txt', { token: 'none' }))).toBe('401 session.none')
    for (const path of [
      `/common/download?fileName=${data.id}`,
      `/common/download/resource?resource=${data.id}`,
      `/common/download/zip?files=${data.id}`,
    ]) {
      expect((await fetch(`${server.httpUrl}${path}`)).status).toBe(401)
    }
    expect(stored()).toHaveLength(before)
  })

  it('a project file is readable with access to the project, and otherwise missing like a nonexistent one', async () => {
    const { data } = await upload(Buffer.from('of the tunnel'), 'x.txt', { project: 'tunnel' })
    expect((await fetchFile(`/common/download?fileName=${data.id}`)).status).toBe(200)
    expect((await fetchFile(`/common/download?fileName=${data.id}`, admin)).status).toBe(200)
    const own = (await upload(Buffer.from('x'), 'x.txt', { token: inStreet })).data.id
    for (const path of [
      `/common/download?delete=true&fileName=`,
      `/common/download/resource?resource=`,
      `/common/download/zip?files=${own},`,
    ]) {
      const [foreign, absent] = await Promise.all([
        fetchFile(`${path}${data.id}`, inStreet),
        fetchFile(`${path}no-such-file`, inStreet),
      ])
      expect([foreign.status, await foreign.text()]).toEqual([404, await absent.text()])
    }
    expect(await refusedWith(upload(Buffer.from('x'), 'x.txt', { project: 'street' }))).toBe('404 object.missing')
    expect(await refusedWith(upload(Buffer.from('x'), 'x.txt', { project: 'no-such', token: admin }))).toBe(
      '404 object.missing',
    )
  })

  it('an upload requires the permission of its purpose: firmware, gallery and pictures without a project require a manager', async () => {
    const manager = (await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])).token
    const uploads: [Buffer, string, UploadRequest][] = [
      [Buffer.from([1]), 'a.bin', { purpose: 'firmware' }],
      [Buffer.from([1]), 'a.bin', { purpose: 'firmware', project: 'tunnel' }],
      [createPng(2, 2), 'a.png', { purpose: 'gallery' }],
      [createPng(2, 2), 'a.png', { purpose: 'picture' }],
    ]
    for (const [content, name, query] of uploads) {
      expect([query, await refusedWith(upload(content, name, query))]).toEqual([query, '403 access.denied'])
      expect([query, (await upload(content, name, { ...query, token: manager })).status]).toEqual([query, 200])
    }
    expect((await picture(createPng(2, 2))).status).toBe(200)
  })

  it('section 5: picture upload is blocked when the project has no bound drawing', async () => {
    await sqlIn(server, `update project set drawing = null where id = 'street'`)
    const street = () => upload(createPng(2, 2), 'a.png', { purpose: 'picture', project: 'street', token: inStreet })
    const refused = await street()
    expect([refused.status, refused.body['code'], refused.bad.error]).toEqual([409, 601, 'file.unbound'])
    expect((await upload(Buffer.from('x'), 'x.txt', { project: 'street', token: inStreet })).status).toBe(200)
    await bindDrawing('street')
    expect((await street()).status).toBe(200)
  })

  it('an account without file permissions in its roles can neither upload nor download', async () => {
    const role = await callEntity(server, 'role', 'create', {
      token: admin,
      body: { values: { key: 'poles-only', name: 'Poles only', permissions: 'lighting:pole:list' } },
    })
    expect([role.status, role.text]).toEqual([200, role.text])
    const { data } = await upload(Buffer.from('x'), 'x.txt')
    await makeAccount(server, admin, {
      username: 'narrow',
      password: testPassword,
      role: 'operator',
      roles: [role.data.id],
      projects: [{ project: 'tunnel', role: 'operator' }],
    })
    const narrow = await signIn(server, 'narrow', testPassword)
    expect(await refusedWith(upload(Buffer.from('x'), 'x.txt', { token: narrow }))).toBe('403 access.denied')
    expect(
      await refusedWith(upload(createPng(2, 2), 'x.png', { token: narrow, path: '/common/upload', project: 'tunnel' })),
    ).toBe('403 access.denied')
    for (const path of [
      `/common/download?fileName=${data.id}`,
      `/common/download/resource?resource=${data.id}`,
      `/common/download/zip?files=${data.id}`,
    ]) {
      expect((await fetchFile(path, narrow)).status).toBe(403)
    }
  })

  it(
    'an account with too many files that no row refers to uploads no more until it uses them',
    { tags: 'full', timeout: 40_000 },
    async () => {
      const { name, token } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
      const [account] = await sqlIn(server, 'select id from account where name = $1', [name])
      await sqlIn(
        server,
        `insert into stored_file (id, project, name, type, bytes, hash, purpose, uploader, uploaded_by, created_at)
      select gen_random_uuid()::text, 'tunnel', 'x.txt', 'text/plain', 1, '', 'file', $1, $2, now() from generate_series(1, $3::int)`,
        [account?.['id'], name, limits.files.unclaimed.count - 1],
      )
      const { data, status } = await upload(createPng(2, 2), 'a.png', { token, purpose: 'picture', project: 'tunnel' })
      expect(status).toBe(200)
      const stores = stored().length
      expect(await refusedWith(upload(Buffer.from('x'), 'x.txt', { token }))).toBe('409 file.unclaimed')
      expect(stored()).toHaveLength(stores)
      expect((await upload(Buffer.from('x'), 'x.txt')).status).toBe(200)
      const order = await callEntity(server, 'workOrder', 'create', {
        token,
        body: {
          project: 'tunnel',
          values: { number: 'FULL-1', content: 'Mend it', photos: [{ id: data.id, name: 'a.png' }] },
        },
      })
      expect([order.status, order.text]).toEqual([200, order.text])
      await expect
        .poll(async () => (await upload(Buffer.from('x'), 'x.txt', { token })).status, {
          timeout: 20_000,
          interval: 1000,
        })
        .toBe(200)
    },
  )

  it('42: a path for a name leads nowhere and deletes nothing', async () => {
    const before = stored()
    for (const name of ['../../etc/passwd', '..%2f..%2fsecret', '../secret', '/etc/passwd', 'a/../b']) {
      const { status, text } = await call(server, 'file.download', {
        token: admin,
        query: { fileName: name, delete: 'true' },
      })
      expect([name, [400, 404].includes(status)]).toEqual([name, true])
      expect(text).not.toContain('root:')
    }
    expect(stored()).toEqual(before)
  })

  it('writes each upload into the audit trail', async () => {
    const { data } = await upload(Buffer.from('noted'), 'noted.txt')
    expect(await sqlIn(server, `select action, object from audit where object = $1`, [`file/${data.id}`])).toEqual([
      { action: 'upload', object: `file/${data.id}` },
    ])
  })
})

describe('names and types', () => {
  it('36: a name is a label, and the place is an id', async () => {
    const names: [string, string][] = [
      ['shell.php.png', 'shell.php.png'],
      ['CON.png', '_CON.png'],
      ['../../a.png', 'a.png'],
      [`${'n'.repeat(300)}.png`, `${'n'.repeat(96)}.png`],
      ['evil\u202egnp.png', 'evilgnp.png'],
      ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
    ]
    for (const [given, label] of names) {
      const { data, status } = await picture(createPng(2, 2), given)
      expect([given, status, data?.name]).toEqual([given, 200, label])
      expect(data.id).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(await refusedWith(picture(createPng(2, 2), 'x.png.html'))).toBe('415 file.type')
    expect(await refusedWith(picture(createPng(2, 2), 'a'))).toBe('415 file.type')
  })

  it('37: rejects files with content that does not match their type', async () => {
    const png = createPng(8, 8)
    const html = Buffer.from('<!doctype html><script>window.pwned=1</script>')
    const cut = png.subarray(0, png.length - 20)
    const broken = Buffer.from(png)
    broken[png.length - 30] = (broken[png.length - 30] ?? 0) ^ 0xff
    const polyglots: [Buffer, string][] = [
      [Buffer.concat([png.subarray(0, 33), html]), 'header.png'],
      [Buffer.concat([png, html]), 'trailer.png'],
      [cut, 'cut.png'],
      [broken, 'broken.png'],
      [createPng(8, 8, { declared: [8, 9] }), 'rows.png'],
      [html, 'page.png'],
      [html, 'page.jpg'],
      [Buffer.from('GIF89a/*'), 'x.png'],
      [Buffer.concat([Buffer.from([0xff, 0xd8]), html]), 'page.jpg'],
      [createJpeg(4, 4).subarray(0, -2), 'open.jpg'],
    ]
    for (const [content, name] of polyglots)
      expect([name, await refusedWith(picture(content, name))]).toEqual([name, '415 file.type'])
    const files: [Buffer, string][] = [
      [png, 'a.pdf'],
      [html, 'a.doc'],
      [html, 'a.xlsx'],
      [Buffer.from(zipSync({ 'a.txt': strToU8('a') })), 'a.xlsx'],
      [Buffer.from('MZ\0\0'), 'a.txt'],
      [Buffer.from('x'), 'a.exe'],
      [Buffer.from(':00000001FE\n'), 'a.hex'],
    ]
    for (const [content, name] of files)
      expect([
        name,
        await refusedWith(upload(content, name, name.endsWith('hex') ? { purpose: 'firmware', token: admin } : {})),
      ]).toEqual([name, '415 file.type'])
  })

  it('38: a drawing with script is no picture here', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><foreignObject/></svg>',
    )
    for (const name of ['a.svg', 'a.png', 'a.jpg']) expect(await refusedWith(picture(svg, name))).toBe('415 file.type')
  })

  it('keeps of a picture its pixels, colours and upright position, and nothing that was attached', async () => {
    const storedBytes = readFileSync(
      join(server.dataDir, 'files', (await picture(createPng(4, 4, { text: 'secret place' }))).data.id),
    )
    expect(storedBytes.equals(createPng(4, 4))).toBe(true)
    const photo = readFileSync(
      join(server.dataDir, 'files', (await picture(createJpeg(4, 4, 6), 'a.jpg')).data.id),
    ).toString('latin1')
    expect([
      photo.includes('GPS'),
      photo.includes('script'),
      photo.includes('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06'),
    ]).toEqual([false, false, true])
    // Data after the end of a JPEG is removed.
    const trailed = readFileSync(
      join(
        server.dataDir,
        'files',
        (await picture(Buffer.concat([createJpeg(4, 4), Buffer.from('<html>')]), 'a.jpg')).data.id,
      ),
    ).toString('latin1')
    expect(trailed).not.toContain('<html>')
  })
})

describe('sizes', () => {
  it('39: rejects images of 50,000 × 50,000 pixels by their header', async () => {
    expect(await refusedWith(picture(createPng(2, 2, { declared: [50_000, 50_000] })))).toBe('413 file.large')
    for (const declared of [
      [12_000, 12_000],
      [8_001, 5_000],
    ] as const)
      expect(await refusedWith(picture(createPng(2, 2, { declared })))).toBe('413 file.large')
    // 40 megapixels are allowed; it is rejected because its content is smaller than declared.
    expect(await refusedWith(picture(createPng(2, 2, { declared: [8_000, 5_000] })))).toBe('415 file.type')
    expect(await refusedWith(picture(createJpeg(50_000, 50_000), 'a.jpg'))).toBe('413 file.large')
  })

  it('41: distinguishes a file one byte too large, an empty file and too many files', async () => {
    const maxBytes = limits.files.purposes.file.bytes
    expect((await upload(Buffer.alloc(maxBytes, 0x61), 'a.txt')).status).toBe(200)
    expect(await refusedWith(upload(Buffer.alloc(maxBytes + 1, 0x61), 'a.txt'))).toBe('413 file.large')
    expect(await refusedWith(upload(Buffer.alloc(0), 'a.txt'))).toBe('400 file.empty')
    expect(
      await refusedWith(
        upload(
          Array.from({ length: 6 }, () => Buffer.from('x')),
          'a.txt',
        ),
      ),
    ).toBe('400 file.count')
    expect(
      await refusedWith(
        upload(
          Array.from({ length: 2 }, () => Buffer.from('x')),
          'a.txt',
        ),
      ),
    ).toBe('400 file.count')
    expect([errors['file.large'].words.zh, errors['file.empty'].words.zh, errors['file.count'].words.zh]).toEqual([
      '文件过大',
      '文件为空',
      '文件数量超出限制',
    ])
  })

  it('40: a body without an end is cut off at the limit, and nothing of it stays', async () => {
    const before = stored()
    const { status, sent } = await endless('a.txt')
    expect(status).toBe(413)
    expect(sent).toBeGreaterThanOrEqual(limits.files.purposes.file.bytes)
    expect(stored()).toEqual(before)
    // Data before the file part, which does not count as file bytes.
    expect((await endless(undefined)).status).toBe(413)
    expect(stored()).toEqual(before)
  })

  it('removes partial data when the client disconnects', async () => {
    const before = stored()
    await new Promise<void>((done) => {
      const sending = httpRequest(`${server.httpUrl}/iot/tool/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${inTunnel}`, 'content-type': 'multipart/form-data; boundary=b' },
      })
      sending.on('error', () => done())
      sending.write(
        `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(200_000)}`,
        () => setTimeout(() => sending.destroy(new Error('gone')), 200),
      )
    })
    await expect.poll(stored, { timeout: 10_000 }).toEqual(before)
  })

  it('rejects an incomplete form, and JSON instead of a file', async () => {
    const as = (type: string, body: string) =>
      send(server, 'POST', '/common/upload?project=tunnel', body, {
        authorization: `Bearer ${inTunnel}`,
        'content-type': type,
      })
    expect((await as('application/json', '{}')).status).toBe(415)
    expect((await as('text/html', '<p>')).status).toBe(415)
    expect((await as('multipart/form-data', 'x')).status).toBeLessThan(500)
    expect(
      (
        await as(
          'multipart/form-data; boundary=b',
          '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf',
        )
      ).status,
    ).toBe(400)
    expect((await as('multipart/form-data; boundary=b', '--b--\r\n')).status).toBe(400)
    expect(
      (
        await as(
          'multipart/form-data; boundary=b',
          '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
        )
      ).status,
    ).toBe(400)
    const json = await send(server, 'POST', '/api/drawings', new FormData(), { authorization: `Bearer ${admin}` })
    expect([json.status, json.bad.error]).toEqual([415, 'input.type'])
  })
})

describe('zip files', () => {
  const firmware = (content: Uint8Array, name = 'a.zip') =>
    refusedWith(upload(Buffer.from(content), name, { purpose: 'firmware', token: admin }))

  it(
    '29: a small file that unpacks to hundreds of megabytes is refused after a second of computing',
    { tags: 'full' },
    async () => {
      const bomb = zipSync({ 'a.bin': [new Uint8Array(150 * 1024 * 1024), { level: 9 }] })
      expect(bomb.length).toBeLessThan(1024 * 1024)
      const from = computedMs(server.pid)
      expect(await firmware(bomb)).toBe('413 file.large')
      expect(computedMs(server.pid) - from).toBeLessThan(5_000)
    },
  )

  it(
    '30: a directory that lies, too many entries, ways out and zips within are refused',
    { tags: 'full' },
    async () => {
      const forged = Buffer.from(zipSync({ 'a.bin': [new Uint8Array(120 * 1024 * 1024), { level: 9 }] }))
      const central = forged.lastIndexOf(Buffer.from('504b0102', 'hex'))
      forged.writeUInt32LE(1000, central + 24)
      forged.writeUInt32LE(1000, 22)
      expect(await firmware(forged)).toMatch(/^41[35] file/)
      expect(
        await firmware(
          zipSync(Object.fromEntries(Array.from({ length: 2001 }, (_none, index) => [`${index}`, new Uint8Array()]))),
        ),
      ).toBe('413 file.large')
      for (const name of ['../../x', 'a/../../x', '/etc/x', 'C:x', 'a\\..\\x', 'x.zip', 'b.xlsx'])
        expect([name, await firmware(zipSync({ [name]: strToU8('x') }))]).toEqual([name, '415 file.type'])
      const inner = zipSync({ a: strToU8('x') })
      expect(await firmware(zipSync({ 'innocent.bin': inner }))).toBe('415 file.type')
      expect(await firmware(zipSync({ 'innocent.bin': [inner, { level: 0 }] }))).toBe('415 file.type')
      expect(await firmware(Buffer.concat([Buffer.from('#!/bin/sh\n'), zipSync({ a: strToU8('x') })]))).toBe(
        '415 file.type',
      )
      expect(await firmware(Buffer.concat([zipSync({ a: strToU8('x') }), Buffer.from('<html>')]))).toBe('415 file.type')
      const encrypted = Buffer.from(zipSync({ a: strToU8('x') }))
      const entry = encrypted.lastIndexOf(Buffer.from('504b0102', 'hex'))
      encrypted.writeUInt16LE(1, entry + 8)
      expect(await firmware(encrypted)).toBe('415 file.type')
    },
  )
})

/** Sends an endless file, or an endless field before it. Returns the response and the bytes sent by then. */
function endless(fileName: string | undefined): Promise<{ status: number; sent: number }> {
  return new Promise((done, fail) => {
    let sent = 0
    let hasResponse = false
    const sending = httpRequest(`${server.httpUrl}/iot/tool/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${inTunnel}`, 'content-type': 'multipart/form-data; boundary=b' },
    })
    sending.on('response', (response) => {
      hasResponse = true
      response.resume()
      done({ status: response.statusCode ?? 0, sent })
      sending.destroy()
    })
    sending.on('error', (cause) => (hasResponse ? undefined : fail(cause)))
    const piece = Buffer.alloc(64 * 1024, 0x61)
    const more = (): void => {
      while (!hasResponse && !sending.destroyed) {
        sent += piece.length
        if (!sending.write(piece)) {
          sending.once('drain', more)
          return
        }
      }
    }
    if (fileName !== undefined)
      sending.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`)
    more()
  })
}
