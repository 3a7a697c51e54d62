import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'

/** One received message. */
export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly data: string
}

/** Starts a minimal mail server that accepts messages or rejects them with a given answer. */
export async function startMailServer(port = 0) {
  const mails: Mail[] = []
  const waiting: ((mail: Mail) => void)[] = []
  const state: { refusal: string | undefined; connections: number } = { refusal: undefined, connections: 0 }
  const server = createServer((socket) => {
    state.connections++
    serve(socket, state, (mail) => {
      mails.push(mail)
      waiting.shift()?.(mail)
    })
  })
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done)
  })
  return {
    mails,
    state,
    port: (server.address() as AddressInfo).port,
    /** Returns the next received message. */
    next: (): Promise<Mail> =>
      new Promise((done) => {
        waiting.push(done)
      }),
    close: (): Promise<void> =>
      new Promise((done) => {
        server.close(() => done())
      }),
  }
}

function serve(socket: Socket, state: { readonly refusal: string | undefined }, onMail: (mail: Mail) => void): void {
  let text = ''
  let mail: { from: string; to: string[] } = { from: '', to: [] }
  let isData = false
  const reply = (line: string): void => void socket.write(`${line}\r\n`)
  const answer = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') reply('250 here')
    else if (verb === 'MAIL') {
      mail = { from: line.slice(10), to: [] }
      reply(state.refusal ?? '250 ok')
    } else if (verb === 'RCPT') {
      mail.to.push(line.slice(8).replaceAll(/[<>]/g, ''))
      reply('250 ok')
    } else if (verb === 'DATA') {
      isData = true
      reply('354 go on')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else reply('250 ok')
  }
  socket.on('error', () => undefined) // the client disconnected
  socket.on('data', (chunk) => {
    text += chunk.toString()
    for (;;) {
      const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
      if (end < 0) return
      const part = text.slice(0, end)
      text = text.slice(end + (isData ? 5 : 2))
      if (isData) {
        isData = false
        onMail({ ...mail, data: part })
        reply('250 taken')
      } else answer(part)
    }
  })
  reply('220 test')
}
