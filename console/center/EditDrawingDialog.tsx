import { Form, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawingSummary } from '../../contract/routes.ts'
import { CallFailure } from '../net/failure.ts'
import type { DrawingFacts } from '../stores/drawingList.ts'
import { useStores } from '../stores/root.ts'
import { DrawingFields } from './DrawingFields.tsx'
import { FormFailure } from './FormFailure.tsx'

interface EditDrawingDialogProps {
  readonly drawing: DrawingSummary
  readonly onClose: () => void
}

/** What is said of a drawing, without opening it in the designer. */
export const EditDrawingDialog = observer(function EditDrawingDialog({ drawing, onClose }: EditDrawingDialogProps) {
  const { drawings, projects } = useStores()
  const { t } = useTranslation('center')
  const [form] = Form.useForm<DrawingFacts>()
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { name, description, width, height, floor } = drawing

  async function handleFinish(facts: DrawingFacts) {
    setBusy(true)
    setFailure(null)
    try {
      await drawings.change(drawing, facts)
      onClose()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      title={t('edit.title', { name })} open width={480} okText={t('edit.go')} confirmLoading={isBusy} onOk={() => form.submit()} onCancel={onClose}
    >
      <Form<DrawingFacts>
        form={form} layout="vertical" requiredMark={false} className="modal-form" initialValues={{ name, description, width, height, floor: floor ?? '' }}
        onFinish={(facts) => void handleFinish(facts)}
      >
        <FormFailure failure={failure} />
        <DrawingFields drawing={drawing}>
          <Form.Item label={t('project')}><span className="form-fact">{projects.name(drawing.project)}</span></Form.Item>
        </DrawingFields>
        <p className="form-hint">{t('edit.hint')}</p>
      </Form>
    </Modal>
  )
})
