import { readDrawingSaved, readSocketMessage, socketCommands } from '../../contract/socket.ts'
import { socketEvent } from '../net/socket.ts'

export interface DrawingListener {
  /** The drawing was saved and has this revision now. */
  readonly onSaved: (revision: number) => void
  /** The connection to the server is back: a save in between was not announced. */
  readonly onReconnected: () => void
}

/** The server's announcements of saved drawings. */
export class DrawingNews {
  readonly #events: EventTarget

  constructor(events: EventTarget) {
    this.#events = events
  }

  /** Calls the listener for one drawing; returns how to stop. */
  follow(id: string, { onSaved, onReconnected }: DrawingListener): () => void {
    const handleMessage = (event: Event): void => {
      const message = event instanceof CustomEvent ? readSocketMessage(JSON.stringify(event.detail)) : null
      if (message?.command === socketCommands.signIn) return onReconnected()
      const saved = message?.command === socketCommands.drawingSaved ? readDrawingSaved(message.data) : null
      if (saved?.id === id) onSaved(saved.revision)
    }
    this.#events.addEventListener(socketEvent, handleMessage)
    return () => this.#events.removeEventListener(socketEvent, handleMessage)
  }
}
