import { App } from 'antd'
import { CallFailure } from '../net/failure.ts'

interface Question {
  readonly title: string
  readonly text: string
  readonly go: string
  readonly done: string
}

/** Asks before something is removed, removes it and says so. A refusal has been told by the client: the question closes either way. */
export function useConfirmDelete(): (question: Question, remove: () => Promise<void>) => void {
  const { message, modal } = App.useApp()
  return ({ title, text, go, done }, remove) => {
    void modal.confirm({
      title, content: text, okText: go, okButtonProps: { danger: true }, focusable: { autoFocusButton: 'cancel' },
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
