import type { ServerLine } from '../postgres/serverLog.ts'

const engineKinds = ['postgresql', 'pglite'] as const
/** PostgreSQL from its npm package, or PGlite (PostgreSQL as WebAssembly) on systems where it cannot run. */
export type EngineKind = (typeof engineKinds)[number]
export const isEngineKind = (text: string | undefined): text is EngineKind => engineKinds.some((kind) => kind === text)

/** An open embedded database. */
export interface Engine {
  readonly kind: EngineKind
  /** Loopback port; undefined if a socket is used. */
  readonly port: number | undefined
  readonly password: string | undefined
  /** Notice about the selected engine for the operator. */
  readonly note: string | undefined
  close(): Promise<void>
  /** Stops immediately without writing; the next start recovers from the write-ahead log. */
  abandon(): Promise<void>
}

export interface EngineParts {
  readonly directory: string
  /** Path of the socket for clients; empty on systems without Unix sockets. */
  readonly socketPath: string
  /** Engine requested by configuration; empty for the default. */
  readonly requestedEngine: string | undefined
  readonly bufferMb: number
  readonly onLine: (line: ServerLine) => void
  /** Called when the database fails or ends unexpectedly. */
  readonly onFailure: (cause: unknown) => void
}
