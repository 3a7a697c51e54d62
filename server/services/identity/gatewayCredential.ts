import { createHmac, timingSafeEqual } from 'node:crypto'
import { isName } from '../../../contract/telemetry/tags.ts'

/** The gateways' credential: given by environment, or made from this installation's secret. */
export function gatewayToken(secret: Buffer, given: string | undefined): string {
  return given ?? createHmac('sha256', secret).update('gateway').digest('base64url')
}

/** Whether a name and password are those of a gateway: a name that can stand in topics, and the credential, compared in one time. */
export function isGateway(token: string, username: string, password: string): boolean {
  return isName(username) && timingSafeEqual(digest(password), digest(token))
}

const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest()
