import { Checkbox, DatePicker, Form, Input, Modal, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { trendNote } from '../../contract/platform/trend.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { useStores } from '../stores/root.ts'
import type { TrendNote } from './noteList.ts'

interface NoteDialogProps {
  readonly project: string
  /** The annotation to change, or the time of a new one. */
  readonly note: TrendNote | { readonly at: number; readonly until: number | null }
  /** Tags that it can belong to, with their names. */
  readonly tags: readonly { readonly value: string; readonly label: string }[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

interface NoteForm {
  readonly note: string
  readonly at: Dayjs
  readonly until: Dayjs | null
  readonly tag: string
  readonly isPublic: boolean
}

const pattern = 'YYYY-MM-DD HH:mm:ss'

/** Adds or changes an annotation. */
export function NoteDialog({ project, note, tags, onSaved, onClose }: NoteDialogProps) {
  const { entities } = useStores()
  const { t } = useTranslation('trend')
  const [form] = Form.useForm<NoteForm>()
  const { failure, isBusy, submit } = useSubmit()
  const existing = 'id' in note ? note : null

  const save = async ({ note: text, at, until, tag, isPublic }: NoteForm): Promise<void> => {
    const values = { note: text, at: at.valueOf(), until: until?.valueOf() ?? null, tag: tag || null, isPublic }
    const { client } = entities.of(trendNote)
    if (existing) await client.update(existing, values, false, { quiet: true })
    else await client.create(values, { project }, { quiet: true })
    onSaved()
    onClose()
  }

  return (
    <Modal
      open
      title={t(existing ? 'note.change' : 'note.add')}
      okText={t('save')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<NoteForm>
        form={form}
        layout="vertical"
        className="modal-form"
        initialValues={{
          note: existing?.text ?? '',
          at: dayjs(note.at),
          until: note.until === null ? null : dayjs(note.until),
          tag: existing?.tag ?? '',
          isPublic: existing?.isPublic ?? true,
        }}
        onFinish={(values) => void submit(() => save(values))}
      >
        <FormFailure failure={failure} />
        <Form.Item
          name="note"
          label={t('note.text')}
          rules={[{ required: true, whitespace: true, message: t('note.enter') }]}
        >
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} autoFocus />
        </Form.Item>
        <Form.Item name="at" label={t('note.at')} rules={[{ required: true, message: t('note.enterTime') }]}>
          <DatePicker showTime format={pattern} className="editor-wide" allowClear={false} />
        </Form.Item>
        <Form.Item name="until" label={t('note.until')} extra={t('note.untilHelp')}>
          <DatePicker showTime format={pattern} className="editor-wide" />
        </Form.Item>
        <Form.Item name="tag" label={t('note.tag')}>
          <Select options={[{ value: '', label: t('note.allTags') }, ...tags]} />
        </Form.Item>
        <Form.Item name="isPublic" valuePropName="checked" extra={t('note.sharedHelp')}>
          <Checkbox>{t('shared')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}
