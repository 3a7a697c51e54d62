import { createHmac, timingSafeEqual } from 'node:crypto'
import { isName } from '../../../contract/telemetry/tags.ts'

/** Password of gateways: from the environment, or derived from the installation's secret. */
export function gatewayToken(secret: Buffer, configured: string | undefined): string {
  return configured ?? createHmac('sha256', secret).update('gateway').digest('base64url')
}

/** Password of the virtual plant, which connects even if the shared gateway credential is switched off. */
export const plantToken = (secret: Buffer): string => createHmac('sha256', secret).update('plant').digest('base64url')

/** Returns true for valid gateway credentials: a name valid in topics, and the password, compared in constant time. */
export function isGateway(token: string, username: string, password: string): boolean {
  return isName(username) && timingSafeEqual(digest(password), digest(token))
}

const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest()
