import type { Client } from './client.ts'
import { type CallFailure, ownFailure } from './failure.ts'

const refuse = (): Promise<never> => Promise.reject(refusal())
const refusal = (): CallFailure => ownFailure('access.denied')

/** For pages without an account: asks the server nothing, and refuses here what nobody would be answered. */
export const closedClient: Client = { call: refuse, send: refuse, text: refuse, get: refuse }
