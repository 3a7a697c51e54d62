import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectAsync, type MqttClient } from 'mqtt'
import { expect } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import type { BridgeStatus } from '../../../contract/routes.ts'
import { callEntity, call } from '../server/api.ts'
import type { RunningServer } from '../server/server.ts'

/** A request that the test's HTTP server received. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real HTTP server that records requests and answers as the test decides. */
export interface HttpSink {
  readonly port: number
  readonly requests: ReceivedRequest[]
  /** Status of the next answers; `null` leaves requests unanswered. Default 200. */
  answer: (request: ReceivedRequest) => number | null
  close(): Promise<void>
}

/** Starts the HTTP server on a port; 0 selects a free one. */
export async function startHttpSink(port = 0): Promise<HttpSink> {
  const requests: ReceivedRequest[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      const status = sink.answer(received)
      if (status === null) return
      requests.push(received)
      response.writeHead(status).end(status === 200 ? 'taken' : 'not taken')
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const sink: HttpSink = {
    port: (server.address() as AddressInfo).port,
    requests,
    answer: () => 200,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return sink
}

/** Creates a bridge and returns its row. */
export async function createBridge(
  server: RunningServer,
  token: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Row> {
  const created = await callEntity(server, 'bridge', 'create', {
    token,
    body: { values: { isEnabled: true, ...values } },
  })
  expect(created.text).toContain('"code":200')
  return created.data
}

/** Changes a bridge. */
export async function updateBridge(
  server: RunningServer,
  token: string,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { data } = await callEntity(server, 'bridge', 'read', { token, params: { id } })
  const updated = await callEntity(server, 'bridge', 'update', {
    token,
    params: { id },
    headers: { 'if-match': `"${data.revision}"` },
    body: { values },
  })
  expect(updated.text).toContain('"code":200')
}

/** Returns state and counters of a bridge. */
export async function readState(server: RunningServer, token: string, id: string): Promise<BridgeStatus> {
  const { data } = await call(server, 'bridge.states', { token })
  const status = data.find((one) => one.id === id)
  if (!status) throw new Error(`no bridge ${id}`)
  return status
}

/** Connects a gateway to the broker of the server. */
export const connectGateway = (server: RunningServer, gatewayToken: string, clientId = 'yard'): Promise<MqttClient> =>
  connectAsync(server.mqttUrl, { username: 'yard', password: gatewayToken, clientId, reconnectPeriod: 200 })

/** Publishes a report of a device and resolves after the server has acknowledged it. */
export const report = (
  client: MqttClient,
  device: string,
  values: Readonly<Record<string, number>>,
  project = 'street',
) =>
  client.publishAsync(`p/${project}/d/${device}/up/values`, JSON.stringify({ at: Date.now(), v: values }), { qos: 1 })
