import { connect, type IClientOptions, type MqttClient } from 'mqtt'

/** How the foreign devices of the plant reach the broker. */
export interface PlantClientOptions {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly clientId: string
  /** Options of TLS, read again for each connection. */
  readonly getTls: () => IClientOptions['wsOptions']
  readonly will?: IClientOptions['will']
}

/** A connection that repeats `onConnect` after each reconnect. */
export function connectPlant(
  { url, username, password, clientId, getTls, will }: PlantClientOptions,
  onConnect: (client: MqttClient) => void,
  onMessage: (topic: string, payload: Buffer) => void,
): MqttClient {
  const client = connect(url, {
    username,
    password,
    clientId,
    clean: true,
    reconnectPeriod: 2_000,
    reconnectOnConnackError: true,
    queueQoSZero: false,
    wsOptions: getTls(),
    ...(will && { will }),
  })
  client.on('connect', () => onConnect(client))
  client.on('message', onMessage)
  client.on('error', (error) => process.stderr.write(`simulator ${clientId}: ${error.message}\n`))
  return client
}
