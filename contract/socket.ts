import * as z from 'zod'

/** Path of the WebSocket on the server. */
export const socketPath = '/api/socket'

/** Close codes: the session is invalid or ended, or the client sent an invalid message. */
export const socketCodes = { unauthorised: 4401, unreadable: 4400 } as const

const message = z.object({ command: z.string().max(64), data: z.unknown() })
/** A message in either direction, as JSON text. */
export type SocketMessage = z.output<typeof message>

/** Socket commands. The first message of a connection signs it in, because a token in the URL would appear in logs. */
export const socketCommands = {
  signIn: 'signin',
  heartbeat: 'heartbeatmessage',
  alarm: 'alarm',
  sessionChanged: 'session',
  projectsChanged: 'projects',
  drawingSaved: 'drawing',
  drawingHidden: 'drawingHidden',
} as const

const savedDrawing = z.object({ id: z.string(), revision: z.number() })
/** Data of `drawingSaved`: the drawing and its new revision. */
export type DrawingSaved = z.output<typeof savedDrawing>

/** Parses the data of a `drawingSaved` message. Returns null if it is invalid. */
export const readDrawingSaved = (data: unknown): DrawingSaved | null => savedDrawing.safeParse(data).data ?? null

const hiddenDrawing = z.object({ id: z.string() })
/** Data of `drawingHidden`: the drawing was deleted or made private. Sent to all accounts that could read it. */
export type DrawingHidden = z.output<typeof hiddenDrawing>

/** Parses the data of a `drawingHidden` message. Returns null if it is invalid. */
export const readDrawingHidden = (data: unknown): DrawingHidden | null => hiddenDrawing.safeParse(data).data ?? null

/** Parses a socket message. Returns null if it is invalid. */
export function readSocketMessage(text: string): SocketMessage | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null // invalid JSON
  }
}
