import { Checkbox, Form, Input, Modal, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { trend } from '../../contract/platform/trend.ts'
import { useRights } from '../crud/config/useRights.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { useStores } from '../stores/root.ts'
import type { TrendStore } from './trendStore.ts'

interface SaveDialogProps {
  readonly store: TrendStore
  readonly onSaved: (row: Row) => void
  readonly onClose: () => void
}

interface SaveForm {
  readonly name: string
  readonly project: string
  readonly isPublic: boolean
  readonly description: string
}

/** Saves the displayed trend under a name. */
export const SaveDialog = observer(function SaveDialog({ store, onSaved, onClose }: SaveDialogProps) {
  const { entities, projects } = useStores()
  const { t } = useTranslation('trend')
  const may = useRights(trend)
  const [form] = Form.useForm<SaveForm>()
  const { failure, isBusy, submit } = useSubmit()
  const own = projects.list.filter(({ id }) => may('create', id))

  const save = async ({ name, project, isPublic, description }: SaveForm): Promise<void> => {
    const values = {
      name,
      isPublic,
      description: description || null,
      definition: JSON.stringify(store.definition),
    }
    onSaved(await entities.of(trend).client.create(values, { project }, { quiet: true }))
    onClose()
  }

  return (
    <Modal
      open
      title={t('saveTitle')}
      okText={t('save')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<SaveForm>
        form={form}
        layout="vertical"
        className="modal-form"
        initialValues={{ name: '', project: store.project, isPublic: false, description: '' }}
        onFinish={(values) => void submit(() => save(values))}
      >
        <FormFailure failure={failure} />
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('enterName') }]}
        >
          <Input maxLength={100} autoFocus />
        </Form.Item>
        <Form.Item name="project" label={t('project')} rules={[{ required: true, message: t('chooseProject') }]}>
          <Select options={own.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
        <Form.Item name="isPublic" valuePropName="checked" extra={t('sharedHelp')}>
          <Checkbox>{t('shared')}</Checkbox>
        </Form.Item>
        <Form.Item name="description" label={t('description')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
})
