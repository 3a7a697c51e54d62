import { randomBytes } from 'node:crypto'
import { type Component, makeComponent, newDrawing, ranksBetween } from '@mimic/engine/document'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { Share, SharedValues } from '../../../contract/routes.ts'
import { routeList } from '../../../contract/routes.ts'
import { hashPassword } from '../../../server/services/base/passwords.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import type { Request } from '../../support/server/api.ts'
import {
  addAccount,
  callEntity,
  call,
  makeAccount,
  signIn,
  sqlIn,
  testPassword,
  readAuditLog,
} from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const gatewayToken = 'the one credential of the gateways of this test'
const password = 'four green bottles'
const promisedMs = 5000
const pollOptions = { timeout: 15_000, interval: 250 }
const quality = { good: 0, stale: 3 } as const
const ownTag = 'tunnel/lamp-001/power'
const operated = 'tunnel/lamp-001/lamp'
const badLogin = 4
const foreign = 'street/pole-001/power'

let server: StartedServer
let admin: string
let ann: { readonly name: string; readonly token: string }
let gateway: RawClient
let packet = 0
let places = 0

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: gatewayToken, MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1' } })
  admin = await signIn(server)
  ann = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
  gateway = await RawClient.connect({ url: server.mqttUrl, username: 'yard', password: gatewayToken, clientId: 'yard' })
})
afterAll(async () => {
  gateway?.socket.terminate()
  await server?.stop()
})

const publish = (tag: string, value: number, every = 60_000): void => {
  const [project, device, point] = tag.split('/')
  gateway.publish(
    `p/${project}/d/${device}/up/values`,
    JSON.stringify({ at: Date.now(), every, v: { [point ?? '']: value } }),
    1,
    ++packet,
  )
}
/** Returns a unique address, so that limits do not affect other tests. */
const place = (): string => `10.1.${Math.floor(++places / 200)}.${(places % 200) + 1}`
type Open = 'share.ask' | 'share.open' | 'share.drawing' | 'share.values' | 'share.history'
const visit = <Id extends Open>(id: Id, body: unknown, address = place()) =>
  call(server, id, { body, headers: { 'x-forwarded-for': address } })
const shows = (name: string, tag: string): Component =>
  makeComponent({
    type: 'text',
    name,
    x: 0,
    y: 0,
    width: 100,
    height: 40,
    props: {},
    bindings: [{ prop: 'text', tag, via: { kind: 'value' } }],
  })

