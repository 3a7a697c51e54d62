/** A byte stream to a device or a serial gateway. */
export interface Link {
  /** Opens the stream; a server waits for its gateway. Rejects with `DriverFault`. */
  open(signal: AbortSignal): Promise<void>
  send(bytes: Uint8Array): void
  close(): Promise<void>
}

/** What a link reports. */
export interface LinkListener {
  readonly onData: (bytes: Buffer) => void
  /** Called once when an open stream ends. */
  readonly onLost: (code: string) => void
}
