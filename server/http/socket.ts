import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import { limits } from '../../contract/limits.ts'
import { readSocketMessage, socketCodes, socketCommands, socketPath } from '../../contract/socket.ts'
import type { Session } from '../services/base/requestContext.ts'
import type { Sessions } from '../services/identity/sessions.ts'

/** WebSocket connections of open consoles: heartbeats and notifications. */
export interface Sockets {
  /** Sends a command to all consoles whose session passes the check. */
  notify(command: string, data: unknown, canReceive: (session: Session) => boolean): void
  readonly count: () => number
  /** Lists the sessions of open connections, so that their validity can be checked. */
  openSessions(): readonly { readonly account: string; readonly session: string }[]
  close(): void
}

/**
 * Adds the WebSocket endpoint to the HTTP server. A connection must authenticate with its session token before it
 * receives anything.
 */
export function serveSocket(server: Server, sessions: Sessions): Sockets {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.socket.messageBytes,
    perMessageDeflate: false,
  })
  const signedIn = new Map<WebSocket, Session>()
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    if ((request.url ?? '').split('?', 1)[0] !== socketPath || !isOwnOrigin(request)) {
      stream.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => receive(socket, sessions, signedIn))
  }
  server.on('upgrade', upgrade)
  const unsubscribe = sessions.onEnded((ended) => {
    for (const [socket, session] of signedIn) {
      if (session.name !== ended.account || (ended.session !== undefined && session.id !== ended.session)) continue
      void sessions
        .findSession(session.id)
        .catch(() => undefined)
        .then((current) => {
          if (!signedIn.has(socket)) return
          // The permissions have changed: the connection stays open, and the console requests the new ones.
          if (current) signedIn.set(socket, current)
          send(socket, socketCommands.sessionChanged, null)
          if (!current) socket.close(socketCodes.unauthorised)
        })
    }
  })
  return {
    notify: (command, data, canReceive) => {
      for (const [socket, session] of signedIn) if (canReceive(session)) send(socket, command, data)
    },
    count: () => signedIn.size,
    openSessions: () => [...signedIn.values()].map((session) => ({ account: session.name, session: session.id })),
    close: () => {
      unsubscribe()
      server.off('upgrade', upgrade)
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

const authenticate = async (sessions: Sessions, token: string): Promise<Session | undefined> =>
  (await sessions.authenticateToken(token).catch(() => ({ session: undefined }))).session

function receive(socket: WebSocket, sessions: Sessions, signedIn: Map<WebSocket, Session>): void {
  const late = setTimeout(() => socket.close(socketCodes.unauthorised), limits.socket.signInMs)
  socket.on('close', () => {
    clearTimeout(late)
    signedIn.delete(socket)
  })
  socket.on('error', () => socket.terminate())
  socket.on('message', (body, isBinary) => {
    const message = isBinary ? null : readSocketMessage(Buffer.isBuffer(body) ? body.toString('utf8') : '')
    if (!message) return socket.close(socketCodes.unreadable)
    if (message.command === socketCommands.heartbeat) {
      // Only authenticated connections receive an answer; others time out.
      if (signedIn.has(socket)) send(socket, socketCommands.heartbeat, 'pong')
      return
    }
    if (message.command !== socketCommands.signIn || typeof message.data !== 'string')
      return socket.close(socketCodes.unreadable)
    void signIn(socket, message.data)
  })

  const signIn = async (on: WebSocket, token: string): Promise<void> => {
    const session = await authenticate(sessions, token)
    if (!session) return on.close(socketCodes.unauthorised)
    clearTimeout(late)
    if (on.readyState !== on.OPEN) return
    signedIn.set(on, session)
    send(on, socketCommands.signIn, null)
  }
}

function send(socket: WebSocket, command: string, data: unknown): void {
  // Skip slow clients; the console reloads its data when it reconnects.
  if (socket.readyState === socket.OPEN && socket.bufferedAmount < limits.socket.messageBytes * 16)
    socket.send(JSON.stringify({ command, data }))
}

/** Rejects pages of other sites, which could use a signed-in user's token. Programs send no Origin header. */
function isOwnOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return true
  return (
    URL.canParse(origin) &&
    URL.canParse(`http://${host}`) &&
    new URL(origin).hostname === new URL(`http://${host}`).hostname
  )
}
