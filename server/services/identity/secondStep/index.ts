import type { Role } from '../../../../contract/access.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { TwoFactorSetup, TwoFactorStatus } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext, Session } from '../../base/requestContext.ts'
import { verifyPassword } from '../../base/passwords.ts'
import type { SecretBox } from '../../base/secrets.ts'
import { getStrongestRole, type Sessions } from '../sessions.ts'
import type { AttemptResult, SignInAttempts } from '../signInAttempts.ts'
import { newRecoveryCodes, newSecret, readCode, recoveryHash, findStep, createUri } from './codes.ts'
import { isRequiredFor } from './requirement.ts'

export interface SecondStepParts {
  readonly db: Db
  readonly box: SecretBox
  readonly sessions: Pick<Sessions, 'endOthers' | 'lockAccount' | 'notifyEnded'>
  readonly attempts: SignInAttempts
}

/** A valid code at the time of the check. It can be used once, so `use` decides. */
export type Proof =
  | { readonly kind: 'code'; readonly step: number }
  | { readonly kind: 'recoveryCode'; readonly hash: string }

/** Place the secret is bound to. */
const getSealPlace = (account: string) => ({ table: 'second_step', column: 'secret', row: account })

/**
 * Two-factor authentication of an account. Users enable and disable it with password and code. The secret is stored
 * encrypted, shown once during setup and never logged.
 */