async function drawing(
  token = ann.token,
  components: readonly Component[] = [
    shows('Power', ownTag),
    shows('Elsewhere', foreign),
    { ...shows('Lamp', operated), action: { kind: 'switch', tag: operated, on: 1, off: 0 } },
  ],
): Promise<string> {
  const ranks = ranksBetween(null, null, components.length)
  const body = {
    ...newDrawing('Pump house 7'),
    components: components.map((component, index) => ({ ...component, rank: ranks[index] ?? component.rank })),
  }
  const created = await call(server, 'drawing.create', {
    token,
    body: { project: 'tunnel', name: 'Pump house 7', drawing: body },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}
async function link(
  id: string,
  settings: { readonly password?: string | null; readonly expiresAt?: number | null } = {},
  token = ann.token,
): Promise<Share> {
  const created = await call(server, 'share.create', {
    token,
    params: { id },
    body: { password: null, expiresAt: null, ...settings },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data
}
async function opened(share: string, sharePassword?: string): Promise<string> {
  const { status, data, text } = await visit('share.open', {
    share,
    ...(sharePassword === undefined ? {} : { password: sharePassword }),
  })
  if (status !== 200) throw new Error(text)
  return data.token
}
const values = (token: string, seen = 0) => visit('share.values', { token, seen })
/** Returns the milliseconds until the page of a token receives the end of its session. */
async function measureEnd(token: string, cause: () => Promise<unknown>): Promise<number> {
  expect((await values(token)).status).toBe(200)
  await cause()
  const from = performance.now()
  await expect.poll(async () => (await values(token)).bad.error, pollOptions).toBe('share.ended')
  return performance.now() - from
}

describe('a link to a drawing', () => {
  it('reveals nothing about the drawing before it is opened, and requires its password', async () => {
    const id = await drawing()
    const { id: share } = await link(id, { password })
    const openedShare = await visit('share.ask', { share })
    expect([openedShare.status, openedShare.data]).toEqual([200, { needsPassword: true }])
    const without = await visit('share.open', { share })
    const wrong = await visit('share.open', { share, password: 'five green bottles' })
    expect([without, wrong].map(({ status, bad }) => [status, bad.error])).toEqual([
      [403, 'share.password'],
      [403, 'share.wrong'],
    ])
    for (const { text } of [openedShare, without, wrong])
      expect(text).not.toMatch(new RegExp(`Pump|lamp|tunnel|${id}|${ann.name}`))
    expect((await visit('share.ask', { share: (await link(id)).id })).data).toEqual({ needsPassword: false })
  })

  it('shows the drawing and exactly the points of its project that are bound in it, with how far they may be trusted', async () => {
    const token = await opened((await link(await drawing(), { password })).id, password)
    const { data: shown } = await visit('share.drawing', { token })
    expect(shown.drawing).toMatchObject({ name: 'Pump house 7' })
    expect(shown.tags.toSorted()).toEqual([operated, ownTag].toSorted())
    expect(new Map(shown.points.map(({ path, writable }) => [path, writable]))).toEqual(
      new Map([
        [operated, false],
        [ownTag, false],
      ]),
    )
    publish(foreign, 4242.5)
    publish(ownTag, 7)
    const at = shown.tags.indexOf(ownTag)
    let last: SharedValues = { revision: 0, mayOperate: false, seq: 0, values: [] }
    await expect
      .poll(
        async () => (last = (await values(token)).data).values.find(([index]) => index === at)?.slice(0, 3),
        pollOptions,
      )
      .toEqual([at, 7, quality.good])
    expect(last.values.map(([index]) => shown.tags[index])).not.toContain(undefined)
    expect(JSON.stringify(last)).not.toContain('4242.5')
    const page = place()
    await new Promise((done) => {
      setTimeout(done, limits.share.soonestMs)
    })
    const again = await visit('share.values', { token, seen: last.seq }, page)
    expect(again.data.values).toEqual([])
    expect((await visit('share.values', { token, seen: again.data.seq }, page)).bad.error).toBe('limit.rate')
  })

  it('never shows a silent point, or one of an offline device, as live', async () => {
    const tag = 'tunnel/lamp-002/power'
    const token = await opened((await link(await drawing(ann.token, [shows('Power', tag)]))).id)
    const readValue = async () => (await values(token)).data.values[0]?.slice(1, 3)
    publish(tag, 5, 1000)
    await expect.poll(readValue, pollOptions).toEqual([5, quality.good])
    await expect.poll(readValue, pollOptions).toEqual([5, quality.stale])
    publish(tag, 6)
    await expect.poll(readValue, pollOptions).toEqual([6, quality.good])
    gateway.publish('p/tunnel/d/lamp-002/up/state', JSON.stringify({ online: false, at: Date.now() }), 1, ++packet)
    await expect.poll(readValue, pollOptions).toEqual([6, quality.stale])
  })

  it('returns the history of the points in the drawing only', async () => {
    const token = await opened((await link(await drawing())).id)
    const past = (tags: readonly string[]) => visit('share.history', { token, tags, spanMs: 60_000 })
    expect((await past([ownTag])).data.map(({ tag }) => tag)).toEqual([ownTag])
    for (const tag of [foreign, 'tunnel/lamp-003/power'])
      expect([tag, (await past([tag])).bad.error]).toEqual([tag, 'object.missing'])
    expect((await past([ownTag, foreign])).status).toBe(404)
  })

  it('reveals no points of another project, even if a curve of the drawing names them', async () => {
    expect(await sqlIn(server, 'select path from tag where path = $1', [foreign])).toEqual([{ path: foreign }])
    const curve = makeComponent({
      type: 'history-curve',
      name: 'Past',
      x: 0,
      y: 0,
      width: 400,
      height: 200,
      props: { tags: `${ownTag}\n${foreign}` },
    })
    const token = await opened((await link(await drawing(ann.token, [curve]))).id)
    expect((await visit('share.drawing', { token })).data.points.map(({ path }) => path)).toEqual([ownTag])
    expect((await visit('share.history', { token, tags: [foreign], spanMs: 60_000 })).bad.error).toBe('object.missing')
  })

  it('opens no other route: its token is none anywhere else, and commands nothing', async () => {
    const id = await drawing()
    const token = await opened((await link(id)).id)
    const rows = async () => (await sqlIn(server, 'select count(*)::int as count from command'))[0]?.['count']
    const before = await rows()
    const bodies: Readonly<Record<string, Request>> = {
      'command.send': { body: { tag: operated, value: 1 }, headers: { 'idempotency-key': 'by-a-link' } },
    }
    for (const [route, { policy }] of routeList) {
      if (policy.public) continue
      const { status, bad } = await call(server, route, { token, params: { id }, ...bodies[route] })
      expect([route, status, bad.error]).toEqual([route, 401, 'session.none'])
    }
    expect((await callEntity(server, 'device', 'list', { token })).status).toBe(401)
    expect(await rows()).toBe(before)
    await expect(
      connectAsync(
        server.mqttUrl,
        { clientId: 'share', protocolVersion: 4, reconnectPeriod: 0, username: ann.name, password: token },
        false,
      ),
    ).rejects.toMatchObject({ code: badLogin })
  })

  it('follows the drawing as it is saved', async () => {
    const id = await drawing()
    const token = await opened((await link(id)).id)
    expect((await values(token)).data.revision).toBe(1)
    await call(server, 'drawing.save', {
      token: ann.token,
      params: { id },
      headers: { 'if-match': '"1"' },
      body: { drawing: { ...newDrawing('Emptied'), components: [] } },
    })
    await expect.poll(async () => (await values(token)).data, pollOptions).toMatchObject({ revision: 2, values: [] })
    expect((await visit('share.history', { token, tags: [ownTag], spanMs: 60_000 })).status).toBe(404)
    // The maximum number of pages of one address reload the drawing.
    const address = place()
    const again = await Promise.all(
      Array.from({ length: limits.share.viewers }, () => visit('share.drawing', { token }, address)),
    )
    expect(new Set(again.map(({ status, data }) => `${status} ${data.revision}`))).toEqual(new Set(['200 2']))
  })

  it(
    'shows no figure as live any more once its maker may not see the points, though he may still change the drawing',
    { tags: 'full' },
    async () => {
      const keeper = (permissions: readonly string[]) => ({
        values: { name: 'Keeper', key: 'keeper', permissions: permissions.join('\n') },
      })
      const drawings = ['scada:drawing:list', 'scada:drawing:read', 'scada:drawing:add', 'scada:drawing:edit']
      const { data: role } = await callEntity(server, 'role', 'create', {
        token: admin,
        body: keeper([...drawings, 'platform:tag:list']),
      })
      const username = `keeper-${randomBytes(4).toString('hex')}`
      await makeAccount(server, admin, {
        username,
        password: testPassword,
        role: 'manager',
        roles: [role.id],
        projects: [{ project: 'tunnel', role: 'manager' }],
      })
      const maker = await signIn(server, username, testPassword)
      const token = await opened((await link(await drawing(maker), {}, maker)).id)
      const at = (await visit('share.drawing', { token })).data.tags.indexOf(ownTag)
      publish(ownTag, 7)
      let seq = 0
      const next = async () => {
        const { data } = await values(token, seq)
        seq = data.seq
        return data.values.find(([index]) => index === at)?.slice(1, 3)
      }
      await expect.poll(next, pollOptions).toEqual([7, quality.good])
      const update = async (permissions: readonly string[]) => {
        const params = { id: role.id }
        const {
          data: { revision },
        } = await callEntity(server, 'role', 'read', { token: admin, params })
        return callEntity(server, 'role', 'update', {
          token: admin,
          params,
          headers: { 'if-match': `"${revision}"` },
          body: { values: { permissions: permissions.join('\n') } },
        })
      }
      expect((await update(drawings)).status).toBe(200)
      await expect.poll(next, pollOptions).toEqual([null, quality.stale])
      expect((await visit('share.drawing', { token })).data).toMatchObject({ tags: [], points: [] })
      expect((await update([...drawings, 'platform:tag:list'])).status).toBe(200)
      publish(ownTag, 8)
      await expect.poll(next, pollOptions).toEqual([8, quality.good])
    },
  )
})

describe('wrong passwords', () => {
  it('lock a link at the eleventh attempt from any address, even for the correct password; open views continue', async () => {
    const id = await drawing()
    const { id: share } = await link(id, { password })
    const token = await opened(share, password)
    for (let count = 0; count < limits.share.tries; count++)
      expect((await visit('share.open', { share, password: `guess ${count}` })).bad.error).toBe('share.wrong')
    for (const sharePassword of ['guess 11', password]) {
      const { status, bad } = await visit('share.open', { share, password: sharePassword })
      expect([status, bad.error]).toEqual([429, 'share.locked'])
      expect(bad.detail?.['retryAfterSeconds']).toBeGreaterThan(14 * 60)
    }
    expect((await values(token)).status).toBe(200)
    // The creator is informed.
    const [listed] = (await call(server, 'share.list', { token: ann.token, params: { id } })).data
    expect(listed?.lockedUntil).toBeGreaterThan(Date.now())
    const trail = await readAuditLog(server, admin, `drawing/${id}`)
    expect([trail[0]?.action, trail.filter(({ action }) => action === 'share.wrong').length]).toEqual([
      'share.locked',
      limits.share.tries - 1,
    ])
    // A new password unlocks the link.
    await call(server, 'share.change', {
      token: ann.token,
      params: { id, share },
      body: { password: 'six green bottles' },
    })
    expect(await opened(share, 'six green bottles')).toMatch(/^share_/)
  })

  it('are refused at the eleventh try by an address, at whichever links, and by no other address', async () => {
    const id = await drawing()
    const [one, other] = [(await link(id, { password })).id, (await link(id, { password })).id]
    const address = place()
    for (let count = 0; count < limits.share.tries; count++)
      expect(
        (await visit('share.open', { share: count % 2 ? one : other, password: `guess ${count}` }, address)).bad.error,
      ).toBe('share.wrong')
    expect((await visit('share.open', { share: one, password }, address)).bad.error).toBe('share.locked')
    expect(await opened(one, password)).toMatch(/^share_/)
  })

  it('sent side by side are counted like those one after the other', async () => {
    const { id: share } = await link(await drawing(), { password })
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, count) => visit('share.open', { share, password: `guess ${count}` })),
    )
    expect(replies.filter(({ bad }) => bad.error === 'share.wrong').length).toBeLessThanOrEqual(limits.share.tries)
    expect(replies.every(({ status }) => [403, 429, 503].includes(status))).toBe(true)
  })

  it('and ids that are guessed meet a limit, and every link that shows nothing answers alike', async () => {
    const id = await drawing()
    const expired = await link(id, { expiresAt: Date.now() + 60_000 })
    await sqlIn(server, `update share set expires_at = now() - interval '1 second' where id = $1`, [expired.id])
    const revoked = await link(id)
    await call(server, 'share.revoke', { token: ann.token, params: { id, share: revoked.id } })
    const texts = new Set<string>()
    for (const share of [
      expired.id,
      revoked.id,
      randomBytes(16).toString('hex'),
      'x',
      '../'.repeat(20),
      "' or 1=1 --",
      '\u0000',
      '\ud800',
      `${'0'.repeat(31)}\u0000`,
      `${'0'.repeat(32)}\n`,
      'A'.repeat(32),
    ]) {
      for (const route of ['share.ask', 'share.open'] as const) {
        const { status, text } = await visit(route, { share })
        expect([share, status]).toEqual([share, 404])
        texts.add(text)
      }
    }
    expect(texts.size).toBe(1)
    const address = place()
    const { requestsPerMinute } = limits.share
    const from = performance.now()
    const guesses: number[] = []
    while (!guesses.includes(429) && guesses.length < 4 * requestsPerMinute) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => visit('share.ask', { share: randomBytes(16).toString('hex') }, address)),
      )
      guesses.push(...replies.map(({ status }) => status))
    }
    const refilled = Math.ceil((requestsPerMinute * (performance.now() - from)) / 60_000)
    expect(new Set(guesses)).toEqual(new Set([404, 429]))
    expect(guesses.filter((status) => status === 404).length).toBeLessThanOrEqual(requestsPerMinute + refilled)
  })
})

