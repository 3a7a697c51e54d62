import * as z from 'zod'

/** Where the socket is, on the server's own address. */
export const socketPath = '/api/socket'

/** The closing codes that mean something: the session is not known (any more), or the client said nothing sensible. */
export const socketCodes = { unauthorised: 4401, unreadable: 4400 } as const

const message = z.object({ command: z.string().max(64), data: z.unknown() })
/** What goes either way, as JSON text. */
export type SocketMessage = z.output<typeof message>

/** The commands there are. The first one of a connection signs it in: a token in an address would be written into logs. */
export const socketCommands = { signIn: 'signin', heartbeat: 'heartbeatmessage', alarm: 'alarm', sessionChanged: 'session', projectsChanged: 'projects', drawingSaved: 'drawing', drawingHidden: 'drawingHidden' } as const

const savedDrawing = z.object({ id: z.string(), revision: z.number() })
/** What `drawingSaved` carries: the drawing and the revision that it has now. */
export type DrawingSaved = z.output<typeof savedDrawing>

/** The data of a `drawingSaved` message, or null where it is none. */
export const readDrawingSaved = (data: unknown): DrawingSaved | null => savedDrawing.safeParse(data).data ?? null

const hiddenDrawing = z.object({ id: z.string() })
/** What `drawingHidden` carries: a drawing that was deleted or became private. It is sent to everybody who could read it before. */
export type DrawingHidden = z.output<typeof hiddenDrawing>

/** The data of a `drawingHidden` message, or null where it is none. */
export const readDrawingHidden = (data: unknown): DrawingHidden | null => hiddenDrawing.safeParse(data).data ?? null

/** A message of the socket, or null where it is none. */
export function readSocketMessage(text: string): SocketMessage | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null // no JSON: no message
  }
}
