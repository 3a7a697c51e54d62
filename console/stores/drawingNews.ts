import { readDrawingHidden, readDrawingSaved, readSocketMessage, socketCommands } from '../../contract/socket.ts'
import { socketEvent } from '../net/socket.ts'

export interface DrawingListener {
  /** The drawing was saved and has this revision now. */
  readonly onSaved: (revision: number) => void
  /** The drawing may have changed, or may be readable no more: it was deleted or became private, rights changed, or the connection is back after a loss. */
  readonly onDoubt: () => void
}

/** The server's announcements of drawings. */
export class DrawingNews {
  readonly #events: EventTarget

  constructor(events: EventTarget) {
    this.#events = events
  }

  /** Calls the listener for one drawing; returns how to stop. */
  follow(id: string, { onSaved, onDoubt }: DrawingListener): () => void {
    const handleMessage = (event: Event): void => {
      const message = event instanceof CustomEvent ? readSocketMessage(JSON.stringify(event.detail)) : null
      if (message?.command === socketCommands.signIn || message?.command === socketCommands.sessionChanged) return onDoubt()
      if (message?.command === socketCommands.drawingHidden && readDrawingHidden(message.data)?.id === id) return onDoubt()
      const saved = message?.command === socketCommands.drawingSaved ? readDrawingSaved(message.data) : null
      if (saved?.id === id) onSaved(saved.revision)
    }
    this.#events.addEventListener(socketEvent, handleMessage)
    return () => this.#events.removeEventListener(socketEvent, handleMessage)
  }
}
