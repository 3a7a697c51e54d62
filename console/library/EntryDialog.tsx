import { AutoComplete, Form, Input, Modal, Switch } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { LibraryEntry } from '../../contract/routes.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { hasChanges } from '../kit/form/hasChanges.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { useStores } from '../stores/root.ts'

interface EntryDialogProps {
  readonly entry: LibraryEntry
  readonly onClose: () => void
}

interface Facts {
  readonly name: string
  readonly type: string
  readonly isPublic: boolean
}

/** Edits name, type and visibility of a library entry. */
export const EntryDialog = observer(function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { library, session } = useStores()
  const { t } = useTranslation('library')
  const [form] = Form.useForm<Facts>()
  const { failure, isBusy, submit } = useSubmit()
  const { id, name, type, isPublic, isOwn } = entry
  const { confirmLeave } = useConfirmLeave(() => hasChanges(form.getFieldsValue(), { name, type, isPublic }))
  const mayHide = isOwn || session.account?.role === 'super'

  async function handleFinish(facts: Facts) {
    await library.describe(id, { ...facts, name: facts.name.trim(), type: facts.type.trim() })
    onClose()
  }

  return (
    <Modal
      open
      width={420}
      title={t('edit.title', { name })}
      okText={t('edit.go')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => confirmLeave(onClose)}
    >
      <Form<Facts>
        form={form}
        layout="vertical"
        className="modal-form"
        initialValues={{ name, type, isPublic }}
        onFinish={(facts) => void submit(() => handleFinish(facts))}
      >
        <FormFailure failure={failure} />
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('edit.enterName') }]}
        >
          <Input autoFocus maxLength={limits.library.nameLength} onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item
          name="type"
          label={t('type')}
          rules={[{ required: true, whitespace: true, message: t('edit.enterType') }]}
        >
          <AutoComplete options={library.types.map((each) => ({ value: each }))} showSearch={{ filterOption: true }}>
            <Input maxLength={limits.library.typeLength} />
          </AutoComplete>
        </Form.Item>
        <Form.Item
          name="isPublic"
          label={t('edit.public')}
          valuePropName="checked"
          extra={t(mayHide ? 'edit.publicHint' : 'edit.publicFixed')}
        >
          <Switch disabled={!mayHide && isPublic} />
        </Form.Item>
      </Form>
    </Modal>
  )
})
