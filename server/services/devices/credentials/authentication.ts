import type { Broker, ClientCertificate, Grant, RefusalReason } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { type CredentialRow, toGrant } from './rows.ts'
import { matchesSecret } from './secrets.ts'

/** Interval at which open connections are compared with the database, for changes of other servers. */
const recheckMs = 5_000

/** Verifies the credentials of devices, and applies changes to their open connections. */
export class CredentialAuthentication {
  readonly #db: Db
  readonly #log: Log

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Returns the grant, the reason of a rejection, or undefined if the user name is not one of a device. */
  async authenticate(
    username: string,
    password: string,
    certificate: ClientCertificate | null,
  ): Promise<Grant | RefusalReason | undefined> {
    if (username === '') return certificate === null ? undefined : this.#authenticateCertificate(certificate)
    // Names of gateways and most accounts contain no dot, so they need no query.
    if (!username.includes('.')) return undefined
    const row = await this.#find('username', username)
    if (!row) return undefined
    if (certificate !== null && isCertificateOf(row, certificate)) return decide(row, certificate.isCurrent)
    // An account may have the same name. Its session token does not match the hash.
    if (row.secret_hash === null || !matchesSecret(password, row.secret_hash)) return undefined
    return decide(row, true)
  }

  /** Applies changed rows to open connections; missing and disabled credentials are disconnected. */
  async update(broker: Broker, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const rows = await this.#db
      .selectFrom('device_credential')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute()
    const enabled = new Map(rows.filter((row) => row.is_enabled).map((row) => [row.id, toGrant(row)]))
    broker.updateCredentials(new Map(ids.map((id) => [id, enabled.get(id) ?? null])))
  }

  /** Compares open connections with the database periodically. Returns a function that stops it. */
  start(broker: Broker): () => void {
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy) return
      isBusy = true
      void this.update(broker, broker.openCredentials())
        .catch((cause: unknown) => this.#log.warn('could not check the credentials of open connections', { cause }))
        .finally(() => {
          isBusy = false
        })
    }, recheckMs)
    return () => clearInterval(timer)
  }

  async #authenticateCertificate(certificate: ClientCertificate): Promise<Grant | RefusalReason | undefined> {
    const row =
      (await this.#find('fingerprint', certificate.fingerprint)) ??
      (certificate.isTrusted ? await this.#find('username', certificate.commonName) : undefined)
    return row ? decide(row, certificate.isCurrent) : 'certificateInvalid'
  }

  #find(column: 'username' | 'fingerprint', value: string): Promise<CredentialRow | undefined> {
    return this.#db.selectFrom('device_credential').selectAll().where(column, '=', value).executeTakeFirst()
  }
}

const isCertificateOf = (row: CredentialRow, certificate: ClientCertificate): boolean =>
  row.fingerprint === certificate.fingerprint || (certificate.isTrusted && certificate.commonName === row.username)

function decide(row: CredentialRow, isCurrent: boolean): Grant | RefusalReason {
  if (!isCurrent) return 'certificateInvalid'
  return row.is_enabled ? toGrant(row) : 'credentialDisabled'
}
