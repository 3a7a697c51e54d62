import type { TLSSocket } from 'node:tls'

/** Certificate that a client presented. The TLS handshake has verified that the client has its private key. */
export interface ClientCertificate {
  /** SHA-256 of the certificate, in lowercase hexadecimal digits without separators. */
  readonly fingerprint: string
  readonly commonName: string
  /** Issued by the authority of `MIMIC_MQTT_CLIENT_CA`, and valid. */
  readonly isTrusted: boolean
  /** Whether the current time is within its validity. */
  readonly isCurrent: boolean
}

/** Returns the certificate of a TLS connection; null if the client presented none. */
export function readClientCertificate(socket: TLSSocket, now = Date.now()): ClientCertificate | null {
  const certificate = socket.getPeerCertificate()
  // Node returns an empty object without a certificate.
  if (!('fingerprint256' in certificate) || !certificate.fingerprint256) return null
  const { CN } = certificate.subject
  return {
    fingerprint: normalizeFingerprint(certificate.fingerprint256),
    commonName: (Array.isArray(CN) ? CN[0] : CN) ?? '',
    isTrusted: socket.authorized,
    isCurrent: Date.parse(certificate.valid_from) <= now && now <= Date.parse(certificate.valid_to),
  }
}

/** Removes separators from a fingerprint and converts it to lower case. */
export const normalizeFingerprint = (text: string): string => text.replaceAll(/[\s:]/g, '').toLowerCase()
