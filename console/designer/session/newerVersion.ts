import type { DrawingDocument } from '@mimic/engine/document'

/** Drawing of a newer version, for display. It has no session, so it cannot be changed. */
export interface NewerVersion {
  readonly document: DrawingDocument
  readonly version: number
  /** File as stored on the server. */
  readonly text: string
}