describe('the end of a shared view within five seconds', () => {
  it('when it is revoked', async () => {
    const id = await drawing()
    const { id: share } = await link(id)
    expect(
      await measureEnd(await opened(share), () =>
        call(server, 'share.revoke', { token: ann.token, params: { id, share } }),
      ),
    ).toBeLessThan(promisedMs)
    expect(
      [await visit('share.ask', { share }), await visit('share.open', { share })].map(({ bad }) => bad.error),
    ).toEqual(['share.missing', 'share.missing'])
    expect((await call(server, 'share.list', { token: ann.token, params: { id } })).data).toEqual([])
  })

  it('when its password is changed, and it opens with the new one; another expiry date ends nothing', async () => {
    const id = await drawing()
    const { id: share } = await link(id, { password })
    const token = await opened(share, password)
    const later = Date.now() + 3_600_000
    expect(
      (await call(server, 'share.change', { token: ann.token, params: { id, share }, body: { expiresAt: later } }))
        .data,
    ).toMatchObject({ hasPassword: true, expiresAt: later, viewers: 1 })
    expect(
      await measureEnd(token, () =>
        call(server, 'share.change', {
          token: ann.token,
          params: { id, share },
          body: { password: 'six green bottles' },
        }),
      ),
    ).toBeLessThan(promisedMs)
    expect((await visit('share.open', { share, password })).bad.error).toBe('share.wrong')
    expect(await opened(share, 'six green bottles')).toMatch(/^share_/)
  })

  it('when it runs out', async () => {
    const { id: share } = await link(await drawing(), { expiresAt: Date.now() + 1500 })
    const token = await opened(share)
    await expect.poll(async () => (await values(token)).bad.error, pollOptions).toBe('share.ended')
    expect((await visit('share.ask', { share })).status).toBe(404)
  })

  it('and not when it would have run out before it was made to last longer', { tags: 'full' }, async () => {
    const [id, first] = [await drawing(), Date.now() + 2000]
    const { id: share } = await link(id, { expiresAt: first })
    const token = await opened(share)
    expect(
      (
        await call(server, 'share.change', {
          token: ann.token,
          params: { id, share },
          body: { expiresAt: first + 3_600_000 },
        })
      ).status,
    ).toBe(200)
    await expect.poll(() => Date.now(), pollOptions).toBeGreaterThan(first + limits.share.cacheMs)
    expect((await values(token)).status).toBe(200)
  })

  it('when the drawing is deleted, and nothing of the link is left', async () => {
    const id = await drawing()
    const { id: share } = await link(id)
    expect(
      await measureEnd(await opened(share), () => call(server, 'drawing.remove', { token: ann.token, params: { id } })),
    ).toBeLessThan(promisedMs)
    expect(await sqlIn(server, 'select id from share where id = $1', [share])).toEqual([])
  })

  it('when its creator is disabled or may no longer change the drawing, and the list shows it', async () => {
    for (const how of ['disable', 'demote'] as const) {
      const bob = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
      const id = await drawing()
      const { id: share } = await link(id, {}, bob.token)
      const [row] = (
        await callEntity<{ rows: readonly { id: string; revision: number }[] }>(server, 'account', 'list', {
          token: admin,
          query: { search: bob.name },
        })
      ).data.rows
      const params = { id: row?.id ?? '' }
      const change = () =>
        how === 'disable'
          ? callEntity(server, 'account', 'disable', { token: admin, params, body: {} })
          : callEntity(server, 'account', 'update', {
              token: admin,
              params,
              headers: { 'if-match': `"${row?.revision}"` },
              body: { values: { projects: [{ project: 'tunnel', role: 'operator' }] } },
            })
      const durationMs = await measureEnd(await opened(share), async () =>
        expect([how, (await change()).status]).toEqual([how, 200]),
      )
      expect([how, durationMs < promisedMs ? 'in time' : durationMs]).toEqual([how, 'in time'])
      expect((await visit('share.ask', { share })).status).toBe(404)
      expect((await call(server, 'share.list', { token: ann.token, params: { id } })).data).toMatchObject([
        { id: share, state: 'stopped' },
      ])
    }
  })
})

