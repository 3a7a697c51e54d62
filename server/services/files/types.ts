/** One file on its way in. It has the name that its sender gave it, which is a label and nothing else. */
export interface Upload {
  readonly name: string
  /** Its bytes as they come; who reads them counts them. */
  readonly content: AsyncIterable<Uint8Array>
  /** Resolves when nothing more came behind it; refuses a second file. */
  end(): Promise<void>
}
