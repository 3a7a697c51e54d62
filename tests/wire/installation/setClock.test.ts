import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { entities } from '../../../contract/entities.ts'
import { limits } from '../../../contract/limits.ts'
import { createLog } from '../../../server/log.ts'
import { createCommands } from '../../../server/services/devices/commands.ts'
import { createLockout } from '../../../server/services/base/lockout.ts'
import { createTagCatalogue } from '../../../server/services/devices/tagCatalogue.ts'
import { createRefreshTokens } from '../../../server/services/identity/refreshTokens.ts'
import { createPermissions } from '../../../server/services/identity/permissions.ts'
import { createSessions } from '../../../server/services/identity/sessions.ts'
import { createPasswordAttempts } from '../../../server/services/drawings/shares/passwordAttempts.ts'
import { createShareViewers } from '../../../server/services/drawings/shares/shareViewers.ts'
import { createFrame, startBroker } from '../../chaos/brokerRig.ts'
import { count } from '../../support/counts.ts'
import { type OwnDatabase, openOwnDatabase } from '../../support/server/ownServices.ts'

const hourMs = 3_600_000

let own: OwnDatabase
beforeAll(async () => {
  own = await openOwnDatabase('clock', createLog('error'))
}, 120_000)
afterAll(() => own?.close())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Changes the system clock by some hours, like a user or NTP. The monotonic clock is not affected. */
function setClock(hours: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hourMs })
}

it('ends a command so long after it was placed as is promised, whichever way the clock is set, and no sooner', async () => {
  const { db } = own.database
  const server = () =>
    createCommands({
      db,
      plant: createTagCatalogue(db, []),
      log: createLog('error'),
      checkPassword: async () => {},
      publish: async () => {},
      isOffline: () => false,
    })
  const [commands, other, third] = [server(), server(), server()]
  await db.insertInto('project').values({ id: 'yard', name: 'Yard', created_at: new Date() }).execute()
  await db
    .insertInto('tag')
    .values({
      path: 'yard/lamp/level',
      project: 'yard',
      device: 'lamp',
      point: 'level',
      unit: '',
      kind: 'number',
      writable: true,
      en: 'Level',
      zh: 'Level',
    })
    .execute()
  const place = async (by: typeof commands, key: string): Promise<string> =>
    (await by.placeSystemCommand(key, { tag: 'yard/lamp/level', value: 1 })).id
  /** Simulates a change of the database server's clock. */
  const setTheirs = (hours: number): Promise<unknown> =>
    sql`update command set created_at = created_at - ${hours} * interval '1 hour', expires_at = expires_at - ${hours} * interval '1 hour'`.execute(
      db,
    )
  const [first, placed] = [await place(commands, 'first'), await place(other, 'own')]
  await setTheirs(1)
  const stopOther = other.start()
  const end = other.waitUntilClosed(placed)
  // Only the stored times of another server's command are available, so it is over by the current clock.
  expect((await other.waitUntilClosed(first)).state).toBe('unknown')
  expect((await other.read(placed)).state).toBe('sent')
  const ahead = await place(commands, 'ahead')
  await setTheirs(-2)
  expect((await other.waitUntilClosed(ahead)).state).toBe('unknown')
  expect((await other.read(placed)).state).toBe('sent')
  stopOther()
  // A server with a clock hours apart does not end a new command of another, but ends the expired one checked with it.
  for (const hours of [2, -2]) {
    const fresh = await place(commands, `fresh ${hours}`)
    const over = await place(commands, `over ${hours}`)
    await sql`update command set expires_at = created_at where id = ${over}`.execute(db)
    setClock(hours)
    const stopThird = third.start()
    expect((await third.waitUntilClosed(over)).state).toBe('unknown')
    expect((await third.read(fresh)).state).toBe('sent')
    stopThird()
    vi.useRealTimers()
  }
  const stopAgain = other.start()
  const late = performance.now() + limits.command.expiryMs + 1
  vi.spyOn(performance, 'now').mockImplementation(() => late)
  expect((await end).state).toBe('unknown')
  stopAgain()
}, 30_000)

it('does not extend waiting times when the clock is set back: of sign-ins and of share links', async () => {
  const lockout = createLockout(own.database.db)
  const tries = createPasswordAttempts(own.database.db)
  // The clock is stopped, so that no timeout expires on a slow machine.
  setClock(0)
  const fail = async (): Promise<void> => lockout.recordFailure('ann', await lockout.attempt('ann', '10.0.0.1'))
  for (let tried = 0; tried < limits.signIn.freeFailures; tried++) await fail()
  for (let tried = 0; tried < limits.signIn.perAddressMinute; tried++) await lockout.countAddress('10.0.0.1')
  for (let tried = 0; tried < limits.share.tries; tried++) await tries.attempt(['link'], Date.now())
  const all = (): readonly Promise<unknown>[] => [
    lockout.attempt('ann', '10.0.0.1'),
    lockout.countAddress('10.0.0.1'),
    tries.attempt(['link'], Date.now()),
  ]
  const outcomes = async (): Promise<readonly string[]> => (await Promise.allSettled(all())).map(({ status }) => status)
  expect(await outcomes()).toEqual(['rejected', 'rejected', 'rejected'])
  setClock(-1)
  expect(await outcomes()).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  // Counting continues from here.
  for (let tried = 1; tried < limits.signIn.perAddressMinute; tried++) await lockout.countAddress('10.0.0.1')
  await expect(lockout.countAddress('10.0.0.1')).rejects.toThrow()
})

