import { App } from 'antd'
import { CallFailure } from '../../net/failure.ts'

interface Question {
  readonly title: string
  readonly text: string
  readonly confirmText: string
  readonly done: string
}

/**
 * Deletes something after confirmation and reports success. The client reports failures; the dialog closes in both
 * cases.
 */
export function useConfirmDelete(): (question: Question, remove: () => Promise<void>) => void {
  const { message, modal } = App.useApp()
  return ({ title, text, confirmText, done }, remove) => {
    void modal.confirm({
      title,
      content: text,
      okText: confirmText,
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        try {
          await remove()
          void message.success(done)
        } catch (thrown) {
          if (!(thrown instanceof CallFailure)) throw thrown
        }
      },
    })
  }
}
