import { createAddressCheck } from './addressCheck.ts'
import { Channel } from './channel.ts'
import type { Answer, FromChannel, ToChannel } from './protocol.ts'

/*
 * Process of one channel. The server starts it, sends the settings and receives values; when the server is gone, values
 * that are not stored are written to disk and the process exits.
 */
let channel: Channel | undefined

const send = (message: FromChannel): void => {
  if (process.connected) process.send?.(message)
}

const reply = (id: number, answer: Promise<Answer>): void =>
  void answer.then((result) => send({ kind: 'answer', id, answer: result }))

async function stop(): Promise<void> {
  await channel?.close()
  process.exit(0)
}

process.on('message', (message) => {
  const order = message as ToChannel // trusted: sent by the own server
  switch (order.kind) {
    case 'start':
      channel = new Channel({
        config: order.config,
        resolve: createAddressCheck(order.allowed),
        send,
        isTest: order.isTest,
      })
      void channel.run()
      break
    case 'stored':
      channel?.settle(order.seq, order.ok)
      break
    case 'write':
      if (channel) reply(order.id, channel.write(order.tag, order.value))
      break
    case 'read':
      if (channel) reply(order.id, channel.readOnce())
      break
    case 'browse':
      if (channel) reply(order.id, channel.browse(order.node))
      break
    case 'log':
      channel?.enableLog(order.untilMs)
      break
    case 'stop':
      void stop()
  }
})
process.once('disconnect', () => void stop())
process.once('SIGTERM', () => void stop())
process.on('SIGINT', () => undefined) // The server stops its children.
send({ kind: 'started' })
