import {
  type Broker,
  type BrokerOptions,
  createBroker,
  type Grant,
  type ValuesFrame,
} from '../../server/broker/index.ts'
import type { Log } from '../../server/log.ts'
import { RawClient, type RawOptions } from './rawClient.ts'

export interface BrokerRig {
  readonly broker: Broker
  /** Committed frames, in order. */
  readonly committed: ValuesFrame[]
  readonly logged: { readonly message: string; readonly details: Readonly<Record<string, unknown>> }[]
  connect(account: string, more?: Partial<RawOptions>): Promise<RawClient>
  close(): Promise<void>
}

/** Accounts of the broker under test. The password is always `right`. */
export const grants: Readonly<Record<string, Grant>> = {
  ann: { kind: 'user', account: 'ann', projects: ['street', 'tunnel'] },
  bob: { kind: 'user', account: 'bob', projects: ['factory'] },
  eve: { kind: 'user', account: 'eve', projects: [] },
  yard: { kind: 'gateway', account: 'yard', projects: ['street', 'tunnel', 'factory'] },
  mill: { kind: 'gateway', account: 'mill', projects: ['factory'] },
  'pole-7': { kind: 'device', account: 'pole-7', projects: ['street'] },
}

/** Starts a broker with fixed accounts that records committed frames. */
export async function startBroker(options: Partial<BrokerOptions> = {}): Promise<BrokerRig> {
  const committed: ValuesFrame[] = []
  const logged: BrokerRig['logged'][number][] = []
  const clients: RawClient[] = []
  const note = (message: string, details: Readonly<Record<string, unknown>> = {}): void =>
    void logged.push({ message, details })
  const log: Log = { info: note, warn: note, error: note }
  const broker = await createBroker({
    port: 0,
    host: '127.0.0.1',
    log,
    authenticate: async (_clientId, username, password) => (password === 'right' ? (grants[username] ?? null) : null),
    commit: async (frames) => void committed.push(...frames),
    ...options,
  })
  return {
    broker,
    committed,
    logged,
    async connect(account, more) {
      const client = await RawClient.connect({ url: broker.url, username: account, clientId: account, ...more })
      clients.push(client)
      return client
    },
    async close() {
      for (const client of clients) client.socket.terminate()
      await broker.close()
    },
  }
}

/** Returns a frame as a device would send it. */
export const createFrame = (values: Readonly<Record<string, number>>, at = Date.now()): string =>
  JSON.stringify({ at, v: values })
