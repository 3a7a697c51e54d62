import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { definePage, instant, objectId, pageQuery, plantName, searchText } from './fields.ts'

const managing = (action: string) =>
  ({ roles: rolesFrom('manager'), scope: 'project', permission: `platform:deviceCredential:${action}` }) as const
const writing = (action: string) =>
  ({ ...managing(action), limit: { perMinute: limits.http.writesPerMinute } }) as const
const { atOnce, devicesPerGateway } = limits.deviceCredential

/** SHA-256 of a certificate: 64 hexadecimal digits, with or without colons. */
const fingerprint = z
  .string()
  .regex(/^(?:[0-9A-Fa-f]{2}:?){32}$/, 'SHA-256 of the certificate: 64 hexadecimal digits, colons are allowed')
const gatewayDevices = z.array(plantName).max(devicesPerGateway)
const params = z.strictObject({ id: objectId })

const credential = z.object({
  id: objectId,
  project: plantName,
  /** Telemetry device. */
  device: plantName,
  username: z.string(),
  hasSecret: z.boolean(),
  /** SHA-256 of the client certificate; null if the device has none. */
  fingerprint: z.string().nullable(),
  /** A gateway also publishes for `devices`. */
  isGateway: z.boolean(),
  devices: z.array(plantName).readonly(),
  isEnabled: z.boolean(),
  createdAt: instant,
  createdBy: z.string(),
  /** Last new secret; null if there was none. */
  rotatedAt: instant.nullable(),
  /** Open connections. */
  connections: z.number(),
})
/** Credential of a device, without its secret. */
export type DeviceCredential = z.output<typeof credential>

const issuedCredential = credential.extend({ secret: z.string().nullable() })
/** A new credential with its secret, which is shown once. Null if the device has a certificate only. */
export type IssuedCredential = z.output<typeof issuedCredential>

/** Why the broker rejected a connection or ignored a message. */
export const connectionRefusals = [
  'badLogin',
  'credentialDisabled',
  'sharedCredentialOff',
  'certificateInvalid',
  'willDenied',
  'clientIdInvalid',
  'tooManyConnections',
  'protocolVersion',
  'packetTooLarge',
  'unavailable',
  'topicDenied',
  'filterDenied',
  'undeclaredTopic',
  'deviceNotAccepted',
  'payload',
  'rateLimit',
] as const
/** Reason of a rejected connection or an ignored message. */
export type ConnectionRefusal = (typeof connectionRefusals)[number]

const refusal = z.object({ at: instant, reason: z.enum(connectionRefusals), detail: z.string() })
const connection = z.object({
  id: objectId,
  username: z.string(),
  clientId: z.string(),
  address: z.string(),
  protocol: z.enum(['ws', 'wss', 'mqtt', 'mqtts']),
  /** Null for the shared gateway credential. */
  credential: objectId.nullable(),
  project: plantName.nullable(),
  device: plantName.nullable(),
  isGateway: z.boolean(),
  connectedAt: instant,
  lastMessageAt: instant.nullable(),
  messagesPerMinute: z.number(),
  lastRefusal: refusal.nullable(),
})
/** An open connection of a device or gateway. */
export type DeviceConnection = z.output<typeof connection>

const rejected = refusal.extend({
  username: z.string(),
  clientId: z.string(),
  address: z.string(),
  /** Attempts with this user name and address. */
  count: z.number(),
})
/** Rejected connection attempts of one user name and address. */
export type RejectedConnection = z.output<typeof rejected>

const listener = z.object({ protocol: z.enum(['ws', 'wss', 'mqtt', 'mqtts']), port: z.number() })
/** A port on which devices connect. */
export type BrokerListener = z.output<typeof listener>

const shared = z.object({ isEnabled: z.boolean(), isSetByEnvironment: z.boolean() })
/** State of the shared gateway credential. */
export type SharedCredential = z.output<typeof shared>

/** Connections of devices and their credentials. */
export const connectionRoutes = {
  /** Open connections of devices. The shared gateway credential and rejected attempts require a super administrator. */
  'connection.read': defineRoute({
    method: 'GET',
    path: '/api/device-connections',
    policy: managing('list'),
    query: z.strictObject({ ...pageQuery, project: plantName.optional(), search: searchText.optional() }),
    answer: definePage(connection).extend({
      listeners: z.array(listener).readonly(),
      rejected: z.array(rejected).readonly(),
      shared,
    }),
  }),
  /** Allows or rejects the shared gateway credential. Open connections with it are closed. */
  'connection.setShared': defineRoute({
    method: 'PUT',
    path: '/api/device-connections/shared-credential',
    policy: {
      roles: rolesFrom('super'),
      scope: 'none',
      permission: 'platform:deviceCredential:share',
    },
    body: z.strictObject({ isEnabled: z.boolean() }),
    answer: shared,
  }),
  'credential.list': defineRoute({
    method: 'GET',
    path: '/api/device-credentials',
    policy: managing('list'),
    query: z.strictObject({
      ...pageQuery,
      project: plantName.optional(),
      device: plantName.optional(),
      search: searchText.optional(),
    }),
    answer: definePage(credential),
  }),
  /** Creates a credential for each device. The secrets are returned only here. */
  'credential.create': defineRoute({
    method: 'POST',
    path: '/api/device-credentials',
    policy: writing('add'),
    bodyBytes: 256 * 1024,
    body: z.strictObject({
      project: plantName,
      devices: z.array(plantName).min(1).max(atOnce),
      /** The credential of a single device is a gateway for these devices. */
      gatewayFor: gatewayDevices.optional(),
      /** The single device signs in with this certificate, and without a secret. */
      fingerprint: fingerprint.optional(),
    }),
    answer: z.object({ credentials: z.array(issuedCredential).readonly() }),
  }),
  /** Replaces the secret. The previous one is rejected at once, and its connections are closed. */
  'credential.rotate': defineRoute({
    method: 'POST',
    path: '/api/device-credentials/:id/rotate',
    policy: writing('edit'),
    params,
    answer: issuedCredential,
  }),
  /** Changes the credential. Disabling it closes its connections at once. */
  'credential.update': defineRoute({
    method: 'PUT',
    path: '/api/device-credentials/:id',
    policy: writing('edit'),
    params,
    bodyBytes: 256 * 1024,
    body: z.strictObject({
      isEnabled: z.boolean().optional(),
      gatewayFor: gatewayDevices.nullable().optional(),
      fingerprint: fingerprint.nullable().optional(),
    }),
    answer: credential,
  }),
  'credential.remove': defineRoute({
    method: 'DELETE',
    path: '/api/device-credentials/:id',
    policy: writing('remove'),
    params,
  }),
}
