import { createServer } from 'node:http'
import { Aedes } from 'aedes'
import { createWebSocketStream, WebSocketServer } from 'ws'

export interface TestBroker {
  readonly url: string
  readonly port: number
  /** User name, password and client id of each CONNECT. */
  readonly logins: readonly { readonly user: string; readonly password: string; readonly clientId: string }[]
  readonly subscriptions: readonly string[]
  /** Publishes like a device. Errors of a stopped broker are ignored. */
  publish(topic: string, payload: Uint8Array, retain?: boolean): Promise<void>
  kill(): Promise<void>
}

/** Starts a real broker on a random or given port for tests of MQTT clients. */
export async function startTestBroker(
  options: { port?: number; password?: string; secret?: string } = {},
): Promise<TestBroker> {
  const aedes = await Aedes.createBroker()
  const logins: { user: string; password: string; clientId: string }[] = []
  const subscriptions: string[] = []
  aedes.authenticate = (client, username, password, done) => {
    const received = password?.toString() ?? ''
    logins.push({ user: String(username), password: received, clientId: client.id })
    const isRight = options.password === undefined || received === options.password
    done(isRight ? null : Object.assign(new Error('refused'), { returnCode: 5 }), isRight)
  }
  aedes.authorizeSubscribe = (_client, subscription, done) => {
    subscriptions.push(subscription.topic)
    done(null, subscription.topic === options.secret ? null : subscription)
  }
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  sockets.on('connection', (socket, request) => {
    const stream = createWebSocketStream(socket)
    stream.on('error', () => socket.terminate())
    aedes.handle(stream, request)
  })
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve))
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('the test broker has no port')
  const { port } = address
  let isKilled = false
  return {
    url: `ws://127.0.0.1:${port}/mqtt`,
    port,
    logins,
    subscriptions,
    publish: (topic, payload, retain = false) =>
      new Promise((resolve, reject) => {
        aedes.publish({ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, retain, dup: false }, (error) =>
          error && !isKilled ? reject(error) : resolve(),
        )
      }),
    kill: async () => {
      isKilled = true
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
    },
  }
}

/** Waits until the condition holds. Fails with `what` after `withinMs`. */
export async function until(description: string, condition: () => boolean, withinMs = 10_000): Promise<number> {
  const start = performance.now()
  while (!condition()) {
    if (performance.now() - start > withinMs) throw new Error(`not within ${withinMs} ms: ${description}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - start
}
