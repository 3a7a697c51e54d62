import { WebSocket } from 'ws'
import type { SocketMessage } from '../../../contract/socket.ts'
import { readSocketMessage, socketCommands, socketPath } from '../../../contract/socket.ts'
import type { RunningServer } from './server.ts'

/** The console's WebSocket to the server. */
export interface Line {
  /** Returns the next message of this command, received or future. */
  waitFor(command: string): Promise<SocketMessage>
  /** Close code, once closed. */
  readonly closed: Promise<number>
  close(): void
}

const timeoutMs = 15_000

/** Opens the WebSocket and signs in. Resolves when the server has answered or closed it. */
export async function openLine(server: Pick<RunningServer, 'httpUrl'>, token: string): Promise<Line> {
  const socket = new WebSocket(`${server.httpUrl.replace('http', 'ws')}${socketPath}`)
  const messages: SocketMessage[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (body: Buffer) => {
    const message = readSocketMessage(body.toString('utf8'))
    if (message) messages.push(message)
    for (const check of waiting) check()
  })
  const closed = new Promise<number>((done) => {
    socket.once('close', (code) => done(code))
  })
  const waitFor = (command: string): Promise<SocketMessage> =>
    new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`nothing of ${command} was heard`)), timeoutMs)
      const check = (): void => {
        const at = messages.findIndex((message) => message.command === command)
        const [message] = at < 0 ? [] : messages.splice(at, 1)
        if (!message) return
        clearTimeout(late)
        waiting.delete(check)
        done(message)
      }
      waiting.add(check)
      check()
    })
  await new Promise<void>((done, fail) => {
    socket.once('open', done)
    socket.once('error', fail)
  })
  socket.send(JSON.stringify({ command: socketCommands.signIn, data: token }))
  await Promise.race([waitFor(socketCommands.signIn), closed])
  return { waitFor, closed, close: () => socket.terminate() }
}