it('accepts devices and stores their values when the clock is set back', async () => {
  const rig = await startBroker({ now: () => Date.now() })
  try {
    const before = await rig.connect('yard')
    before.publish('p/street/d/pole-1/up/values', createFrame({ a: 1 }), 1)
    await before.ping()
    setClock(-1)
    before.publish('p/street/d/pole-1/up/values', createFrame({ a: 2 }), 1)
    const after = await rig.connect('mill')
    await vi.waitFor(() => expect(rig.committed.map(({ values }) => values[0])).toEqual([1, 2]), { timeout: 10_000 })
    expect(after.received[0]).toMatchObject({ cmd: 'connack', returnCode: 0 })
  } finally {
    await rig.close()
  }
})

describe('sessions when the clock is set', () => {
  const minuteMs = 60_000
  const signIn = { address: '10.0.0.1', request: 'r', client: 'test' }

  /** Advances the monotonic clock and the system clock. */
  function passTime(ms: number): void {
    const [steady, wall] = [performance.now() + ms, Date.now() + ms]
    vi.useFakeTimers({ toFake: ['Date'], now: wall })
    vi.spyOn(performance, 'now').mockImplementation(() => steady)
  }

  const service = () =>
    createSessions({
      db: own.database.db,
      refreshes: createRefreshTokens(Buffer.alloc(32, 7)),
      readPermissions: createPermissions(entities),
    })

  async function account(name: string) {
    const row = { id: name, name, role: 'operator' as const, must_change: false, roles: [], is_wall: false }
    await own.database.db
      .insertInto('account')
      .values({ ...row, roles: '[]', password: 'x', created_at: new Date(), enabled: true })
      .execute()
    return row
  }

  const shifts = [
    ['back', -1],
    ['forward', 1],
    ['forward by years', 24 * 365 * 20],
  ] as const

  it.each(shifts.slice(0, count({ daily: 1, full: shifts.length })))(
    'keep active users signed in when it is set %s, and end those idle for half an hour',
    async (name, hours) => {
      const { db } = own.database
      const sessions = service()
      const person = await account(`by ${name}`)
      const {
        token,
        session: { id },
      } = await db.transaction().execute((tx) => sessions.start(tx, person, signIn.address))
      const ended: string[] = []
      sessions.onEnded(({ session }) => ended.push(session ?? ''))
      const stop = sessions.startSweep(
        () => [{ account: person.name, session: id }],
        (cause) => {
          throw cause
        },
      )
      setClock(hours)
      expect(await sessions.authenticateToken(token)).toMatchObject({ session: { id } })
      expect(await sessions.findSession(id)).toMatchObject({ id })
      // Open connections are checked every two seconds. The stored times follow, so a restart finds correct ones.
      await vi.waitFor(
        async () => {
          const { seen_at } = await db
            .selectFrom('session')
            .select('seen_at')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          expect(Math.abs(seen_at.getTime() - Date.now())).toBeLessThan(minuteMs)
        },
        { timeout: 10_000 },
      )
      expect(await sessions.filterEnded([id])).toEqual([])
      expect(await service().findSession(id)).toMatchObject({ id })
      expect(ended).toEqual([])
      passTime(limits.session.idleMs + minuteMs)
      expect(await sessions.authenticateToken(token)).toEqual({ error: 'session.expired' })
      expect(await sessions.findSession(id)).toBeUndefined()
      await vi.waitFor(() => expect(ended).toContain(id), { timeout: 10_000 })
      stop()
    },
  )

  it('end at a restart after too long an idle time by the system clock', async () => {
    const person = await account('before the restart')
    const {
      session: { id },
    } = await own.database.db.transaction().execute((tx) => service().start(tx, person, signIn.address))
    setClock(1)
    expect(await service().findSession(id)).toBeUndefined()
  })

  it('keeps pages of a shared link open until they are idle or twelve hours old', async () => {
    const { db } = own.database
    await db.insertInto('project').values({ id: 'shared', name: 'Shared', created_at: new Date() }).execute()
    const share = 'a'.repeat(32)
    const held = {
      id: share,
      password: null,
      expiresAt: null,
      drawing: 'd',
      revision: 1,
      project: 'shared',
      seesPoints: true,
      seesPast: true,
      mayOperate: false,
    }
    const person = await account('who made the link')
    await db
      .insertInto('drawing')
      .values({
        id: 'd',
        project: 'shared',
        name: 'Drawing',
        revision: 1,
        body: '{}',
        hash: '',
        components: 0,
        width: 1,
        height: 1,
        created_at: new Date(),
        updated_at: new Date(),
        updated_by: person.name,
      })
      .execute()
    await db
      .insertInto('share')
      .values({
        id: share,
        drawing: 'd',
        password: null,
        creator: person.id,
        created_by: person.name,
        created_at: new Date(),
        expires_at: null,
        revoked_at: null,
        revoked_by: null,
      })
      .execute()
    const visits = createShareViewers({
      db,
      findShare: async () => held,
      findDisplayShare: async () => undefined,
      attempts: createPasswordAttempts(db),
    })
    const { token } = await visits.open({ share }, signIn)
    setClock(1)
    // Clears the cached share link.
    visits.invalidate(share)
    await visits.open({ share }, signIn)
    expect((await visits.authenticate(token)).share.id).toBe(share)
    passTime(limits.share.idleMs + minuteMs)
    await expect(visits.authenticate(token)).rejects.toMatchObject({ error: 'share.ended' })

    // A visit in use ends as well, at its maximum duration.
    const { token: busy } = await visits.open({ share }, signIn)
    const stepMs = limits.share.idleMs / 2
    for (let passedMs = stepMs; passedMs < limits.share.absoluteMs; passedMs += stepMs) {
      passTime(stepMs)
      expect((await visits.authenticate(busy)).share.id).toBe(share)
    }
    passTime(stepMs + minuteMs)
    await expect(visits.authenticate(busy)).rejects.toMatchObject({ error: 'share.ended' })
  })
})
