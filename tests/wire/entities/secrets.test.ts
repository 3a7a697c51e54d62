import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecretBox } from '../../../server/services/base/secrets.ts'
import { readKeys } from '../../../server/services/base/installationKeys.ts'
import { callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { databaseEnv, runCommand } from '../../support/server/command.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const words = { camera: 'camera 密码 1', token: 'very secret word', password: 'mail password' }

/** A web hook, the only receiver of a channel's token. */
const requests: IncomingHttpHeaders[] = []
const hook = createServer((request, response) => {
  requests.push(request.headers)
  response.end('said')
})

let server: StartedServer
let admin: string
let dataDir = ''
const ids = { camera: '', other: '', channel: '', mail: '' }

const makeRow = async (
  entity: string,
  values: Readonly<Record<string, unknown>>,
  project?: string,
): Promise<string> => {
  const created = await callEntity(server, entity, 'create', {
    token: admin,
    body: { values, ...(project === undefined ? {} : { project }) },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}
const readSealed = async (table: string, column: string, id: string): Promise<string> =>
  String((await sqlIn(server, `select ${column} as sealed from ${table} where id = $1`, [id]))[0]?.['sealed'])
const cameraPlace = (row: string) => ({ table: 'lighting_camera', column: 'password', row })
const env = () => ({ MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${(hook.address() as AddressInfo).port}` })

beforeAll(async () => {
  await new Promise<void>((done) => {
    hook.listen(0, '127.0.0.1', done)
  })
  server = await startServer({ env: env() })
  dataDir = server.dataDir
  admin = await signIn(server)
  ids.camera = await makeRow(
    'camera',
    { name: 'Portal', serial: 'C100', address: 'http://10.0.0.7/live', password: words.camera },
    'tunnel',
  )
  ids.other = await makeRow(
    'camera',
    { name: 'Exit', serial: 'C101', address: 'http://10.0.0.8/live', password: 'another' },
    'tunnel',
  )
  ids.channel = await makeRow('channel', {
    name: 'Hook',
    kind: 'webhook',
    url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/in`,
    token: words.token,
  })
  ids.mail = await makeRow('channel', {
    name: 'Mail',
    kind: 'email',
    host: 'mail.example',
    port: 465,
    sender: 'mimic@example.com',
    username: 'mimic',
    password: words.password,
  })
})
afterAll(async () => {
  await server?.stop()
  hook.close()
  if (dataDir !== '') await removeDirectory(dataDir)
})

it('a sealed secret lies in the database with its place, opens there, and nowhere else', async () => {
  const box = createSecretBox(...(await readKeys(dataDir)).sealing)
  const sealed = await readSealed('lighting_camera', 'password', ids.camera)
  expect(sealed).toMatch(/^v2:/)
  expect(box.open(sealed, cameraPlace(ids.camera))).toBe(words.camera)
  expect(() => box.open(sealed, cameraPlace(ids.other))).toThrow()

  // An attacker with database access copies a token to another channel; it is not sent there.
  const own = await makeRow('channel', {
    name: 'Spy',
    kind: 'webhook',
    url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/spy`,
    token: 'mine',
  })
  await sqlIn(
    server,
    'update platform_channel set token = (select token from platform_channel where id = $1) where id = $2',
    [ids.channel, own],
  )
  const before = requests.length
  const refused = await call(server, 'channel.test', { token: admin, params: { id: own }, body: {} })
  expect([refused.status, refused.bad.error]).toEqual([409, 'secret.lost'])
  expect(requests.length).toBe(before)
  await callEntity(server, 'channel', 'remove', { token: admin, params: { id: own } })
})

it('a value encrypted by an earlier version without a context is still decrypted, and encrypted with it on the next write', async () => {
  const [secret = Buffer.alloc(0)] = (await readKeys(dataDir)).sealing
  await sqlIn(server, 'update platform_channel set token = $1 where id = $2', [
    sealedBefore(secret, words.token),
    ids.channel,
  ])
  await sqlIn(server, 'update lighting_camera set password = $1 where id = $2', [
    sealedBefore(secret, words.camera),
    ids.camera,
  ])
  requests.length = 0
  expect(
    (await call(server, 'channel.test', { token: admin, params: { id: ids.channel }, body: {} })).data.isSent,
  ).toBe(true)
  expect(requests[0]?.authorization).toBe(`Bearer ${words.token}`)

  const { rows } = await callEntity<{ rows: readonly { id: string; revision: number }[] }>(server, 'camera', 'list', {
    token: admin,
    query: { project: 'tunnel', pageSize: '50' },
  }).then(({ data }) => data)
  const revision = rows.find(({ id }) => id === ids.camera)?.revision ?? 0
  const changed = await callEntity(server, 'camera', 'update', {
    token: admin,
    params: { id: ids.camera },
    body: { values: { name: 'Portal', serial: 'C100', address: 'http://10.0.0.7/live', password: words.camera } },
    headers: { 'if-match': `"${revision}"` },
  })
  expect(changed.status).toBe(200)
  const box = createSecretBox(...(await readKeys(dataDir)).sealing)
  expect(box.open(await readSealed('lighting_camera', 'password', ids.camera), cameraPlace(ids.camera))).toBe(
    words.camera,
  )
  expect(
    box.open(await readSealed('platform_channel', 'password', ids.mail), {
      table: 'platform_channel',
      column: 'password',
      row: ids.mail,
    }),
  ).toBe(words.password)
})

function sealedBefore(secret: Buffer, text: string): string {
  const iv = randomBytes(12)
  const sealing = createCipheriv(
    'aes-256-gcm',
    Buffer.from(hkdfSync('sha256', secret, '', 'mimic entity secrets', 32)),
    iv,
  )
  const content = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return ['v1', ...[iv, sealing.getAuthTag(), content].map((part) => part.toString('base64url'))].join(':')
}

it('the key is not changed under a running server', async () => {
  const before = readFileSync(join(dataDir, 'secret'), 'utf8')
  const { code, text } = await runCommand(['change-key'], dataDir, databaseEnv(server))
  expect([code, text]).toEqual([1, expect.stringContaining('a server is running')])
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(before)
})

it('where one secret cannot be decrypted, nothing is changed and it is named', { tags: 'full' }, async () => {
  const good = await readSealed('lighting_camera', 'password', ids.other)
  await sqlIn(server, 'update lighting_camera set password = $1 where id = $2', [
    createSecretBox(randomBytes(32)).seal('x', cameraPlace(ids.other)),
    ids.other,
  ])
  await server.kill('SIGTERM')
  const before = readFileSync(join(dataDir, 'secret'), 'utf8')
  const { code, text } = await runCommand(['change-key'], dataDir, databaseEnv(server))
  expect([code, text]).toEqual([
    1,
    expect.stringContaining(`lighting_camera.password of row ${ids.other} cannot be decrypted`),
  ])
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(before)
  server = await startServer({ dataDir, env: env() })
  await sqlIn(server, 'update lighting_camera set password = $1 where id = $2', [good, ids.other])
})

it('a new key opens all that was sealed, the old one nothing; sessions, gateways and the trail stay', async () => {
  // The channel's token is still in the format of an earlier version.
  expect(await readSealed('platform_channel', 'token', ids.channel)).toMatch(/^v1:/)
  const old = await readKeys(dataDir)
  await server.kill('SIGTERM')
  const { code, text } = await runCommand(['change-key'], dataDir, databaseEnv(server))
  expect([code, text]).toEqual([0, expect.stringContaining('4 secrets are encrypted with it')])

  const now = await readKeys(dataDir)
  expect([
    now.secret.equals(old.secret),
    now.sealing.length,
    now.sealing[0]?.equals(old.sealing[0] ?? now.secret),
  ]).toEqual([true, 1, false])
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect((await readdir(dataDir)).filter((name) => name.startsWith('secret'))).toEqual(['secret'])

  server = await startServer({ dataDir, env: env() })
  const sealed = await readSealed('lighting_camera', 'password', ids.camera)
  expect(() => createSecretBox(...old.sealing).open(sealed, cameraPlace(ids.camera))).toThrow('another key')
  expect(createSecretBox(...now.sealing).open(sealed, cameraPlace(ids.camera))).toBe(words.camera)
  expect((await call(server, 'session.read', { token: admin })).status).toBe(200)
  requests.length = 0
  expect(
    (await call(server, 'channel.test', { token: admin, params: { id: ids.channel }, body: {} })).data.isSent,
  ).toBe(true)
  expect(requests[0]?.authorization).toBe(`Bearer ${words.token}`)
  expect(
    await sqlIn(
      server,
      `select who, action, content::jsonb->>'secrets' as secrets from audit where object = 'installation/key'`,
    ),
  ).toEqual([{ who: 'change-key', action: 'changeKey', secrets: '4' }])
  expect((await runCommand(['verify-audit'], dataDir, databaseEnv(server))).text).toContain('The audit log is intact')
})

it(
  'a change that is cut short before it is kept leaves all open, and the next one ends it',
  { tags: 'full' },
  async () => {
    await server.kill('SIGTERM')
    // The key file between the two steps: the old key, and a new one that has encrypted nothing yet.
    const { secret, sealing } = await readKeys(dataDir)
    const { writeKeys, newKey } = await import('../../../server/services/base/installationKeys.ts')
    await writeKeys(dataDir, { secret, sealing: [...sealing, newKey()] })
    expect((await runCommand(['change-key'], dataDir, databaseEnv(server))).code).toBe(0)
    expect((await readKeys(dataDir)).sealing).toHaveLength(1)
    server = await startServer({ dataDir, env: env() })
    expect(
      (await call(server, 'channel.test', { token: admin, params: { id: ids.channel }, body: {} })).data.isSent,
    ).toBe(true)
  },
)
