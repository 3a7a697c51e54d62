import { Alert, Form, Input, InputNumber, Modal, Select, Space } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { routes, type SavedDrawing } from '../../contract/routes.ts'
import { useSay } from '../kit/useSay.ts'
import { CallFailure } from '../net/failure.ts'
import type { NewDrawing } from '../stores/drawingList.ts'
import { useStores } from '../stores/root.ts'

interface NewDrawingDialogProps {
  readonly open: boolean
  /** The project the list is filtered by: the first choice. */
  readonly project: string
  readonly onClose: () => void
  readonly onCreated: (drawing: SavedDrawing) => void
}

const resolutions = [[1600, 900], [1920, 1080], [2560, 1440], [3840, 2160], [1280, 1024]] as const
const pixels = { min: 100, max: 20_000, precision: 0, style: { width: '30%' } } as const

/** Name, project and resolution of a new drawing. */
export const NewDrawingDialog = observer(function NewDrawingDialog({ open, project, onClose, onCreated }: NewDrawingDialogProps) {
  const { drawings, session } = useStores()
  const { t } = useTranslation('center')
  const say = useSay()
  const [form] = Form.useForm<NewDrawing>()
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const projects = drawings.projects.filter(({ id }) => session.may(routes['drawing.create'].policy, id))
  const first = projects.find(({ id }) => id === project) ?? (projects.length === 1 ? projects[0] : undefined)

  async function handleFinish(drawing: NewDrawing) {
    setBusy(true)
    setFailure(null)
    try {
      onCreated(await drawings.create({ ...drawing, name: drawing.name.trim() }))
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
      title={t('create.title')} open={open} width={440} destroyOnHidden okText={t('create.go')} confirmLoading={isBusy}
      onOk={() => form.submit()} onCancel={handleClose}
    >
      <Form<NewDrawing>
        form={form} layout="vertical" requiredMark={false} preserve={false} className="modal-form"
        initialValues={{
          width: limits.drawing.layerWidth, height: limits.drawing.layerHeight, ...(first ? { project: first.id } : {}),
        }}
        onFinish={(drawing) => void handleFinish(drawing)}
      >
        {failure && (
          <Alert
            className="form-alert" type="error" showIcon role="alert" title={say(failure.words)}
            description={failure.problems.map(({ path, message }) => `${path}: ${message}`).join('\n') || undefined}
          />
        )}
        <Form.Item
          name="name" label={t('create.name')}
          rules={[{ required: true, whitespace: true, message: t('create.enterName') }]}
        >
          <Input maxLength={limits.drawing.nameLength} autoFocus onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item name="project" label={t('project')} rules={[{ required: true, message: t('create.chooseProject') }]}>
          <Select options={projects.map(({ id, name }) => ({ value: id, label: name }))} placeholder={t('create.chooseProject')} />
        </Form.Item>
        <Form.Item label={t('create.resolution')} required>
          <Space.Compact block>
            <Form.Item name="width" noStyle rules={[{ required: true, message: t('create.enterWidth') }]}>
              <InputNumber aria-label={t('create.width')} {...pixels} suffix={t('create.pixels')} />
            </Form.Item>
            <Form.Item name="height" noStyle rules={[{ required: true, message: t('create.enterHeight') }]}>
              <InputNumber aria-label={t('create.height')} {...pixels} suffix={t('create.pixels')} />
            </Form.Item>
            <Select
              aria-label={t('create.usual')} placeholder={t('create.usual')} value={null} style={{ flex: 1 }}
              options={resolutions.map(([width, height]) => ({ value: `${width}x${height}`, label: t('size', { width, height }) }))}
              onChange={(chosen: string | null) => {
                const [width, height] = (chosen ?? '').split('x').map(Number)
                if (width && height) form.setFieldsValue({ width, height })
              }}
            />
          </Space.Compact>
        </Form.Item>
      </Form>
    </Modal>
  )
})
