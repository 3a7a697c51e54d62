import { bridgeDirections, bridgeKinds } from '../../../../contract/scada/bridge.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { toText } from '../../entities/values.ts'

/** A topic of an MQTT bridge. */
export interface TopicMapping {
  readonly direction: 'in' | 'out'
  readonly filter: string
  readonly localPrefix: string
  readonly remotePrefix: string
  readonly qos: 0 | 1
  readonly isRetained: boolean
}

export interface BridgeSecrets {
  readonly inputSecret: string | null
  readonly password: string | null
  readonly token: string | null
  readonly signingKey: string | null
  readonly clientKey: string | null
}

/** A bridge as stored, with decrypted secrets. */
export interface BridgeConfig {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly kind: 'http' | 'mqtt' | 'database'
  /** An HTTP input has no connection of its own. */
  readonly isInput: boolean
  readonly isEnabled: boolean
  readonly url: string
  readonly method: string
  readonly authentication: 'none' | 'basic' | 'bearer' | 'hmac'
  readonly username: string | null
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: string | null
  readonly batchSize: number
  readonly clientId: string | null
  readonly mappings: readonly TopicMapping[]
  readonly topic: string
  readonly certificate: string | null
  readonly clientCertificate: string | null
  readonly usesTls: boolean
  readonly statement: string
  readonly maxQueued: number
  readonly reports: 'none' | 'all' | 'projects' | 'products'
  readonly sourceProjects: ReadonlySet<string>
  readonly sourceProducts: ReadonlySet<string>
  readonly secrets: BridgeSecrets
}

const kinds: Readonly<Record<number, BridgeConfig['kind']>> = {
  [bridgeKinds.http]: 'http',
  [bridgeKinds.mqtt]: 'mqtt',
  [bridgeKinds.database]: 'database',
}

/** Reads the configuration from the values of a row; undefined for an unknown kind. */
export function readConfig(
  id: string,
  revision: number,
  values: EntityValues,
  secrets: BridgeSecrets,
): BridgeConfig | undefined {
  const kind = kinds[Number(values['kind'])]
  if (kind === undefined) return undefined
  return {
    id,
    revision,
    kind,
    secrets,
    name: toText(values['name']) ?? '',
    isInput: kind === 'http' && values['direction'] === bridgeDirections.input,
    isEnabled: values['isEnabled'] === true,
    url: toText(values['url']) ?? '',
    method: toText(values['method']) ?? 'POST',
    authentication: oneOf(values['authentication'], ['none', 'basic', 'bearer', 'hmac']),
    username: toText(values['username']),
    headers: readRows(values['headers']).map(({ name, value }) => ({
      name: toText(name) ?? '',
      value: toText(value) ?? '',
    })),
    body: toText(values['body']),
    batchSize: toNumber(values['batchSize'], 1),
    clientId: toText(values['clientId']),
    mappings: readRows(values['mappings']).map((row) => ({
      direction: oneOf(row['direction'], ['out', 'in']),
      filter: toText(row['filter']) ?? '#',
      localPrefix: toText(row['localPrefix']) ?? '',
      remotePrefix: toText(row['remotePrefix']) ?? '',
      qos: row['qos'] === 0 ? 0 : 1,
      isRetained: row['isRetained'] === true,
    })),
    topic: toText(values['topic']) ?? '',
    certificate: toText(values['certificate']),
    clientCertificate: toText(values['clientCertificate']),
    usesTls: values['usesTls'] === true,
    statement: toText(values['statement']) ?? '',
    maxQueued: toNumber(values['maxQueued'], 100_000),
    reports: oneOf(values['reports'], ['none', 'all', 'projects', 'products']),
    sourceProjects: readIds(values['sourceProjects']),
    sourceProducts: readIds(values['sourceProducts']),
  }
}

/** Returns a PEM text with its line breaks, which a single-line input field removes. */
export function normalizePem(text: string): string {
  return text.replaceAll(
    /(-----BEGIN [A-Z0-9 ]+-----)([A-Za-z0-9+/=\s]+)(-----END [A-Z0-9 ]+-----)/g,
    (_all, begin: string, content: string, end: string) =>
      `${begin}\n${(content.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []).join('\n')}\n${end}\n`,
  )
}

const oneOf = <const T extends string>(value: unknown, [first, ...others]: readonly [T, ...T[]]): T =>
  others.find((one) => one === value) ?? first

const toNumber = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

const readIds = (value: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])

const readRows = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null).map((row) => ({ ...row })) : []
