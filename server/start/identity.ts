import { allPermissions, hasPermission } from '../../contract/access.ts'
import { collectEntityRoutes } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { routeList, routes } from '../../contract/routes.ts'
import type { BrokerOptions } from '../broker/index.ts'
import { monotonicNow } from '../monotonicClock.ts'
import {
  createSharedCredential,
  CredentialAuthentication,
  type SharedCredentialOption,
} from '../services/devices/credentials/index.ts'
import type { EntityServices } from '../services/entities/index.ts'
import { createAccounts } from '../services/identity/accounts/index.ts'
import { createApiTokens, readAccountStatus } from '../services/identity/apiTokens.ts'
import { gatewayToken, isGateway, plantToken } from '../services/identity/gatewayCredential.ts'
import { createPermissions } from '../services/identity/permissions.ts'
import { createProfile } from '../services/identity/profile.ts'
import { createProjects } from '../services/identity/projects.ts'
import { createRefreshTokens } from '../services/identity/refreshTokens.ts'
import { createSecondStep } from '../services/identity/secondStep/index.ts'
import { createRequirement } from '../services/identity/secondStep/requirement.ts'
import { type Sessions, createSessions } from '../services/identity/sessions.ts'
import { createSignIn } from '../services/identity/signIn.ts'
import { createSignInAttempts } from '../services/identity/signInAttempts.ts'
import { createSignInLog } from '../services/identity/signInLog.ts'
import { createSingleSignOn } from '../services/identity/singleSignOn.ts'
import { createOperationLog } from '../services/operations/operationLog.ts'
import type { StartContext } from './context.ts'
import type { Data } from './data.ts'

const pointsPermission = routes['tag.list'].policy.permission ?? allPermissions

export type Identity = ReturnType<typeof openIdentity>

/** Creates sessions, API tokens and the authentication of MQTT clients. */
export function openIdentity({ options, log, entities }: StartContext, { db, secret }: Data) {
  const readPermissions = createPermissions(entities)
  const sessions = createSessions({
    db,
    refreshes: createRefreshTokens(secret),
    readPermissions,
    isSingle: options.isSingleSession,
    log,
  })
  const readStatus = readAccountStatus(db, readPermissions)
  const gatewayTokens = { shared: gatewayToken(secret, options.gatewayToken), plant: plantToken(secret) }
  const shared = createSharedCredential(db, options.gatewayToken !== undefined, monotonicNow)
  const credentials = new CredentialAuthentication(db, log)
  return {
    readPermissions,
    sessions,
    readAccountStatus: readStatus,
    tokens: createApiTokens({
      db,
      readAccountStatus: readStatus,
      routes: [...routeList, ...Object.entries(collectEntityRoutes(entities))],
    }),
    gatewayTokens,
    shared,
    credentials,
    authenticate: createAuthenticate({ sessions, gatewayTokens, shared, credentials }),
  }
}

/** Registers accounts, projects and logs as entities, and creates the sign-in. */
export function openAccounts(
  { options, log, entities, stops }: StartContext,
  { db, secrets }: Data,
  { sessions, readPermissions }: Identity,
  rows: EntityServices,
) {
  const { getService, clearReferences } = rows
  // Sockets, which notify browsers, are opened later.
  let notifyProjects: (ids: readonly string[]) => void = () => undefined
  const customServices = [
    createAccounts({ db, sessions, readPermissions, getService, clearReferences }),
    createProjects({ db, getService, clearReferences, notifyChanged: (ids) => notifyProjects(ids) }),
    createOperationLog(db, getService),
  ]
  for (const service of customServices) if (entities.includes(service.entity)) rows.register(service)
  const signInLog = entities.some(({ name }) => name === 'signInLog')
    ? createSignInLog(db, rows.getStoredService('signInLog'), log)
    : undefined
  if (signInLog) stops.push(signInLog.startSweep())
  const attempts = createSignInAttempts(db, signInLog)
  const secondStep = createSecondStep({ db, box: secrets, sessions, attempts })
  return {
    signIn: createSignIn({
      db,
      sessions,
      log: signInLog,
      singleSignOn: createSingleSignOn(db, options.singleSignOn),
      attempts,
      secondStep,
    }),
    secondStep,
    requirement: createRequirement(db, (account) => sessions.notifyEnded({ account })),
    profile: createProfile(db),
    onProjectsChanged: (notify: (ids: readonly string[]) => void): void => {
      notifyProjects = notify
    },
  }
}

interface AuthenticateParts {
  readonly sessions: Sessions
  readonly gatewayTokens: { readonly shared: string; readonly plant: string }
  readonly shared: SharedCredentialOption
  readonly credentials: CredentialAuthentication
}

/**
 * Authenticates MQTT connections: devices by their credentials, gateways by the shared credential if it is allowed, users
 * by their session token with the permissions of the account.
 */
function createAuthenticate({ sessions, gatewayTokens, shared, credentials }: AuthenticateParts) {
  const authenticate: BrokerOptions['authenticate'] = async (_clientId, username, password, certificate) => {
    const gateway = { kind: 'gateway', account: username, projects: [], isEverywhere: true } as const
    if (isGateway(gatewayTokens.plant, username, password)) return { ...gateway, isInternal: true }
    if (isGateway(gatewayTokens.shared, username, password))
      return (await shared.isEnabled()) ? gateway : 'sharedCredentialOff'
    const device = await credentials.authenticate(username, password, certificate)
    if (device !== undefined) return device
    const { session } = await sessions.authenticateToken(password)
    if (!session || session.name !== username || session.mustChangePassword || session.mustSetSecondStep) return null
    return {
      kind: 'user',
      account: session.name,
      session: session.id,
      isEverywhere: session.role === 'super',
      // Live values require the same permission as listing tags.
      projects: hasPermission(session.permissions, pointsPermission) ? session.projects.map(({ id }) => id) : [],
      expiresAt: session.signedInAt + limits.session.absoluteMs,
    }
  }
  return authenticate
}
