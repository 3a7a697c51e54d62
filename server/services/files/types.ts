/** An incoming file. Its name is used for display only. */
export interface Upload {
  readonly name: string
  /** Bytes as they arrive; the consumer enforces the size limit. */
  readonly content: AsyncIterable<Uint8Array>
  /** Resolves at the end of the request. Throws if it contains a second file. */
  end(): Promise<void>
}
