import type { ServerLine } from './postgres/serverLog.ts'

const engineKinds = ['postgresql', 'pglite'] as const
/** PostgreSQL from its npm package, or PostgreSQL compiled to WebAssembly where that cannot run. */
export type EngineKind = (typeof engineKinds)[number]
export const isEngineKind = (text: string | undefined): text is EngineKind => engineKinds.some((kind) => kind === text)

/** An open embedded database: how it is reached, and its ends, in order and at once. */
export interface Engine {
  readonly kind: EngineKind
  /** Of a loopback port; a socket in a directory has none. */
  readonly port: number | undefined
  readonly password: string | undefined
  /** What whoever runs the server should know about this choice. */
  readonly note: string | undefined
  close(): Promise<void>
  /** Ends at once without writing anything down; the next start recovers from the log. */
  abandon(): Promise<void>
}

export interface EngineParts {
  readonly directory: string
  /** Where clients find the database; empty on systems without Unix sockets. */
  readonly socketPath: string
  /** The kind that a setting names; empty for the default. */
  readonly wanted: string | undefined
  readonly bufferMb: number
  readonly onLine: (line: ServerLine) => void
  /** Called when the database failed or ended by itself. */
  readonly onFailure: (cause: unknown) => void
}
