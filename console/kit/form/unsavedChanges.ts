import { createContext, useContext, useEffect, useRef } from 'react'

/** Location of the router. */
export interface Place {
  readonly pathname: string
  readonly search: string
}

/** Decision about a blocked navigation; call one of the two, once. */
export interface LeaveDecision {
  readonly proceed: () => void
  readonly stay: () => void
}

/** Part of the page with unsaved work. Both functions are evaluated when the user leaves. */
export interface DirtyPart {
  readonly blocks: (from: Place, to: Place) => boolean
  /** The window closes or reloads. */
  readonly blocksClosing: () => boolean
  /**
   * Shows a custom question and returns a function that removes it. Without it, the part shares one common question.
   */
  readonly confirm?: (decision: LeaveDecision) => () => void
}

/** Dirty parts of a page. The router supports one blocker, so `LeaveGuard` handles all of them. */
export class DirtyParts {
  readonly #parts = new Set<DirtyPart>()
  readonly #listeners = new Set<() => void>()

  /** Registers a part. Returns a function that removes it. */
  add(part: DirtyPart): () => void {
    this.#parts.add(part)
    this.#notify()
    return () => {
      this.#parts.delete(part)
      this.#notify()
    }
  }

  /** Returns true if no part is registered. */
  get isEmpty(): boolean {
    return this.#parts.size === 0
  }

  /** Registers a listener for added and removed parts. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Parts that block a navigation, in order of registration. */
  getBlocking(from: Place, to: Place): readonly DirtyPart[] {
    return [...this.#parts].filter((part) => part.blocks(from, to))
  }

  get isClosingBlocked(): boolean {
    return [...this.#parts].some((part) => part.blocksClosing())
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Registry for dirty parts: that of the page, or of a surrounding dialog that handles them. */
export const DirtyPartsContext = createContext(new DirtyParts())

/** Registers a dirty part while the component is mounted. */
export function useDirtyPart(part: DirtyPart): void {
  const parts = useContext(DirtyPartsContext)
  const present = useRef(part)
  useEffect(() => {
    present.current = part
  })
  const hasConfirm = part.confirm !== undefined
  useEffect(
    () =>
      parts.add({
        blocks: (from, to) => present.current.blocks(from, to),
        blocksClosing: () => present.current.blocksClosing(),
        ...(hasConfirm ? { confirm: (decision) => present.current.confirm?.(decision) ?? doNothing } : {}),
      }),
    [parts, hasConfirm],
  )
}

const doNothing = (): void => {}
