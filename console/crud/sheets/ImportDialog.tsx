import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, App, Button, Form, Modal, Progress, Select, Spin, Upload } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../contract/entity/define.ts'
import { limits } from '../../../contract/limits.ts'
import { readSheet } from '../../../workers/spreadsheet/client.ts'
import { inSentence } from '../../kit/text/inSentence.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { ImportReport } from './ImportReport.tsx'
import { ImportRun, type ImportState } from './importRun.ts'
import { templateSheets } from './sheets.ts'
import { useRights } from '../config/useRights.ts'
import { EncodingChoice, TextFormat } from './TextFormat.tsx'
import { saveWorkbook, templateName } from './workbook.ts'
import { getWordsKey } from '../../locales/languages.ts'

interface ImportDialogProps {
  readonly entity: Entity
  /** Project by which the list is filtered. */
  readonly project?: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

/**
 * Imports rows from a spreadsheet: template, project, file, validation report, start, progress with stop, result.
 * Closing during the import requires confirmation.
 */
export const ImportDialog = observer(function ImportDialog({
  entity,
  project: about,
  onClose,
  onDone,
}: ImportDialogProps) {
  const { entities, session } = useStores()
  const { modal } = App.useApp()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const may = useRights(entity)
  const granted = (session.account?.projects ?? []).map(({ id }) => id).filter((id) => may('importCheck', id))
  // Kept here, so that another file after a failure uses the same project.
  const [project, setProject] = useState<string | undefined>(
    granted.length === 1 ? granted[0] : granted.find((id) => id === about),
  )
  const [run] = useState(
    () =>
      new ImportRun({
        entity,
        client: entities.of(entity).client,
        read: (bytes, signal, format) => readSheet(bytes, signal, format),
      }),
  )
  useEffect(() => () => run.dispose(), [run])
  const { state } = run

  /**
   * Closes by Escape or the close icon: cancels reading and checking, confirms before stopping a running import, and
   * refreshes the list after a finished one.
   */
  function handleClose(): void {
    if (state.kind === 'reading' || state.kind === 'checking') run.cancel()
    else if (state.kind === 'running') {
      modal.confirm({
        title: t('import.leave.title'),
        content: t('import.leave.text'),
        okText: t('import.leave.go'),
        okButtonProps: { danger: true },
        cancelText: t('import.leave.stay'),
        onOk: async () => {
          await run.stop()
          onDone()
        },
      })
    } else if (state.kind === 'ended' && state.job.state === 'done') onDone()
    else onClose()
  }

  return (
    <Modal
      open
      width={680}
      title={t('import.title', { many: inSentence(localize(entity.words.many)) })}
      mask={{ closable: false }}
      onCancel={handleClose}
      footer={<Footer state={state} run={run} onClose={handleClose} />}
    >
      <div className="import-body">
        {state.kind === 'choose' && (
          <Choose
            entity={entity}
            run={run}
            failure={state.failure ? localize(state.failure) : null}
            needsEncoding={state.needsEncoding === true}
            project={project}
            projects={granted}
            onProject={setProject}
          />
        )}
        {state.kind === 'reading' && <Waiting text={t('import.reading')} />}
        {state.kind === 'checking' && <Waiting text={t('import.checking', { count: state.count })} />}
        {state.kind === 'checked' && <Checked state={state} run={run} entity={entity} />}
        {state.kind === 'running' && (
          <div role="status">
            <Progress percent={Math.floor((state.job.done / Math.max(1, state.job.total)) * 100)} />
            <p>
              {state.isStopping
                ? t('import.stopping')
                : t('import.running', { done: state.job.done, total: state.job.total })}
            </p>
            {state.failure && (
              <Alert
                type="warning"
                showIcon
                role="alert"
                title={localize(state.failure)}
                description={t('import.goesOn')}
              />
            )}
            <p className="import-note">{t('import.stopText')}</p>
          </div>
        )}
        {state.kind === 'ended' && <Ended state={state} run={run} entity={entity} />}
      </div>
    </Modal>
  )
})

function Footer({
  state,
  run,
  onClose,
}: {
  readonly state: ImportState
  readonly run: ImportRun
  readonly onClose: () => void
}) {
  const { t } = useTranslation('crud')
  switch (state.kind) {
    case 'choose':
    case 'reading':
    case 'checking':
      return <Button onClick={onClose}>{t('import.cancel')}</Button>
    case 'checked':
      return (
        <>
          <Button onClick={() => run.cancel()}>{t('import.again')}</Button>
          {state.job.faultCount === 0 && (
            <Button type="primary" autoFocus onClick={() => void run.start()}>
              {t('import.start')}
            </Button>
          )}
        </>
      )
    case 'running':
      return (
        <Button danger disabled={state.isStopping} onClick={() => void run.stop()}>
          {t('import.stop')}
        </Button>
      )
    case 'ended':
      return (
        <>
          {state.job.state !== 'done' && <Button onClick={() => run.cancel()}>{t('import.again')}</Button>}
          <Button type="primary" autoFocus onClick={onClose}>
            {t('import.close')}
          </Button>
        </>
      )
  }
}

interface ChooseProps {
  readonly entity: Entity
  readonly run: ImportRun
  readonly failure: string | null
  readonly needsEncoding: boolean
  readonly project: string | undefined
  readonly projects: readonly string[]
  readonly onProject: (project: string) => void
}

/** Step to download the template and to choose project and file. */
const Choose = observer(function Choose({
  entity,
  run,
  failure,
  needsEncoding,
  project,
  projects: granted,
  onProject,
}: ChooseProps) {
  const { projects } = useStores()
  const { t, i18n } = useTranslation('crud')
  const localize = useLocalized()
  const needsProject = entity.scope === 'project'
  const isReady = !needsProject || project !== undefined

  function handleTemplate(): void {
    const codes = {
      sheet: t('import.codes.sheet'),
      header: [t('import.codes.column'), t('import.codes.code'), t('import.codes.word')] as const,
    }
    void saveWorkbook(
      templateSheets(entity, getWordsKey(i18n.language), codes),
      localize(templateName(entity.words.one)),
    )
  }

  return (
    <Form layout="vertical" className="modal-form">
      {failure !== null && <Alert className="form-alert" type="error" showIcon role="alert" title={failure} />}
      {needsEncoding && (
        <EncodingChoice
          value={null}
          onChange={(encoding) => void run.reread({ encoding }, needsProject ? project : undefined)}
        />
      )}
      <p className="import-note">{t('import.templateText')}</p>
      <Form.Item>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={handleTemplate}>
          {t('import.template')}
        </Button>
      </Form.Item>
      {needsProject && (
        <Form.Item
          label={t('import.project')}
          htmlFor="import-project"
          required
          {...(isReady ? {} : { extra: t('import.projectChoose') })}
        >
          <Select
            id="import-project"
            aria-label={t('import.project')}
            aria-required
            value={project ?? null}
            placeholder={t('choose')}
            options={granted.map((id) => ({ value: id, label: projects.name(id) }))}
            onChange={onProject}
          />
        </Form.Item>
      )}
      <Upload.Dragger
        accept=".xlsx,.xls,.ods,.csv,.tsv,.txt"
        maxCount={1}
        showUploadList={false}
        disabled={!isReady}
        className={isReady ? 'import-drop' : 'import-drop import-drop-off'}
        beforeUpload={(file) => {
          void run.choose(file, needsProject ? project : undefined)
          return Upload.LIST_IGNORE
        }}
      >
        <p className="import-icon">
          <InboxOutlined aria-hidden />
        </p>
        <p>{t('import.drop')}</p>
        <p className="import-note">
          {t('import.dropText', { rows: limits.entity.importRows, size: limits.sheet.bytes / 1024 / 1024 })}
        </p>
      </Upload.Dragger>
    </Form>
  )
})

function Waiting({ text }: { readonly text: string }) {
  const { t } = useTranslation('crud')
  return (
    <div className="import-waiting" role="status">
      <Spin />
      <p>{text}</p>
      <p className="import-note">{t('import.esc')}</p>
    </div>
  )
}

/** Result of the check: ready to start, or the error report. */
function Checked({
  state,
  run,
  entity,
}: {
  readonly state: Extract<ImportState, { kind: 'checked' }>
  readonly run: ImportRun
  readonly entity: Entity
}) {
  const { t } = useTranslation('crud')
  const { job, sheet, format } = state
  return (
    <>
      {job.faultCount === 0 ? (
        <Alert
          type="success"
          showIcon
          role="status"
          title={t('import.ready', { count: job.total })}
          description={t('import.readyText')}
        />
      ) : (
        <ImportReport entity={entity} faults={run.faults} count={job.faultCount} />
      )}
      {format && <TextFormat format={format} sheet={sheet} onChange={(next) => void run.reread(next)} />}
      {sheet.ignored.length > 0 && (
        <p className="import-note">{t('import.ignored', { names: sheet.ignored.join(', ') })}</p>
      )}
    </>
  )
}

function Ended({
  state: { job },
  run,
  entity,
}: {
  readonly state: Extract<ImportState, { kind: 'ended' }>
  readonly run: ImportRun
  readonly entity: Entity
}) {
  const { t } = useTranslation('crud')
  if (job.state === 'done')
    return <Alert type="success" showIcon role="status" title={t('import.done', { count: job.total })} />
  const kind = job.state === 'stopped' ? 'stopped' : 'failed'
  return (
    <>
      <Alert
        type={kind === 'stopped' ? 'info' : 'error'}
        showIcon
        role="alert"
        title={t(`import.${kind}`)}
        description={job.kept ? t('import.keptText', { count: job.kept }) : t(`import.${kind}Text`)}
      />
      {job.faultCount > 0 && (
        <ImportReport entity={entity} faults={run.faults} count={job.faultCount} hideHeading={job.kept !== undefined} />
      )}
    </>
  )
}
