import { createContext, useContext, useEffect, useRef } from 'react'

/** Location of the router. */
export interface Place {
  readonly pathname: string
  readonly search: string
}

/** Decision about a blocked navigation; call one of the two, once. */
export interface Answers {
  readonly go: () => void
  readonly stay: () => void
}

/** Part of the page with unsaved work. Both functions are evaluated when the user leaves. */
export interface DirtyPart {
  readonly holds: (from: Place, to: Place) => boolean
  /** The window closes or reloads. */
  readonly holdsClosing: () => boolean
  /**
   * Shows a custom question and returns a function that removes it. Without it, the part shares one common question.
   */
  readonly ask?: (answers: Answers) => () => void
}

/** Dirty parts of a page. The router supports one blocker, so `LeaveGuard` handles all of them. */
export class DirtyParts {
  readonly #parts = new Set<DirtyPart>()
  readonly #hearers = new Set<() => void>()

  /** Registers a part. Returns a function that removes it. */
  add(part: DirtyPart): () => void {
    this.#parts.add(part)
    this.#tell()
    return () => {
      this.#parts.delete(part)
      this.#tell()
    }
  }

  /** Returns true if no part is registered. */
  get isEmpty(): boolean {
    return this.#parts.size === 0
  }

  /** Registers a listener for added and removed parts. Returns a function that removes it. */
  onChange(hear: () => void): () => void {
    this.#hearers.add(hear)
    return () => { this.#hearers.delete(hear) }
  }

  /** Parts that block a navigation, in order of registration. */
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

/** Registry for dirty parts: that of the page, or of a surrounding dialog that handles them. */
export const DirtyPartsContext = createContext(new DirtyParts())

/** Registers a dirty part while the component is mounted. */
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
