import { createBroker } from '../../server/broker/index.ts'
import { createLog } from '../../server/log.ts'

/** Runs Mimic's broker without a database, and sends the port of its TCP listener to the parent process. */
const broker = await createBroker({
  port: 0,
  host: '127.0.0.1',
  tcp: { port: 0 },
  authenticate: (_clientId, account) =>
    Promise.resolve({
      kind: account.startsWith('gateway') ? 'gateway' : 'user',
      account,
      projects: [],
      isEverywhere: true,
    }),
  commit: () => Promise.resolve(),
  log: createLog('warn'),
})
process.send?.(broker.listeners.find(({ protocol }) => protocol === 'mqtt')?.port)
process.once('disconnect', () => process.exit(0))
