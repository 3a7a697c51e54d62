import { TOTP } from 'otpauth'
import { limits } from '../../../contract/limits.ts'
import { call } from './api.ts'
import type { RunningServer } from './server.ts'

/**
 * Returns the authenticator's code, `stepsAhead` time steps from now. One step ahead is still accepted and differs from
 * the last used one.
 */
export const computeCode = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret, digits: limits.secondStep.digits }).generate({
    timestamp: Date.now() + stepsAhead * limits.secondStep.periodMs,
  })

/** Returns six digits that are not a currently accepted code. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((ahead) => computeCode(secret, ahead))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
}

/** Enables two-factor authentication for the token's account. `code` is used up, even in the next time step. */
export async function setUpSecondStep(
  server: Pick<RunningServer, 'httpUrl'>,
  token: string,
  password: string,
): Promise<{ secret: string; code: string; recoveryCodes: readonly string[] }> {
  const {
    data: { secret },
  } = await call(server, 'secondStep.begin', { token })
  const code = computeCode(secret)
  const confirmed = await call(server, 'secondStep.confirm', { token, body: { password, code } })
  if (confirmed.status !== 200) throw new Error(confirmed.text)
  return { secret, code, recoveryCodes: confirmed.data.recoveryCodes }
}

/** Returns the ticket for the password of an account with two-factor authentication. */
export async function getTicket(
  server: Pick<RunningServer, 'httpUrl'>,
  account: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { data, text } = await call(server, 'session.signIn', { body: { account, password }, headers })
  if (!('ticket' in data)) throw new Error(`${account} was not asked for a code: ${text}`)
  return data.ticket
}
