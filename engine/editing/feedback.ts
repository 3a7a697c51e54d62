import type { Id } from '../document/index.ts'
import type { Box, GapMark, Guide, Point } from '../geometry/index.ts'

/** Transient display of the active tool in drawing coordinates, drawn by the overlay. Not part of the document. */
export interface FeedbackState {
  readonly hover: Id | null
  readonly marquee: Box | null
  /** Box of the component about to be placed. */
  readonly ghost: Box | null
  readonly guides: readonly Guide[]
  /** Equal gaps between neighbours. */
  readonly gaps: readonly GapMark[]
  /** Anchors for the end of a line; `met` is the anchor used if the pointer is released now. */
  readonly anchors: { readonly points: readonly Point[]; readonly met: Point | null } | null
  /** Short measurement next to the pointer: size, angle or distance. */
  readonly label: { readonly text: string; readonly at: Point } | null
  /** Pointer position for the rulers. */
  readonly pointer: Point | null
  /** The last pointer was a finger, so handles are larger. */
  readonly isCoarse: boolean
  readonly cursor: string
}

/** Store of the tool feedback. `onChange` returns a function that unsubscribes. */
export interface Feedback {
  readonly state: FeedbackState
  show(change: Partial<FeedbackState>): void
  /** Resets everything except the pointer state, the cursor and the hovered component. */
  clear(): void
  onChange(listener: () => void): () => void
}

const nothing = { marquee: null, ghost: null, guides: [], gaps: [], anchors: null, label: null } as const

/** Creates the feedback store of an editor, without any feedback. */
export function createFeedback(): Feedback {
  const listeners = new Set<() => void>()
  let state: FeedbackState = { hover: null, pointer: null, isCoarse: false, cursor: 'default', ...nothing }
  const show = (change: Partial<FeedbackState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  return {
    get state() {
      return state
    },
    show,
    clear: () => show(nothing),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