export function createSecondStep({ db, box, sessions, attempts }: SecondStepParts) {
  const findConfirmed = (from: Db, account: string) =>
    from
      .selectFrom('second_step')
      .select(['secret', 'confirmed_at', 'last_step'])
      .where('account', '=', account)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()

  const decryptSecret = (account: string, sealed: string): string => {
    try {
      return box.open(sealed, getSealPlace(account))
    } catch (cause) {
      throw Object.assign(new ApiError('secondStep.lost'), { cause })
    }
  }

  const verifyCode = async (account: string, typed: string): Promise<Proof | undefined> => {
    const read = readCode(typed)
    const row = read && (await findConfirmed(db, account))
    if (!row) return undefined
    if (read.kind === 'recoveryCode') {
      const hash = recoveryHash(account, read.code)
      const found = await db
        .selectFrom('recovery_code')
        .select('hash')
        .where('account', '=', account)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return found && { kind: 'recoveryCode', hash }
    }
    const step = findStep(decryptSecret(account, row.secret), read.code, Date.now())
    return step === undefined || step <= (row.last_step ?? 0) ? undefined : { kind: 'code', step }
  }

  const use = async (tx: Db, account: string, proof: Proof): Promise<boolean> => {
    if (proof.kind === 'recoveryCode') {
      const { numDeletedRows } = await tx
        .deleteFrom('recovery_code')
        .where('account', '=', account)
        .where('hash', '=', proof.hash)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    }
    const { numUpdatedRows } = await tx
      .updateTable('second_step')
      .set({ last_step: proof.step })
      .where('account', '=', account)
      .where('confirmed_at', 'is not', null)
      .where((is) => is.or([is('last_step', 'is', null), is('last_step', '<', proof.step)]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  const codesLeft = async (from: Db, account: string): Promise<number> =>
    (
      await from
        .selectFrom('recovery_code')
        .select('hash')
        .where('account', '=', account)
        .limit(limits.secondStep.recoveryCodes)
        .execute()
    ).length

  /** Verifies password and code as one attempt and reports the wrong one by field. */
  const verifyPasswordAndCode = async (
    caller: RequestContext,
    password: string,
    isCode: () => Promise<boolean>,
  ): Promise<void> => {
    const { accountId, name } = caller.session
    const account = await db
      .selectFrom('account')
      .select(['password', 'enabled'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    const result = await attempts.judged(name, caller, async (): Promise<AttemptResult> => {
      if (!(await verifyPassword(password, account?.password, caller.address))) return 'wrong'
      return account?.enabled !== true ? 'disabled' : (await isCode()) ? 'right' : 'code'
    })
    if (result === 'code') throw createWrongCodeError()
    if (result !== 'right')
      throw new ApiError('password.wrong', {
        problems: [{ path: 'password', code: 'wrong', message: 'wrong current password' }],
      })
  }

  return {
    /** `from`: a transaction holding the account's row lock, so that the result stays valid until its end. */
    async isOn(account: string, from: Db = db): Promise<boolean> {
      return (await findConfirmed(from, account)) !== undefined
    },

    /**
     * Verifies a code; undefined if it is wrong or used. Throws `secondStep.lost` if the secret cannot be decrypted
     * with the current key.
     */
    proofOf: verifyCode,
    /** Marks a code as used in the transaction it authorizes; false if it was already used. */
    use,
    codesLeft,

    async read({ session }: RequestContext): Promise<TwoFactorStatus> {
      const { accountId, isWall = false } = session
      const row = await findConfirmed(db, accountId)
      const isRequired = !isWall && (await isRequiredFor(db, getSessionRank(session)))
      return {
        since: row?.confirmed_at?.getTime() ?? null,
        recoveryCodesLeft: await codesLeft(db, accountId),
        isDemanded: isRequired,
        isWall,
      }
    },

    /** Starts the setup. `host` identifies this installation in the authenticator. */
    async begin({ session: { accountId, name } }: RequestContext, host: string): Promise<TwoFactorSetup> {
      const secret = newSecret()
      const row = { secret: box.seal(secret, getSealPlace(accountId)), begun_at: new Date() }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('second_step')
        .values({ account: accountId, ...row })
        .onConflict((conflict) =>
          conflict.column('account').doUpdateSet(row).where('second_step.confirmed_at', 'is', null),
        )
        .executeTakeFirstOrThrow()
      if (!numInsertedOrUpdatedRows) throw new ApiError('entity.state')
      return { secret, uri: createUri(secret, `${name}@${host}`) }
    },

    async confirm(
      caller: RequestContext,
      password: string,
      typed: string,
    ): Promise<{ recoveryCodes: readonly string[] }> {
      const { accountId, name } = caller.session
      const row = await db
        .selectFrom('second_step')
        .select(['secret', 'begun_at', 'confirmed_at'])
        .where('account', '=', accountId)
        .executeTakeFirst()
      if (!row || row.confirmed_at !== null || row.begun_at.getTime() < Date.now() - limits.secondStep.setUpMs)
        throw new ApiError('secondStep.over')
      const secret = decryptSecret(accountId, row.secret)
      const read = readCode(typed)
      const step = read?.kind === 'code' ? findStep(secret, read.code, Date.now()) : undefined
      await verifyPasswordAndCode(caller, password, () => Promise.resolve(step !== undefined))
      const recoveryCodes = newRecoveryCodes()
      const ended = await db.transaction().execute(async (tx) => {
        // Lock the account like a sign-in: a concurrent password-only sign-in either has its session ended here or
        // finds two-factor authentication enabled.
        await sessions.lockAccount(tx, caller.session)
        const { numUpdatedRows } = await tx
          .updateTable('second_step')
          .set({ confirmed_at: new Date(), last_step: step ?? null })
          .where('account', '=', accountId)
          .where('secret', '=', row.secret)
          .where('confirmed_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (!numUpdatedRows) throw new ApiError('secondStep.over')
        await tx
          .insertInto('recovery_code')
          .values(recoveryCodes.map((code) => ({ account: accountId, hash: recoveryHash(accountId, code) })))
          .execute()
        // These sessions were opened with the password alone.
        const others = await sessions.endOthers(tx, caller.session, 'secondStep')
        await audit(tx, caller, { object: `account/${name}`, action: 'secondStep.on' })
        return others
      })
      for (const session of ended) sessions.notifyEnded({ account: name, session })
      // Lift the restriction of this session.
      if (caller.session.mustSetSecondStep) sessions.notifyEnded({ account: name, session: caller.session.id })
      return { recoveryCodes }
    },

    async remove(caller: RequestContext, password: string, typed: string): Promise<void> {
      const { accountId, name } = caller.session
      if (!(await findConfirmed(db, accountId))) throw new ApiError('entity.state')
      const found: { proof?: Proof | undefined } = {}
      await verifyPasswordAndCode(
        caller,
        password,
        async () => (found.proof = await verifyCode(accountId, typed)) !== undefined,
      )
      await db.transaction().execute(async (tx) => {
        await sessions.lockAccount(tx, caller.session)
        if (!found.proof || !(await use(tx, accountId, found.proof))) throw createWrongCodeError()
        await removeSecondStep(tx, accountId)
        await audit(tx, caller, { object: `account/${name}`, action: 'secondStep.off' })
      })
      // If the role requires two-factor authentication, sessions must set it up again.
      if (await isRequiredFor(db, getSessionRank(caller.session))) sessions.notifyEnded({ account: name })
    },
  }
}

export type SecondStep = ReturnType<typeof createSecondStep>

/**
 * Deletes an account's two-factor setup, complete or pending, with its recovery codes and tickets; false if it had
 * none.
 */
export async function removeSecondStep(tx: Db, account: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('second_step').where('account', '=', account).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const getSessionRank = ({ role, projects }: Session): Role =>
  getStrongestRole([role, ...projects.map((membership) => membership.role)])

const createWrongCodeError = (): ApiError =>
  new ApiError('secondStep.code', { problems: [{ path: 'code', code: 'wrong', message: 'wrong or used code' }] })
