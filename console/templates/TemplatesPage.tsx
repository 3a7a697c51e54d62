import { catalog } from '@mimic/engine/catalog'
import { renderSvg } from '@mimic/engine/paint'
import { Button, Form, Input, Modal, Select, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import { routes } from '../../contract/routes.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { Card, Cards } from '../kit/page/Card.tsx'
import { hasChanges } from '../kit/form/hasChanges.ts'
import { useLanguage, useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { createDrawing, type Template, templates } from './templates.ts'
import '../kit/page/List.css'
import { designPath } from '../kit/drawing/drawingPaths.ts'
import './templates.css'

/** `/scada/center/temp`: templates for new drawings. */
export const TemplatesPage = observer(function TemplatesPage() {
  const { projects, session } = useStores()
  const { t } = useTranslation('templates')
  const localize = useLocalized()
  const [used, setUsed] = useState<Template | null>(null)
  const may = projects.list.some(({ id }) => session.may(routes['drawing.create'].policy, id))
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        <p className="templates-lead">{t('lead')}</p>
      </header>
      <div className="list-body">
        <Cards label={t('title')}>
          {templates.map((template) => (
            <Card
              key={template.key}
              name={localize(template.words)}
              picture={<TemplatePicture template={template} />}
              pictureClass="template-picture"
              description={localize(template.description)}
              actions={
                <Button
                  type="text"
                  size="small"
                  disabled={!may}
                  aria-label={t('useNamed', { name: localize(template.words) })}
                  onClick={() => setUsed(template)}
                >
                  {t('use')}
                </Button>
              }
            />
          ))}
        </Cards>
      </div>
      {used && <UseDialog template={used} onClose={() => setUsed(null)} />}
    </div>
  )
})

/** Preview of a template; an empty sheet is shown as its outline. */
function TemplatePicture({ template }: { readonly template: Template }) {
  const { t } = useTranslation('templates')
  const localize = useLocalized()
  const language = useLanguage()
  const [picture, setPicture] = useState<string | null | undefined>()
  const hasFile = 'file' in template
  useEffect(() => {
    if (!hasFile) return undefined
    let isOver = false
    let objectUrl = ''
    createDrawing(template, template.key, language).then(
      (drawing) => {
        if (isOver) return
        objectUrl = URL.createObjectURL(
          new Blob([renderSvg(drawing, catalog, { language })], { type: 'image/svg+xml' }),
        )
        setPicture(objectUrl)
      },
      (thrown: unknown) => {
        if (!(thrown instanceof TypeError)) throw thrown
        if (!isOver) setPicture(null)
      },
    )
    return () => {
      isOver = true
      if (objectUrl !== '') URL.revokeObjectURL(objectUrl)
    }
  }, [template, hasFile, language])
  if ('width' in template) {
    const scale = 76 / Math.max(template.width / 1.6, template.height)
    return (
      <svg viewBox="0 0 160 90" aria-hidden>
        <rect
          x={80 - (template.width * scale) / 2}
          y={45 - (template.height * scale) / 2}
          width={template.width * scale}
          height={template.height * scale}
          rx="2"
          className="template-sheet"
        />
        <text x="80" y="48" className="template-size">{`${template.width} × ${template.height}`}</text>
      </svg>
    )
  }
  if (picture === undefined) return <Skeleton.Node active className="template-coming" />
  return picture === null ? (
    <span className="drawing-missing">{t('gone')}</span>
  ) : (
    <img src={picture} alt={localize(template.words)} draggable={false} />
  )
}

interface NewDrawingValues {
  readonly name: string
  readonly project: string
}

const UseDialog = observer(function UseDialog({
  template,
  onClose,
}: {
  readonly template: Template
  readonly onClose: () => void
}) {
  const { client, projects, session } = useStores()
  const { t } = useTranslation('templates')
  const localize = useLocalized()
  const language = useLanguage()
  const navigate = useNavigate()
  const [form] = Form.useForm<NewDrawingValues>()
  const [isBusy, setBusy] = useState(false)
  const possible = projects.list.filter(({ id }) => session.may(routes['drawing.create'].policy, id))

  const initialValues = { name: localize(template.words), ...(possible[0] ? { project: possible[0].id } : {}) }
  const { confirmLeave, allowLeave } = useConfirmLeave(() => hasChanges(form.getFieldsValue(), initialValues))

  async function handleFinish({ name, project }: NewDrawingValues) {
    setBusy(true)
    try {
      const drawing = await createDrawing(template, name.trim(), language)
      const { id } = await client.call('drawing.create', { body: { project, name: name.trim(), drawing } })
      allowLeave()
      void navigate(designPath(id))
    } catch (thrown) {
      if (!(thrown instanceof CallFailure) && !(thrown instanceof TypeError)) throw thrown // the client has shown the failure
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      width={440}
      title={t('useNamed', { name: localize(template.words) })}
      okText={t('make')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => confirmLeave(onClose)}
    >
      <Form<NewDrawingValues>
        form={form}
        layout="vertical"
        className="modal-form"
        onFinish={(values) => void handleFinish(values)}
        initialValues={initialValues}
      >
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('enterName') }]}
        >
          <Input autoFocus maxLength={limits.drawing.nameLength} onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item name="project" label={t('project')} rules={[{ required: true, message: t('chooseProject') }]}>
          <Select options={possible.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      </Form>
    </Modal>
  )
})
