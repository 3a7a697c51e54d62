import { Alert, Button, Drawer, Form, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../contract/entity/define.ts'
import { formFields, withVariantRules } from '../../../contract/entity/define.ts'
import type { EntityValue, EntityValues, Words } from '../../../contract/entity/field.ts'
import { readValues } from '../../../contract/entity/read.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import { PendingUploads, PendingUploadsContext, uploadingText } from '../../fields/pendingUploads.ts'
import { inSentence } from '../../kit/text/inSentence.ts'
import { messages } from '../../kit/text/errorCatalogue.ts'
import { errorClass, scrollToFirstError } from '../../kit/form/scrollToError.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { moveDays } from './projectDates.ts'
import { formErrorsAfter } from './formErrors.ts'
import { FieldList } from './FieldList.tsx'
import { removedSecret } from './SecretField.tsx'
import { OwnerEditor } from './OwnerEditor.tsx'
import { problemWords } from '../config/problemWords.ts'
import type { ScreenConfig } from '../config/screenConfig.ts'
import { fieldsFor, fixedFields, getTitle, getValue, getFormValues } from '../config/screenConfig.ts'
import { useOverwrite } from './useOverwrite.ts'
import { useConfirmLeave } from './useConfirmLeave.ts'
import { useOwners } from './useOwners.ts'
import { useRights } from '../config/useRights.ts'

interface EntityFormProps {
  readonly shape: ScreenConfig
  /** Row to edit; `null` creates a new one. */
  readonly row: Row | null
  /** Project by which the list is filtered. */
  readonly project?: string | undefined
  readonly onClose: () => void
  /** Called with the new row after creation, without arguments after an update. */
  readonly onDone: (created?: Row) => void
}

/**
 * Form to create or edit a row. Validates before sending, and shows errors of the client and the server next to their
 * fields.
 */
export const EntityForm = observer(function EntityForm({
  shape,
  row,
  project: about,
  onClose,
  onDone,
}: EntityFormProps) {
  const { entity, preset = {} } = shape
  const { entities, session, projects: projectStore, notices, zones } = useStores()
  const { client } = entities.of(entity)
  const confirmOverwrite = useOverwrite()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const may = useRights(entity)
  const shown = new Set(fieldsFor(shape).map(([name]) => name))
  // A new row requires all required fields, even on a page that shows only some fields.
  const owning = useOwners()
  const face = owning.variant(withVariantRules(entity, shape.variant))
  const owner = entity.owner === undefined || row ? {} : { [entity.owner]: owning.preferred }
  const editors = entity.owner === undefined ? shape.editors : { [entity.owner]: OwnerEditor, ...shape.editors }
  const fields = formFields(face, row ? 'update' : 'create').filter(
    ([name, field]) => shown.has(name) || (row === null && field.required),
  )
  const first = useRef(
    row
      ? getFormValues(row, fields)
      : {
          ...Object.fromEntries(fields.map(([name, field]) => [name, field.default])),
          ...owner,
          ...presetValues(fields, preset),
        },
  )
  const [values, setValues] = useState<EntityValues>(first.current)
  const projects = (session.account?.projects ?? []).filter(({ id }) => may('create', id))
  const [project, setProject] = useState<string | undefined>(
    row?.project ?? (projects.length === 1 ? projects[0] : projects.find(({ id }) => id === about))?.id,
  )
  const [problems, setProblems] = useState<Readonly<Record<string, Words>>>({})
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [underway] = useState(() => new PendingUploads())
  const form = useRef<HTMLDivElement>(null)
  const stored = row ? getFormValues(row, Object.entries(entity.fields)) : {}
  const isChanged = JSON.stringify(values) !== JSON.stringify(first.current)
  const { confirmLeave } = useConfirmLeave(() => isChanged || underway.count > 0)
  const handleClose = (): void => confirmLeave(onClose)
  const needsProject = entity.scope === 'project' && row === null

  async function save(overwrite: boolean) {
    if (underway.count > 0) return notices.post({ manner: 'warning', words: uploadingText })
    const faults = {
      ...findProblems(),
      ...(needsProject && project === undefined
        ? { project: { en: 'Please choose a project', zh: '请选择项目' } }
        : {}),
    }
    setProblems(faults)
    setFailure(null)
    if (Object.keys(faults).length > 0) return scrollToFirstError(form.current)
    setBusy(true)
    try {
      const created = row ? undefined : await client.create(values, { project, overwrite }, { quiet: true })
      if (row) await client.update(row, changedValues(), overwrite, { quiet: true })
      notices.post({ manner: 'success', words: row ? messages.saved : messages.added })
      onDone(created)
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (thrown.error === 'entity.bound') confirmOverwrite(thrown, () => save(true))
      else {
        setProblems(problemWords(thrown))
        setFailure(thrown)
        scrollToFirstError(form.current)
      }
    } finally {
      setBusy(false)
    }
  }

  const changedValues = (): EntityValues =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(first.current[name]))
        .map(([name, value]) => [
          name,
          entity.fields[name]?.kind === 'secret' && value === removedSecret ? null : value,
        ]),
    )

  function findProblems(): Record<string, Words> {
    const read = readValues(face, values, row ? 'update' : 'create', stored)
    return Object.fromEntries((read.problems ?? []).map(({ path, words }) => [path, words]))
  }

  function handleChange(name: string, value: EntityValue) {
    setValues((present) => ({ ...present, [name]: value }))
    setProblems((present) => formErrorsAfter(present, name, values[name], value))
  }

  function handleProject(next: string) {
    setProject(next)
    setValues((present) => moveDays(fields, present, zones.of(project), zones.of(next)))
    setProblems((present) => formErrorsAfter(present, 'project', project ?? null, next))
  }

  const readOnlyItems = (of: Row) =>
    fixedFields(shape).map(([name, field]) => (
      <ReadOnlyItem key={name} name={localize(field.words)}>
        {shape.cells?.[name]?.(of) ?? <FieldCell field={field} value={getValue(of, name)} row={of} />}
      </ReadOnlyItem>
    ))
  const projectItem = (
    <Form.Item
      label={t('project')}
      htmlFor="field-project"
      required
      className={problems['project'] ? errorClass.field : ''}
      {...(problems['project'] ? { validateStatus: 'error', help: localize(problems['project']) } : {})}
    >
      <Select
        id="field-project"
        value={project ?? null}
        placeholder={t('choose')}
        options={projects.map(({ id }) => ({ value: id, label: projectStore.name(id) }))}
        onChange={handleProject}
      />
    </Form.Item>
  )
  return (
    <Drawer
      open
      size={720}
      title={
        row
          ? t('form.edit', { name: getTitle(entity, row) })
          : t('add', { one: inSentence(localize(entity.words.one)) })
      }
      onClose={handleClose}
      mask={{ closable: !isChanged }}
      footer={
        <div className="crud-form-foot">
          <Button onClick={handleClose}>{t('cancel')}</Button>
          <Button type="primary" loading={isBusy} onClick={() => void save(false)}>
            {t('save')}
          </Button>
        </div>
      }
    >
      <div ref={form}>
        <Form layout="vertical" className="crud-form" onSubmitCapture={() => void save(false)}>
          {failure && (
            <Alert className="form-alert" type="error" showIcon role="alert" title={localize(failure.words)} />
          )}
          <PendingUploadsContext value={underway}>
            <FieldList
              fields={fields}
              values={values}
              present={stored}
              problems={problems}
              project={entity.scope === 'project' ? project : entity.isProject && row ? row.id : undefined}
              titles={row?.titles}
              storedSecrets={row ? getStoredSecrets(row, fields) : undefined}
              editors={editors}
              onChange={handleChange}
              first={row ? readOnlyItems(row) : needsProject && projectItem}
            />
          </PendingUploadsContext>
        </Form>
      </div>
    </Drawer>
  )
})

/**
 * Read-only value displayed like a field. A group name replaces the label, because there is no control for a label to
 * reference.
 */
function ReadOnlyItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <div className="crud-kept" role="group" aria-labelledby={id}>
      <span id={id}>{name}</span>
      <div>{children}</div>
    </div>
  )
}

/** Names of the secrets that are set on the row; the values are never sent to the client. */
const getStoredSecrets = (row: Row, fields: ReturnType<typeof formFields>): ReadonlySet<string> =>
  new Set(fields.flatMap(([name, field]) => (field.kind === 'secret' && getValue(row, name) === true ? [name] : [])))

/** Initial values of a new row, taken from the preset filters of the page. */
function presetValues(fields: ReturnType<typeof formFields>, preset: Readonly<Record<string, string>>): EntityValues {
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const presetValue = preset[name]
      if (presetValue === undefined || presetValue.includes(',')) return []
      if (field.kind === 'choice')
        return field.options
          .filter(({ value }) => String(value) === presetValue)
          .map(({ value }) => [name, value] as const)
      return field.kind === 'text' || field.kind === 'ref' ? [[name, presetValue] as const] : []
    }),
  )
}
