import { connect as connectTcp, isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createWebSocketStream, WebSocket } from 'ws'
import type { Target } from '../../../../http/outbound/index.ts'
import { type BridgeConfig, normalizePem } from '../config.ts'

const handshakeMs = 10_000

/** Opens the transport of an MQTT connection to a checked address: TCP, TLS or WebSocket, by the scheme of the URL. */
export function openStream(url: URL, { address, family, host, port }: Target, config: BridgeConfig): Duplex {
  const { certificate, clientCertificate, secrets } = config
  const tls = {
    ...(certificate === null ? {} : { ca: normalizePem(certificate) }),
    ...(clientCertificate === null ? {} : { cert: normalizePem(clientCertificate) }),
    ...(secrets.clientKey === null ? {} : { key: normalizePem(secrets.clientKey) }),
  }
  switch (url.protocol) {
    case 'mqtts:':
      return connectTls({ host: address, port, ...tls, ...(isIP(host) === 0 ? { servername: host } : {}) })
    case 'ws:':
    case 'wss:': {
      const lookup: LookupFunction = (_name, options, done) =>
        options.all ? done(null, [{ address, family }]) : done(null, address, family)
      const socket = new WebSocket(url, ['mqtt'], { lookup, handshakeTimeout: handshakeMs, ...tls })
      return createWebSocketStream(socket)
    }
    default:
      return connectTcp({ host: address, port })
  }
}

const defaultPorts: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 }

/** Port of an MQTT URL. */
export const getPort = ({ port, protocol }: URL): number =>
  port === '' ? (defaultPorts[protocol] ?? 1883) : Number(port)
