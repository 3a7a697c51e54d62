import type { Gesture } from '../../commands/index.ts'
import type { Feedback } from '../feedback.ts'
import type { Drag } from './tool.ts'

/** How a drag ends: its gesture is one step of undo or none, and what was shown of it goes. `onCancel` puts back what is no part of the drawing, `onFinish` sees to what came of it. */
export function onDragEnd(gesture: Pick<Gesture, 'commit' | 'cancel'>, feedback: Pick<Feedback, 'clear'>, onCancel: () => void = () => undefined, onFinish: () => void = () => undefined): Pick<Drag, 'finish' | 'cancel'> {
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
