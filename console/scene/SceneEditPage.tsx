import { ArrowLeftOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { formFields, type Row } from '../../contract/entity/define.ts'
import type { EntityValue, EntityValues, Words } from '../../contract/entity/field.ts'
import { readValues } from '../../contract/entity/read.ts'
import { scene } from '../../contract/scada/scene.ts'
import { formErrorsAfter } from '../crud/form/formErrors.ts'
import { FieldList } from '../crud/form/FieldList.tsx'
import { problemWords } from '../crud/config/problemWords.ts'
import { getFormValues } from '../crud/config/screenConfig.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { useOverwrite } from '../crud/form/useOverwrite.ts'
import { useRights } from '../crud/config/useRights.ts'
import { PendingUploads, PendingUploadsContext, uploadingText } from '../fields/pendingUploads.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { messages } from '../kit/text/errorCatalogue.ts'
import { scrollToFirstError } from '../kit/form/scrollToError.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { detailPath, listPath } from './paths.ts'
import { sceneEditors } from './sceneEditors.ts'
import { useRow } from './useRow.ts'
import '../crud/crud.css'
import '../kit/page/List.css'
import './scene.css'

/** `/scene/list/edit?id=…`: edits a scene with its devices, drawing and cameras; creates a new one without an id. */
export function SceneEditPage() {
  const [params] = useSearchParams()
  const { t } = useTranslation('scene')
  const localize = useLocalized()
  const id = params.get('id') ?? ''
  const row = useRow(scene, id)
  if (row instanceof CallFailure) {
    return (
      <div className="list-page">
        <EmptyPanel tone="failed" title={t('missing')} text={localize(row.words)}>
          <Link to={listPath}>
            <Button type="primary">{t('back')}</Button>
          </Link>
        </EmptyPanel>
      </div>
    )
  }
  if (id !== '' && row === null)
    return (
      <div className="list-page" aria-busy="true">
        <ProgressLine active />
      </div>
    )
  return <SceneForm key={`${id}@${row?.revision ?? 0}`} row={row} />
}

const SceneForm = observer(function SceneForm({ row }: { readonly row: Row | null }) {
  const { entities, notices, projects: projectStore, session } = useStores()
  const { t } = useTranslation('scene')
  const localize = useLocalized()
  const confirmOverwrite = useOverwrite()
  const navigate = useNavigate()
  const may = useRights(scene)
  const fields = formFields(scene, row ? 'update' : 'create')
  const [first] = useState<EntityValues>(() =>
    row ? getFormValues(row, fields) : Object.fromEntries(fields.map(([name, field]) => [name, field.default])),
  )
  const [values, setValues] = useState(first)
  const projects = (session.account?.projects ?? []).filter(({ id }) => may('create', id))
  const [project, setProject] = useState(row?.project ?? projects[0]?.id)
  const [problems, setProblems] = useState<Readonly<Record<string, Words>>>({})
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [underway] = useState(() => new PendingUploads())
  const body = useRef<HTMLDivElement>(null)
  const { allowLeave } = useConfirmLeave(() => underway.count > 0 || JSON.stringify(values) !== JSON.stringify(first))

  async function save(overwrite: boolean) {
    if (underway.count > 0) return notices.post({ manner: 'warning', words: uploadingText })
    const read = readValues(
      scene,
      values,
      row ? 'update' : 'create',
      row ? getFormValues(row, Object.entries(scene.fields)) : {},
    )
    const faults = Object.fromEntries((read.problems ?? []).map(({ path, words }) => [path, words]))
    setProblems(faults)
    setFailure(null)
    if (Object.keys(faults).length > 0) return scrollToFirstError(body.current)
    setBusy(true)
    try {
      const { client } = entities.of(scene)
      const quiet = { quiet: true } as const
      const saved = row
        ? await client.update(row, values, overwrite, quiet)
        : await client.create(values, { project, overwrite }, quiet)
      notices.post({ manner: 'success', words: row ? messages.saved : messages.added })
      allowLeave()
      void navigate(detailPath(saved.id), { replace: true })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (thrown.error === 'entity.bound') confirmOverwrite(thrown, () => save(true))
      else {
        setProblems(problemWords(thrown))
        setFailure(thrown)
        scrollToFirstError(body.current)
      }
    } finally {
      setBusy(false)
    }
  }

  function handleChange(name: string, value: EntityValue) {
    setValues((present) => ({ ...present, [name]: value }))
    setProblems((present) => formErrorsAfter(present, name, values[name], value))
  }

  return (
    <div className="list-page">
      <header className="list-head">
        <Link to={row ? detailPath(row.id) : listPath}>
          <Button type="text" size="small" icon={<ArrowLeftOutlined aria-hidden />}>
            {t('back')}
          </Button>
        </Link>
        <h1>{row ? t('editTitle') : t('newTitle')}</h1>
        <div className="list-toolbar">
          <span className="list-gap" />
          <Button type="primary" loading={isBusy} onClick={() => void save(false)}>
            {t('save')}
          </Button>
        </div>
      </header>
      <div className="list-body" ref={body}>
        <Form layout="vertical" className="crud-form scene-form" onSubmitCapture={() => void save(false)}>
          {failure && (
            <Alert className="form-alert" type="error" showIcon role="alert" title={localize(failure.words)} />
          )}
          {!row && (
            <fieldset className="field-group">
              <Form.Item label={t('project')} htmlFor="field-project" required>
                <Select
                  id="field-project"
                  value={project ?? null}
                  options={projects.map(({ id }) => ({ value: id, label: projectStore.name(id) }))}
                  onChange={(next: string) => setProject(next)}
                />
              </Form.Item>
            </fieldset>
          )}
          <PendingUploadsContext value={underway}>
            <FieldList
              fields={fields}
              values={values}
              problems={problems}
              project={project}
              titles={row?.titles}
              onChange={handleChange}
              editors={sceneEditors}
            />
          </PendingUploadsContext>
        </Form>
      </div>
    </div>
  )
})
