import { randomUUID } from 'node:crypto'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { DeviceCredential, IssuedCredential } from '../../../../contract/routes.ts'
import { isReserved } from '../../../../contract/telemetry/index.ts'
import { type Broker, normalizeFingerprint } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import { likePattern, type Page, pageOffset } from '../../base/pagination.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import type { CredentialAuthentication } from './authentication.ts'
import { type CredentialRow, readDevices, toCredential } from './rows.ts'
import { createSecret, hashSecret } from './secrets.ts'

export { CredentialAuthentication } from './authentication.ts'
export { createConnections, type Connections } from './connections.ts'
export { createSharedCredential, type SharedCredentialOption } from './sharedCredential.ts'

interface CredentialFilter extends Page {
  readonly project?: string | undefined
  readonly device?: string | undefined
  readonly search?: string | undefined
  /** Projects visible to the caller; undefined: all. */
  readonly projects: readonly string[] | undefined
}

interface NewCredentials {
  readonly project: string
  readonly devices: readonly string[]
  readonly gatewayFor?: readonly string[] | undefined
  readonly fingerprint?: string | undefined
}

interface CredentialChange {
  readonly isEnabled?: boolean | undefined
  readonly gatewayFor?: readonly string[] | null | undefined
  readonly fingerprint?: string | null | undefined
}

export interface DeviceCredentialsOptions {
  readonly db: Db
  readonly broker: Broker
  readonly authentication: CredentialAuthentication
}

