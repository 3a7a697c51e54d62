import { Form, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { DrawingSummary } from '../../contract/routes.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { hasChanges } from '../kit/form/hasChanges.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import type { DrawingFacts } from '../stores/drawings/drawingList.ts'
import { useStores } from '../stores/root.ts'
import { DrawingFields } from './DrawingFields.tsx'

interface EditDrawingDialogProps {
  readonly drawing: DrawingSummary
  readonly onClose: () => void
}

/** Edits the properties of a drawing without opening the designer. */
export const EditDrawingDialog = observer(function EditDrawingDialog({ drawing, onClose }: EditDrawingDialogProps) {
  const { drawings, projects } = useStores()
  const { t } = useTranslation('center')
  const [form] = Form.useForm<DrawingFacts>()
  const { failure, isBusy, submit } = useSubmit()
  const { name, description, width, height, floor, isPublic } = drawing
  const facts = { name, description, width, height, floor: floor ?? '', isPublic }
  const { confirmLeave } = useConfirmLeave(
    () => isCoverChosen(form.getFieldsValue()) || hasChanges(form.getFieldsValue(), facts),
  )

  async function handleFinish(changed: DrawingFacts) {
    await drawings.change(drawing, changed)
    onClose()
  }

  return (
    <Modal
      title={t('edit.title', { name })}
      open
      width={640}
      okText={t('edit.go')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => confirmLeave(onClose)}
    >
      <Form<DrawingFacts>
        form={form}
        layout="vertical"
        className="modal-form drawing-form"
        initialValues={facts}
        onFinish={(changed) => void submit(() => handleFinish(changed))}
      >
        <FormFailure failure={failure} />
        <DrawingFields drawing={drawing}>
          <Form.Item label={t('project')}>
            <span className="form-fact">{projects.name(drawing.project)}</span>
          </Form.Item>
        </DrawingFields>
        <p className="form-hint">{t('edit.hint')}</p>
      </Form>
    </Modal>
  )
})

/** `null` removes the cover; `undefined` leaves it unchanged. */
const isCoverChosen = ({ cover }: DrawingFacts): boolean => cover !== undefined
