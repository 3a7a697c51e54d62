import { Form, Modal, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { routes, type SavedDrawing } from '../../contract/routes.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { hasChanges } from '../kit/form/hasChanges.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import type { NewDrawing } from '../stores/drawings/drawingList.ts'
import { useStores } from '../stores/root.ts'
import { DrawingFields } from './DrawingFields.tsx'

interface NewDrawingDialogProps {
  /** Project of the list filter, used as the default. */
  readonly project: string
  readonly onClose: () => void
  readonly onCreated: (drawing: SavedDrawing) => void
}

/** Dialog for the properties of a new drawing. */
export const NewDrawingDialog = observer(function NewDrawingDialog({
  project,
  onClose,
  onCreated,
}: NewDrawingDialogProps) {
  const { drawings, projects: all, session } = useStores()
  const { t } = useTranslation('center')
  const [form] = Form.useForm<NewDrawing>()
  const { failure, isBusy, submit } = useSubmit()
  const projects = all.list.filter(({ id }) => session.may(routes['drawing.create'].policy, id))
  const first = projects.find(({ id }) => id === project) ?? (projects.length === 1 ? projects[0] : undefined)
  const initialValues = {
    isPublic: true,
    width: limits.drawing.layerWidth,
    height: limits.drawing.layerHeight,
    ...(first ? { project: first.id } : {}),
  }
  const { confirmLeave, allowLeave } = useConfirmLeave(() => hasChanges(form.getFieldsValue(), initialValues))

  async function handleFinish(facts: NewDrawing) {
    const drawing = await drawings.create(facts)
    allowLeave()
    onCreated(drawing)
  }

  return (
    <Modal
      title={t('create.title')}
      open
      width={640}
      okText={t('create.go')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => confirmLeave(onClose)}
    >
      <Form<NewDrawing>
        form={form}
        layout="vertical"
        className="modal-form drawing-form"
        initialValues={initialValues}
        onFinish={(facts) => void submit(() => handleFinish(facts))}
      >
        <FormFailure failure={failure} />
        <DrawingFields>
          <Form.Item
            name="project"
            label={t('project')}
            rules={[{ required: true, message: t('create.chooseProject') }]}
          >
            <Select
              options={projects.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder={t('create.chooseProject')}
              onChange={() => form.setFieldValue('floor', '')} // the floor belongs to the previous project
            />
          </Form.Item>
        </DrawingFields>
      </Form>
    </Modal>
  )
})
