import type { Id } from '../document/index.ts'
import type { Box, GapMark, Guide, Point } from '../geometry/index.ts'

/** What a tool shows while it works, in drawing coordinates. The overlay draws it; nothing of it is in the document. */
export interface FeedbackState {
  readonly hover: Id | null
  readonly marquee: Box | null
  /** The box that a component about to be placed will take. */
  readonly ghost: Box | null
  readonly guides: readonly Guide[]
  /** Equal spaces between neighbours. */
  readonly gaps: readonly GapMark[]
  /** Where a line's end can stick, and where it would if it were let go now. */
  readonly anchors: { readonly points: readonly Point[]; readonly met: Point | null } | null
  /** A short measure beside the pointer (size, angle, distance). */
  readonly label: { readonly text: string; readonly at: Point } | null
  /** Where the pointer is, for the rulers. */
  readonly pointer: Point | null
  /** The last pointer was a finger: handles are larger. */
  readonly isCoarse: boolean
  readonly cursor: string
}

export interface Feedback {
  readonly state: FeedbackState
  show(change: Partial<FeedbackState>): void
  /** Takes away all but the pointer, its cursor and the hovered component. */
  clear(): void
  onChange(listener: () => void): () => void
}

const nothing = { marquee: null, ghost: null, guides: [], gaps: [], anchors: null, label: null } as const

export function createFeedback(): Feedback {
  const listeners = new Set<() => void>()
  let state: FeedbackState = { hover: null, pointer: null, isCoarse: false, cursor: 'default', ...nothing }
  const show = (change: Partial<FeedbackState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  return {
    get state() { return state },
    show,
    clear: () => show(nothing),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
