import type { BrokerListener, DeviceCredential } from '../../contract/routes.ts'

interface PublishTarget {
  readonly credential: Pick<DeviceCredential, 'project' | 'device' | 'username' | 'fingerprint'>
  /** Null if it is unknown or the device has a certificate; the line then contains a placeholder. */
  readonly secret: string | null
  readonly listeners: readonly BrokerListener[]
  /** Host name by which the browser reaches the server. */
  readonly host: string
  /** A point of the device. */
  readonly point?: string | undefined
}

/**
 * Returns a line for a shell that publishes a value of the device with `mosquitto_pub`; null if no listener for TCP or
 * TLS is open.
 */
export function createPublishCommand({
  credential,
  secret,
  listeners,
  host,
  point = 'value',
}: PublishTarget): string | null {
  const { project, device, username, fingerprint } = credential
  const find = (protocol: BrokerListener['protocol']) => listeners.find((listener) => listener.protocol === protocol)
  const hasCertificate = secret === null && fingerprint !== null
  const listener = (hasCertificate ? undefined : find('mqtt')) ?? find('mqtts')
  if (!listener) return null
  const trust = listener.protocol === 'mqtts' ? ['--cafile ca.pem'] : []
  const login = hasCertificate
    ? ['--cert device.pem --key device.key']
    : [`-u ${username}`, `-P ${secret === null ? "'<secret>'" : `'${secret}'`}`]
  const message = String.raw`"{\"at\":$(date +%s),\"v\":{\"${point}\":1}}"`
  return [
    'mosquitto_pub',
    `-h ${host} -p ${listener.port}`,
    ...trust,
    ...login,
    '-q 1',
    `-t p/${project}/d/${device}/up/values`,
    `-m ${message}`,
  ].join(' ')
}