/** Credentials of devices and gateways. Secrets are returned once, when they are created. */
export function createDeviceCredentials({ db, broker, authentication }: DeviceCredentialsOptions) {
  const countConnections = (id: string): number => broker.clients().filter(({ credential }) => credential === id).length
  const getObject = ({ project, username }: Pick<CredentialRow, 'project' | 'username'>): string =>
    `deviceCredential/${project}/${username}`

  /** Changes a row in a transaction with its audit entry. Throws `object.missing`. */
  const change = async (
    caller: RequestContext,
    id: string,
    action: string,
    getValues: (row: CredentialRow) => Partial<CredentialRow>,
  ): Promise<CredentialRow> =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('device_credential')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw new ApiError('object.missing')
      const values = getValues(row)
      if (values.fingerprint) await checkFingerprint(tx, values.fingerprint, id)
      await tx.updateTable('device_credential').set(values).where('id', '=', id).execute()
      const { secret_hash: _secret, ...content } = values
      await audit(tx, caller, { object: getObject(row), action, content })
      return { ...row, ...values }
    })

  return {
    async findProject(id: string): Promise<string | undefined> {
      const row = await db.selectFrom('device_credential').select('project').where('id', '=', id).executeTakeFirst()
      return row?.project
    },

    async list(filter: CredentialFilter): Promise<{ rows: DeviceCredential[]; total: number }> {
      const { projects, project, device, search } = filter
      let found = db.selectFrom('device_credential')
      if (projects) found = found.where('project', 'in', projects.length > 0 ? [...projects] : [''])
      if (project !== undefined) found = found.where('project', '=', project)
      if (device !== undefined) found = found.where('device', '=', device)
      if (search?.trim()) found = found.where(likePattern('username', search.trim()))
      const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
      const rows = await found
        .selectAll()
        .orderBy('project')
        .orderBy('device')
        .orderBy('created_at')
        .limit(filter.pageSize)
        .offset(pageOffset(filter))
        .execute()
      return { rows: rows.map((row) => toCredential(row, countConnections(row.id))), total: Number(total) }
    },

    /** Creates a credential for each device. `gatewayFor` and `fingerprint` apply to a single device. */
    async create(caller: RequestContext, request: NewCredentials): Promise<IssuedCredential[]> {
      const devices = [...new Set(request.devices)]
      const gatewayFor = request.gatewayFor && [...new Set(request.gatewayFor)]
      checkDevices('devices', devices)
      checkDevices('gatewayFor', gatewayFor ?? [])
      if (devices.length > 1 && (gatewayFor || request.fingerprint))
        throw invalid('devices', 'a gateway or a certificate belongs to a single device')
      const fingerprint = request.fingerprint === undefined ? null : normalizeFingerprint(request.fingerprint)
      const issued = await db.transaction().execute(async (tx) => {
        // Lock the project, because its credentials are counted and its user names must be unique.
        const project = await tx
          .selectFrom('project')
          .select('id')
          .where('id', '=', request.project)
          .forUpdate()
          .executeTakeFirst()
        if (!project) throw new ApiError('object.missing')
        const existing = await tx
          .selectFrom('device_credential')
          .select('username')
          .where('project', '=', request.project)
          .execute()
        if (existing.length + devices.length > limits.deviceCredential.perProject) throw new ApiError('credential.many')
        if (fingerprint !== null) await checkFingerprint(tx, fingerprint)
        const usedNames = new Set(existing.map(({ username }) => username))
        const created = devices.map((device) => {
          const secret = fingerprint === null ? createSecret() : null
          const row: CredentialRow = {
            id: randomUUID(),
            project: request.project,
            device,
            username: findUsername(request.project, device, usedNames),
            secret_hash: secret === null ? null : hashSecret(secret),
            fingerprint,
            is_gateway: gatewayFor !== undefined,
            devices: JSON.stringify(gatewayFor ?? []),
            is_enabled: true,
            created_at: new Date(),
            created_by: caller.session.name,
            rotated_at: null,
          }
          return { row, secret }
        })
        await tx
          .insertInto('device_credential')
          .values(created.map(({ row }) => row))
          .execute()
        for (const { row } of created)
          await audit(tx, caller, {
            object: getObject(row),
            action: 'create',
            content: { device: row.device, ...(row.is_gateway ? { devices: readDevices(row) } : {}) },
          })
        return created
      })
      return issued.map(({ row, secret }) => ({ ...toCredential(row, 0), secret }))
    },

    /** Replaces the secret and closes the connections that used the previous one. */
    async rotate(caller: RequestContext, id: string): Promise<IssuedCredential> {
      const secret = createSecret()
      const row = await change(caller, id, 'rotate', () => ({
        secret_hash: hashSecret(secret),
        rotated_at: new Date(),
      }))
      broker.disconnectCredentials([id])
      return { ...toCredential(row, 0), secret }
    },

    async update(caller: RequestContext, id: string, request: CredentialChange): Promise<DeviceCredential> {
      const { isEnabled, gatewayFor, fingerprint } = request
      checkDevices('gatewayFor', gatewayFor ?? [])
      const action = isEnabled === undefined ? 'edit' : isEnabled ? 'enable' : 'disable'
      const row = await change(caller, id, action, () => ({
        ...(isEnabled === undefined ? {} : { is_enabled: isEnabled }),
        ...(gatewayFor === undefined
          ? {}
          : { is_gateway: gatewayFor !== null, devices: JSON.stringify([...new Set(gatewayFor)]) }),
        ...(fingerprint === undefined
          ? {}
          : { fingerprint: fingerprint === null ? null : normalizeFingerprint(fingerprint) }),
      }))
      await authentication.update(broker, [id])
      return toCredential(row, countConnections(id))
    },

    async remove(caller: RequestContext, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .deleteFrom('device_credential')
          .where('id', '=', id)
          .returning(['project', 'username'])
          .executeTakeFirst()
        if (!row) throw new ApiError('object.missing')
        await audit(tx, caller, { object: getObject(row), action: 'remove' })
      })
      broker.disconnectCredentials([id])
    },
  }
}

export type DeviceCredentials = ReturnType<typeof createDeviceCredentials>

/** User name of a credential: project and device, with a number if the device has several. */
function findUsername(project: string, device: string, usedNames: Set<string>): string {
  const base = `${project}.${device}`
  let name = base
  for (let number = 2; usedNames.has(name); number++) name = `${base}.${number}`
  usedNames.add(name)
  return name
}

const invalid = (path: string, message: string): ApiError =>
  new ApiError('input.invalid', { problems: [{ path, code: 'range', message }] })

function checkDevices(path: string, devices: readonly string[]): void {
  const index = devices.findIndex(isReserved)
  if (index >= 0) throw invalid(`${path}.${index}`, 'this name is reserved for the server')
}

/** Throws if another credential has the certificate. */
async function checkFingerprint(db: Db, fingerprint: string, id = ''): Promise<void> {
  const other = await db
    .selectFrom('device_credential')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other)
    throw new ApiError('input.invalid', {
      problems: [{ path: 'fingerprint', code: 'taken', message: 'another credential uses this certificate' }],
    })
}
