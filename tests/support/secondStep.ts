import { TOTP } from 'otpauth'
import { limits } from '../../contract/limits.ts'
import { call } from './api.ts'
import type { RunningServer } from './server.ts'

/** The code that an authenticator shows, or will show so many steps from now: one step ahead is still taken, and is not the one used last. */
export const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret, digits: limits.secondStep.digits }).generate({ timestamp: Date.now() + stepsAhead * limits.secondStep.periodMs })

/** Six digits that are no code of about now. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((ahead) => codeOf(secret, ahead))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
}

/** Turns on the second step of whose token it is, with the code of now: `code` is used up, also where the next half minute has begun. */
export async function setUpSecondStep(server: Pick<RunningServer, 'httpUrl'>, token: string, password: string): Promise<{ secret: string; code: string; recoveryCodes: readonly string[] }> {
  const { data: { secret } } = await call(server, 'secondStep.begin', { token })
  const code = codeOf(secret)
  const confirmed = await call(server, 'secondStep.confirm', { token, body: { password, code } })
  if (confirmed.status !== 200) throw new Error(confirmed.text)
  return { secret, code, recoveryCodes: confirmed.data.recoveryCodes }
}

/** What the right password of an account with a second step is answered with. */
export async function ticketOf(server: Pick<RunningServer, 'httpUrl'>, account: string, password: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { data, text } = await call(server, 'session.signIn', { body: { account, password }, headers })
  if (!('ticket' in data)) throw new Error(`${account} was not asked for a code: ${text}`)
  return data.ticket
}