describe('the links of a drawing', () => {
  it('require permission to change it: other users cannot create, list, change or revoke any', async () => {
    const id = await drawing()
    const { id: share } = await link(id, { password })
    const tried = (token: string, at = { id, share }) =>
      Promise.all([
        call(server, 'share.list', { token, params: at }),
        call(server, 'share.create', { token, params: at, body: { password: null, expiresAt: null } }),
        call(server, 'share.change', { token, params: at, body: { password: null } }),
        call(server, 'share.revoke', { token, params: at }),
      ])
    const stranger = await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])
    const reader = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    expect((await tried(stranger.token)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await tried(reader.token)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
    // A link of another drawing is not accessible by the URL of one's own.
    const own = await call(server, 'drawing.create', {
      token: stranger.token,
      body: { project: 'street', name: 'Own' },
    })
    expect((await tried(stranger.token, { id: own.data.id, share })).map(({ status }) => status)).toEqual([
      200, 200, 404, 404,
    ])
    expect((await call(server, 'share.list', { token: ann.token, params: { id } })).data).toMatchObject([
      { id: share, hasPassword: true, createdBy: ann.name, state: 'valid', expiresAt: null },
    ])
  })

  it('keep their password as a hash only, and are known to the trail by a mark that opens nothing', async () => {
    const id = await drawing()
    const { id: share } = await link(id, { password })
    const [row] = await sqlIn(server, 'select * from share where id = $1', [share])
    expect(String(row?.['password'])).toMatch(/^scrypt\$/)
    const token = await opened(share, password)
    expect(JSON.stringify(await sqlIn(server, 'select * from share_session'))).not.toContain(token)
    const trail = JSON.stringify(await readAuditLog(server, admin, `drawing/${id}`))
    expect(trail).toContain(share.slice(0, 8))
    for (const secret of [share, password, token]) expect(trail).not.toContain(secret)
    expect(server.output()).not.toContain(share)
  })

  it(
    'show values on 200 pages at once, all behind one address, and again a moment later',
    { tags: 'full' },
    async () => {
      const { id: share } = await link(await drawing())
      const address = place()
      const each = <Answer>(work: (index: number) => Promise<Answer>): Promise<Answer[]> =>
        Promise.all(Array.from({ length: 200 }, (_, index) => work(index)))
      publish(ownTag, 41)
      expect(new Set((await each(() => visit('share.ask', { share }, address))).map(({ status }) => status))).toEqual(
        new Set([200]),
      )
      const pages = (await each(() => visit('share.open', { share }, address))).map(({ status, data, text }) => {
        if (status !== 200) throw new Error(text)
        return data.token
      })
      const drawings = await each((index) => visit('share.drawing', { token: pages[index] }, address))
      expect(new Set(drawings.map(({ status }) => status))).toEqual(new Set([200]))
      const at = drawings[0]?.data.tags.indexOf(ownTag) ?? -1
      const seen = pages.map(() => 0)
      const newest: unknown[] = []
      const shown = async () => {
        await each(async (index) => {
          const { status, data, text } = await visit(
            'share.values',
            { token: pages[index], seen: seen[index] },
            address,
          )
          if (status !== 200) throw new Error(text)
          seen[index] = data.seq
          const entry = data.values.find(([tag]) => tag === at)
          if (entry) newest[index] = entry[1]
        })
        return [...new Set(newest)]
      }
      await expect.poll(shown, pollOptions).toEqual([41])
      publish(ownTag, 42)
      await expect.poll(shown, pollOptions).toEqual([42])
    },
  )

  it('that are full let others in at the cost of an address that holds too many pages, and are crowded where none does', async () => {
    const id = await drawing()
    const fill = (share: string, addresses: number) =>
      sqlIn(
        server,
        `insert into share_session (token_hash, share, address, started_at, seen_at, expires_at)
      select $1 || n, $1, '10.9.0.' || (n % $2::int), now(), now() - n * interval '1 second', now() + interval '5 minutes' from generate_series(1, $3::int) n`,
        [share, addresses, limits.share.viewers],
      )
    const [taken, spread] = [(await link(id)).id, (await link(id)).id]
    await fill(taken, 1)
    await fill(spread, 5)
    expect(await opened(taken)).toMatch(/^share_/)
    expect(
      await sqlIn(
        server,
        'select count(*)::int as pages, bool_or(token_hash = $2) as oldest from share_session where share = $1',
        [taken, `${taken}${limits.share.viewers}`],
      ),
    ).toEqual([{ pages: limits.share.viewers, oldest: false }])
    expect((await visit('share.open', { share: spread })).bad.error).toBe('share.crowded')
  })

  it('that are valid are listed before expired ones, and those expired for a month are deleted', async () => {
    const id = await drawing()
    const [live, over, old] = [(await link(id)).id, (await link(id)).id, (await link(id)).id]
    await sqlIn(server, `update share set expires_at = now() - interval '1 second' where id = $1`, [over])
    await sqlIn(server, `update share set expires_at = now() - interval '31 days' where id = $1`, [old])
    await link(await drawing())
    expect(
      (await call(server, 'share.list', { token: ann.token, params: { id } })).data.map((row) => [row.id, row.state]),
    ).toEqual([
      [live, 'valid'],
      [over, 'expired'],
    ])
    expect(await sqlIn(server, 'select id from share where id = $1', [old])).toEqual([])
  })

  it('refuse an empty password, a time that is over, and one that is too far ahead', async () => {
    const params = { id: await drawing() }
    for (const body of [
      { password: '', expiresAt: null },
      { password: null, expiresAt: Date.now() - 1 },
      { password: null, expiresAt: Date.now() + 400 * 24 * 3_600_000 },
      { password: null },
      { password: 7, expiresAt: null },
      { password: 'ab cd 7', expiresAt: null },
    ]) {
      expect([body, (await call(server, 'share.create', { token: ann.token, params, body })).bad.error]).toEqual([
        body,
        'input.invalid',
      ])
    }
  })

  it('reject an easily guessed password with a reason in both languages; a link with a short one keeps it', async () => {
    const id = await drawing()
    const { id: share } = await link(id, { password })
    const refused = async (
      sharePassword: string,
      route: 'share.create' | 'share.change',
      words: { readonly en: string; readonly zh: string },
    ) => {
      const { status, bad } = await call(server, route, {
        token: ann.token,
        params: { id, share },
        body: { password: sharePassword, expiresAt: null },
      })
      expect([status, bad.problems]).toMatchObject([400, [{ path: 'password', words }]])
    }
    for (const route of ['share.create', 'share.change'] as const) {
      await refused('ab cd 7', route, { en: 'At least 8 characters', zh: '至少 8 个字符' })
      await refused('Password123', route, { en: 'One of the most common passwords', zh: '属于最常被猜到的密码' })
    }
    await opened(share, password)
    // Simulates a password from before the minimum length.
    await sqlIn(server, 'update share set password = $1 where id = $2', [await hashPassword('abc'), share])
    await opened(share, 'abc')
    expect(
      (await call(server, 'share.change', { token: ann.token, params: { id, share }, body: { expiresAt: null } }))
        .status,
    ).toBe(200)
    await opened(share, 'abc')
  })
})
