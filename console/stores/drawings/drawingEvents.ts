import { readDrawingHidden, readDrawingSaved, readSocketMessage, socketCommands } from '../../../contract/socket.ts'
import { socketEvent } from '../../net/socket.ts'

export interface DrawingListener {
  /** The drawing was saved with this revision. */
  readonly onSaved: (revision: number) => void
  /**
   * The drawing may have changed or become unreadable: it was deleted or made private, permissions changed, or the
   * connection was restored.
   */
  readonly onInvalidated: () => void
}

/** Drawing events of the server. */
export class DrawingEvents {
  readonly #events: EventTarget

  constructor(events: EventTarget) {
    this.#events = events
  }

  /** Subscribes to events of one drawing. Returns a function that unsubscribes. */
  follow(id: string, { onSaved, onInvalidated }: DrawingListener): () => void {
    const handleMessage = (event: Event): void => {
      const message = event instanceof CustomEvent ? readSocketMessage(JSON.stringify(event.detail)) : null
      if (message?.command === socketCommands.signIn || message?.command === socketCommands.sessionChanged)
        return onInvalidated()
      if (message?.command === socketCommands.drawingHidden && readDrawingHidden(message.data)?.id === id)
        return onInvalidated()
      const saved = message?.command === socketCommands.drawingSaved ? readDrawingSaved(message.data) : null
      if (saved?.id === id) onSaved(saved.revision)
    }
    this.#events.addEventListener(socketEvent, handleMessage)
    return () => this.#events.removeEventListener(socketEvent, handleMessage)
  }
}
