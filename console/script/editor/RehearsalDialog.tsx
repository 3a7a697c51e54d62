import { Alert, Button, DatePicker, Input, Modal, Progress, Select, Table } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScriptRehearsal } from '../../../contract/routes/scripts.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import { fromPickerDate, toPickerDate } from '../../kit/text/zonedDatePicker.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import type { ScriptDraft } from './draft.ts'
import { EffectList } from './EffectList.tsx'
import { useRehearsal } from '../useRehearsal.ts'

interface RehearsalDialogProps {
  readonly draft: ScriptDraft
  readonly onClose: () => void
}

const dayMs = 86_400_000
type Finding = ScriptRehearsal['findings'][number]

/** Runs a draft over stored values and lists what it would have sent and raised. Nothing is sent. */
export const RehearsalDialog = observer(function RehearsalDialog({ draft, onClose }: RehearsalDialogProps) {
  const { client, session, projects, zones } = useStores()
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const owned = session.account?.projects ?? []
  const [project, setProject] = useState<string | null>(owned[0]?.id ?? null)
  const [device, setDevice] = useState('')
  const zone = zones.of(project ?? undefined)
  const [span, setSpan] = useState<readonly [number, number]>(() => [zones.now() - dayMs, zones.now()])
  const { rehearsal, failure, isRunning, start, cancel } = useRehearsal<ScriptRehearsal>({
    start: () => {
      const [from, to] = span
      const body = {
        script: draft,
        project: project ?? '',
        device: device.trim() === '' ? null : device.trim(),
        from,
        to,
      }
      return client.call('script.rehearse', { body }, { quiet: true })
    },
    read: useCallback((id) => client.call('script.rehearsal', { params: { id } }, { quiet: true }), [client]),
    cancel: useCallback((id) => client.call('script.cancelRehearsal', { params: { id } }, { quiet: true }), [client]),
  })

  const handleClose = (): void => {
    void cancel()
    onClose()
  }
  return (
    <Modal
      open
      width={980}
      title={t('rehearsal.title')}
      onCancel={handleClose}
      footer={[
        <Button key="close" onClick={handleClose}>
          {t('editor.back')}
        </Button>,
        !isRunning ? (
          <Button key="run" type="primary" disabled={project === null} onClick={() => void start()}>
            {t('rehearsal.run')}
          </Button>
        ) : (
          <Button key="cancel" danger onClick={() => void cancel()}>
            {t('rehearsal.cancel')}
          </Button>
        ),
      ]}
    >
      <p className="script-hint">{t('rehearsal.hint')}</p>
      <div className="script-message">
        <label>
          {t('rehearsal.project')}
          <Select
            value={project}
            options={owned.map((each) => ({ value: each.id, label: projects.name(each.id) }))}
            onChange={setProject}
          />
        </label>
        <label>
          {t('rehearsal.device')}
          <Input
            value={device}
            placeholder={t('rehearsal.allDevices')}
            onChange={(event) => setDevice(event.target.value)}
          />
        </label>
        <label className="script-message-payload">
          {t('rehearsal.span')}
          <DatePicker.RangePicker
            showTime
            allowClear={false}
            value={[toPickerDate(span[0], zone), toPickerDate(span[1], zone)]}
            onChange={(range) => {
              if (range?.[0] && range[1]) setSpan([fromPickerDate(range[0], zone), fromPickerDate(range[1], zone)])
            }}
          />
        </label>
      </div>
      {failure && <Alert type="error" showIcon role="alert" title={localize(failure.words)} />}
      {rehearsal && (
        <div className="script-result">
          <Progress
            percent={Math.round(rehearsal.progress * 100)}
            status={rehearsal.state === 'running' ? 'active' : rehearsal.state === 'failed' ? 'exception' : 'normal'}
          />
          <p role="status">
            {t('rehearsal.summary', {
              messages: rehearsal.messages,
              failures: rehearsal.failures,
              effects: Object.entries(rehearsal.counts)
                .map(([kind, count]) => `${t(`effect.${kind}`)} ${count}`)
                .join(t('rehearsal.separator')),
            })}
          </p>
          {rehearsal.error && <Alert type="error" showIcon title={localize(rehearsal.error)} />}
          <Table<Finding>
            size="small"
            rowKey={(row) => `${row.device} ${row.at}`}
            dataSource={[...rehearsal.findings]}
            locale={{ emptyText: t('rehearsal.none') }}
            pagination={{ pageSize: 10, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
            columns={[
              {
                key: 'at',
                title: t('rehearsal.at'),
                width: 170,
                render: (_, { at }) => formatTime(at, 'YYYY-MM-DD HH:mm:ss', zone),
              },
              { key: 'device', title: t('verify.device'), width: 200, dataIndex: 'device' },
              {
                key: 'effects',
                title: t('verify.effects'),
                render: (_, row) => (row.error ? localize(row.error) : <EffectList effects={row.effects} />),
              },
            ]}
          />
          {rehearsal.omitted > 0 && (
            <p className="script-none">{t('rehearsal.omitted', { count: rehearsal.omitted })}</p>
          )}
        </div>
      )}
    </Modal>
  )
})
