import type { ServerOptions } from '../server.ts'

/** Credential of the gateways on the shared servers. */
export const sharedGatewayToken = 'a-gateway-credential-of-the-shared-servers'
/** Key and secret of the system that may open sessions on the shared servers by single sign-on. */
export const sharedShop = { key: 'shop', secret: 'a shop\'s own secret of forty characters.' } as const

const env = {
  MIMIC_GATEWAY_TOKEN: sharedGatewayToken,
  MIMIC_SSO_APPS: `${sharedShop.key}:${sharedShop.secret}`,
  // Each client of the tests names an address of its own: sign-ins are limited per address.
  MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1',
}

export type SharedPlant = 'still' | 'live'

/**
 * The servers that test files share: `still` has the demo's projects, tags and drawings and no running plant, so that a test can play
 * a device of it; `live` has the running plant. Both accept several sessions per account.
 */
export const sharedPlants: Readonly<Record<SharedPlant, ServerOptions>> = {
  still: { env },
  live: { args: ['--demo'], env },
}
