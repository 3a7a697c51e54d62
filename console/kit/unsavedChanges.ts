import { createContext, useContext, useEffect, useRef } from 'react'

/** Where one is or goes: a location of the router. */
export interface Place {
  readonly pathname: string
  readonly search: string
}

/** What becomes of a way that was held up; one of the two is called, once. */
export interface Answers {
  readonly go: () => void
  readonly stay: () => void
}

/** A part of the page that leaving would take something from. Both are asked at that moment. */
export interface DirtyPart {
  readonly holds: (from: Place, to: Place) => boolean
  /** The window is closed or loaded anew. */
  readonly holdsClosing: () => boolean
  /** Asks in its own words; answers with how to take the question back. Without it one common question is asked for all such parts. */
  readonly ask?: (answers: Answers) => () => void
}

/** The parts of a page that are held now. The router heeds one blocker only: `LeaveGuard` asks for all of these. */
export class DirtyParts {
  readonly #parts = new Set<DirtyPart>()
  readonly #hearers = new Set<() => void>()

  /** @returns how to take it out again. */
  add(part: DirtyPart): () => void {
    this.#parts.add(part)
    this.#tell()
    return () => {
      this.#parts.delete(part)
      this.#tell()
    }
  }

  /** Whether any part could hold anything: a page without one needs nobody who asks. */
  get isEmpty(): boolean {
    return this.#parts.size === 0
  }

  /** Tells of parts that come and go. @returns how to hear no more. */
  onChange(hear: () => void): () => void {
    this.#hearers.add(hear)
    return () => { this.#hearers.delete(hear) }
  }

  /** Those that the way would take something from, in the order in which they came. */
  against(from: Place, to: Place): readonly DirtyPart[] {
    return [...this.#parts].filter((part) => part.holds(from, to))
  }

  get isClosingHeld(): boolean {
    return [...this.#parts].some((part) => part.holdsClosing())
  }

  #tell(): void {
    for (const hear of this.#hearers) hear()
  }
}

/** Where parts say that they are held: the page's, or those within a dialog that answers for them. */
export const DirtyPartsContext = createContext(new DirtyParts())

/** Says of this part of the page what it holds, while it is there. */
export function useDirtyPart(part: DirtyPart): void {
  const parts = useContext(DirtyPartsContext)
  const present = useRef(part)
  useEffect(() => { present.current = part })
  const asks = part.ask !== undefined
  useEffect(() => parts.add({
    holds: (from, to) => present.current.holds(from, to),
    holdsClosing: () => present.current.holdsClosing(),
    ...(asks ? { ask: (answers) => present.current.ask?.(answers) ?? nothing } : {}),
  }), [parts, asks])
}

const nothing = (): void => {}
