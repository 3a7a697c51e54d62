import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entities } from '../../../contract/entities.ts'
import { limits } from '../../../contract/limits.ts'
import { createLog } from '../../../server/log.ts'
import type { RequestContext, Session } from '../../../server/services/base/requestContext.ts'
import { hashPassword } from '../../../server/services/base/passwords.ts'
import { createRefreshTokens } from '../../../server/services/identity/refreshTokens.ts'
import { createPermissions } from '../../../server/services/identity/permissions.ts'
import { createSecondStep } from '../../../server/services/identity/secondStep/index.ts'
import { createSecretBox } from '../../../server/services/base/secrets.ts'
import { createSessions } from '../../../server/services/identity/sessions.ts'
import { createSignIn } from '../../../server/services/identity/signIn.ts'
import { createSingleSignOn } from '../../../server/services/identity/singleSignOn.ts'
import { createSignInAttempts, type SignInAttempts } from '../../../server/services/identity/signInAttempts.ts'
import { testPassword } from '../../support/server/api.ts'
import { type OwnDatabase, openOwnDatabase } from '../../support/server/ownServices.ts'
import { computeCode } from '../../support/server/secondStep.ts'

// Checking a password and acting on it are separated by a slow hash. The test delays the second step.

let own: OwnDatabase
let people = 0
beforeAll(async () => {
  own = await openOwnDatabase('races', createLog('error'))
})
afterAll(() => own?.close())

/** Two browsers of one account, their services, and a gate after a successful password check. */
async function twoBrowsers() {
  const { db } = own.database
  const account = { id: `a${++people}`, name: `racer-${people}` }
  await db
    .insertInto('account')
    .values({
      ...account,
      role: 'operator',
      password: await hashPassword(testPassword),
      must_change: false,
      created_at: new Date(),
      enabled: true,
      roles: '[]',
      is_wall: false,
    })
    .execute()
  const sessions = createSessions({
    db,
    refreshes: createRefreshTokens(randomBytes(32)),
    readPermissions: createPermissions(entities),
  })
  const tries = createSignInAttempts(db, undefined)
  const gate = gated(tries)
  const box = createSecretBox(randomBytes(32))
  const servicesWith = (judged: SignInAttempts) => {
    const secondStep = createSecondStep({ db, box, sessions, attempts: judged })
    return {
      secondStep,
      signIn: createSignIn({
        db,
        sessions,
        log: undefined,
        singleSignOn: createSingleSignOn(db, new Map()),
        attempts: judged,
        secondStep,
      }),
    }
  }
  const [services, held] = [servicesWith(tries), servicesWith(gate.tries)]
  const enter = async (): Promise<RequestContext> => {
    const entered = await services.signIn.signIn(account.name, testPassword, origin)
    if (!('session' in entered)) throw new Error('there is no second step yet')
    return createContext(entered.session)
  }
  const live = async (): Promise<readonly string[]> =>
    (
      await db.selectFrom('session').select('id').where('account', '=', account.id).where('ended', 'is', null).execute()
    ).map(({ id }) => id)
  const isOn = () => services.secondStep.isOn(account.id)
  return { db, account, gate, services, held, enter, live, isOn, first: await enter(), second: await enter() }
}

const origin = { address: '127.0.0.1', request: 'r', client: 'test' }
const createContext = (session: Session): RequestContext => ({ session, ...origin })
const next = 'eight dry umbrellas'

/** Real attempts whose result is available at `judged` and returned after `open`. */
function gated(tries: SignInAttempts) {
  const [judged, opened] = [moment(), moment()]
  const waiting: SignInAttempts = {
    ...tries,
    judged: async (...args) => {
      const judgement = await tries.judged(...args)
      judged.release()
      await opened.reached
      return judgement
    },
  }
  return { tries: waiting, judged: judged.reached, open: opened.release }
}

function moment() {
  let release = (): void => undefined
  const reached = new Promise<void>((done) => {
    release = done
  })
  return { reached, release: () => release() }
}

it(
  'a password change after a second step was enabled starts no session for the browser it signed out',
  { tags: 'full' },
  async () => {
    const { gate, services, held, live, isOn, first, second } = await twoBrowsers()
    const { secret } = await services.secondStep.begin(first, 'here')
    const changing = held.signIn.changePassword(second, testPassword, next)
    await gate.judged
    await services.secondStep.confirm(first, testPassword, computeCode(secret))
    gate.open()
    await expect(changing).rejects.toMatchObject({ error: 'session.ended' })
    expect([await live(), await isOn()]).toEqual([[first.session.id], true])
  },
)

it('a second step is not enabled by a browser that a password change has signed out', { tags: 'full' }, async () => {
  const { gate, services, held, live, isOn, first, second } = await twoBrowsers()
  const { secret } = await services.secondStep.begin(first, 'here')
  const confirming = held.secondStep.confirm(first, testPassword, computeCode(secret))
  await gate.judged
  const changed = await services.signIn.changePassword(second, testPassword, next)
  gate.open()
  await expect(confirming).rejects.toMatchObject({ error: 'session.ended' })
  expect([await live(), await isOn()]).toEqual([[changed.session.id], false])
})

it('a second step is not disabled by a browser that a password change has signed out', { tags: 'full' }, async () => {
  const { db, account, gate, services, held, isOn, first } = await twoBrowsers()
  const { secret } = await services.secondStep.begin(first, 'here')
  const {
    recoveryCodes: [code = ''],
  } = await services.secondStep.confirm(first, testPassword, computeCode(secret))
  const removing = held.secondStep.remove(first, testPassword, code)
  await gate.judged
  await services.signIn.changePassword(first, testPassword, next)
  gate.open()
  await expect(removing).rejects.toMatchObject({ error: 'session.ended' })
  expect(await isOn()).toBe(true)
  expect(await db.selectFrom('recovery_code').select('hash').where('account', '=', account.id).execute()).toHaveLength(
    limits.secondStep.recoveryCodes,
  )
})

it('a sign-in starts no session if the password is changed or the account disabled during the check', async () => {
  for (const meanwhile of ['changed', 'disabled'] as const) {
    const { db, account, gate, services, held, live, first } = await twoBrowsers()
    const entering = held.signIn.signIn(account.name, testPassword, origin)
    await gate.judged
    if (meanwhile === 'changed') await services.signIn.changePassword(first, testPassword, next)
    else await db.updateTable('account').set({ enabled: false }).where('id', '=', account.id).execute()
    const before = await live()
    gate.open()
    await expect(entering).rejects.toMatchObject({ error: 'session.wrong' })
    expect(await live()).toEqual(before)
  }
})
