import type { Client } from './client.ts'
import { type CallFailure, ownFailure } from './failure.ts'

const refuse = (): Promise<never> => Promise.reject(refusal())
const refusal = (): CallFailure => ownFailure('access.denied')

/** Client for pages without an account: sends no requests and rejects every call. */
export const closedClient: Client = { call: refuse, send: refuse, text: refuse, get: refuse }
