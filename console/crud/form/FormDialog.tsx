import { Alert, Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Words } from '../../../contract/entity/field.ts'
import { PendingUploads, PendingUploadsContext, uploadingText } from '../../fields/pendingUploads.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { problemWords } from '../config/problemWords.ts'
import { useConfirmLeave } from './useConfirmLeave.ts'
import { useOverwrite } from './useOverwrite.ts'

/** Errors by field path. */
export type Problems = Readonly<Record<string, Words>>

interface FormDialogProps {
  readonly title: string
  readonly okText: string
  /** Text of the close button. Default: "Cancel". */
  readonly cancelText?: string
  readonly width: number
  readonly formClass: string
  /** True if there is something to send. */
  readonly isReady?: boolean
  /** True if closing would lose input. */
  readonly isDirty: boolean
  /** Validates the current values. */
  readonly check: () => Problems
  /** Sends the values and returns the success message. `overwrite` takes over existing bindings of other rows. */
  readonly send: (overwrite: boolean) => Promise<Words>
  readonly onClose: () => void
  readonly onDone: () => void
  readonly children: (problems: Problems) => ReactNode
}

/** Dialog with a form. Validates before sending, and shows errors of the client and the server next to their fields. */
export function FormDialog({
  title,
  okText,
  cancelText,
  width,
  formClass,
  isReady = true,
  isDirty,
  check,
  send,
  onClose,
  onDone,
  children,
}: FormDialogProps) {
  const { notices } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const { failure, isBusy, submit, forget } = useSubmit()
  const confirmOverwrite = useOverwrite()
  const [underway] = useState(() => new PendingUploads())
  const [faults, setFaults] = useState<Problems>({})
  const { confirmLeave } = useConfirmLeave(() => isDirty || underway.count > 0)

  async function handleOk() {
    if (underway.count > 0) return notices.post({ manner: 'warning', words: uploadingText })
    const found = check()
    setFaults(found)
    if (Object.keys(found).length > 0) return forget()
    await submit(() => save(false))
  }

  async function save(overwrite: boolean): Promise<void> {
    try {
      notices.post({ manner: 'success', words: await send(overwrite) })
      onDone()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure) || thrown.error !== 'entity.bound') throw thrown
      confirmOverwrite(thrown, () => submit(() => save(true)))
    }
  }

  return (
    <Modal
      open
      width={width}
      title={title}
      okText={okText}
      cancelText={cancelText ?? t('cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => void handleOk()}
      onCancel={() => confirmLeave(onClose)}
    >
      <Form layout="vertical" className={`modal-form ${formClass}`}>
        {failure && <Alert className="form-alert" type="error" showIcon role="alert" title={localize(failure.words)} />}
        <PendingUploadsContext value={underway}>
          {children(failure ? problemWords(failure) : faults)}
        </PendingUploadsContext>
      </Form>
    </Modal>
  )
}
