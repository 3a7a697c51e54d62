import type { ServerOptions } from '../server/server.ts'

/** Gateway credential of the shared servers. */
export const sharedGatewayToken = 'a-gateway-credential-of-the-shared-servers'
/** Single sign-on key and secret on the shared servers. */
export const sharedShop = { key: 'shop', secret: "a shop's own secret of forty characters." } as const

const env = {
  MIMIC_GATEWAY_TOKEN: sharedGatewayToken,
  MIMIC_SSO_APPS: `${sharedShop.key}:${sharedShop.secret}`,
  // Test clients use separate addresses, because sign-ins are limited per address.
  MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1',
}

export type SharedPlant = 'still' | 'live'

/**
 * Servers shared by test files: `still` has the demo's projects, tags and drawings without a virtual plant, so that a
 * test can simulate a device; `live` has the virtual plant. Both allow several sessions per account.
 */
export const sharedPlants: Readonly<Record<SharedPlant, ServerOptions>> = {
  still: { env },
  live: { args: ['--demo'], env },
}
