import { Form, Modal, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { routes, type SavedDrawing } from '../../contract/routes.ts'
import { CallFailure } from '../net/failure.ts'
import type { NewDrawing } from '../stores/drawingList.ts'
import { useStores } from '../stores/root.ts'
import { DrawingFields } from './DrawingFields.tsx'
import { FormFailure } from './FormFailure.tsx'

interface NewDrawingDialogProps {
  readonly open: boolean
  /** The project the list is filtered by: the first choice. */
  readonly project: string
  readonly onClose: () => void
  readonly onCreated: (drawing: SavedDrawing) => void
}

/** Name, project, resolution and description of a new drawing. */
export const NewDrawingDialog = observer(function NewDrawingDialog({ open, project, onClose, onCreated }: NewDrawingDialogProps) {
  const { drawings, projects: all, session } = useStores()
  const { t } = useTranslation('center')
  const [form] = Form.useForm<NewDrawing>()
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const projects = all.list.filter(({ id }) => session.may(routes['drawing.create'].policy, id))
  const first = projects.find(({ id }) => id === project) ?? (projects.length === 1 ? projects[0] : undefined)

  async function handleFinish(drawing: NewDrawing) {
    setBusy(true)
    setFailure(null)
    try {
      onCreated(await drawings.create(drawing))
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }

  function handleClose() {
    setFailure(null)
    onClose()
  }

  return (
    <Modal
      title={t('create.title')} open={open} width={480} destroyOnHidden okText={t('create.go')} confirmLoading={isBusy}
      onOk={() => form.submit()} onCancel={handleClose}
    >
      <Form<NewDrawing>
        form={form} layout="vertical" requiredMark={false} preserve={false} className="modal-form"
        initialValues={{
          width: limits.drawing.layerWidth, height: limits.drawing.layerHeight, ...(first ? { project: first.id } : {}),
        }}
        onFinish={(drawing) => void handleFinish(drawing)}
      >
        <FormFailure failure={failure} />
        <DrawingFields>
          <Form.Item name="project" label={t('project')} rules={[{ required: true, message: t('create.chooseProject') }]}>
            <Select options={projects.map(({ id, name }) => ({ value: id, label: name }))} placeholder={t('create.chooseProject')} />
          </Form.Item>
        </DrawingFields>
      </Form>
    </Modal>
  )
})
