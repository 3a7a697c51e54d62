import type { DrawingDocument } from '@mimic/engine/document'

/** A drawing that a newer program saved: what this one knows of it, to be looked at. There is no session, so nothing can change it. */
export interface NewerVersion {
  readonly document: DrawingDocument
  readonly version: number
  /** The file as the server has it. */
  readonly text: string
}
