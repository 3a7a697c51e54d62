import type { Gesture } from '../../commands/index.ts'
import type { Feedback } from '../feedback.ts'
import type { Drag } from './tool.ts'

/**
 * Finish and cancel of a drag: commits the gesture as one undo step or cancels it, and clears the feedback. `onCancel`
 * restores state outside the document, `onFinish` runs after the commit.
 */
export function onDragEnd(
  gesture: Pick<Gesture, 'commit' | 'cancel'>,
  feedback: Pick<Feedback, 'clear'>,
  onCancel: () => void = () => undefined,
  onFinish: () => void = () => undefined,
): Pick<Drag, 'finish' | 'cancel'> {
  return {
    finish() {
      gesture.commit()
      onFinish()
      feedback.clear()
    },
    cancel() {
      gesture.cancel()
      onCancel()
      feedback.clear()
    },
  }
}
