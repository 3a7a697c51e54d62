import { Alert, Button, DatePicker, Modal, Progress, Table, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkageRehearsal } from '../../contract/routes/linkages.ts'
import { decodeLocalized } from '../../contract/localizedText.ts'
import { linkage } from '../../contract/scada/linkage.ts'
import { getTitle, type RowDialogProps } from '../crud/config/screenConfig.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { fromPickerDate, toPickerDate } from '../kit/text/zonedDatePicker.ts'
import { useStores } from '../stores/root.ts'
import { useRehearsal } from './useRehearsal.ts'

const dayMs = 86_400_000
type Finding = LinkageRehearsal['findings'][number]

/** Applies a stored linkage to stored history and lists what it would have sent and raised. Nothing is sent. */
export const LinkageRehearsalDialog = observer(function LinkageRehearsalDialog({ row, onClose }: RowDialogProps) {
  const { client, zones } = useStores()
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const zone = zones.of(row.project)
  const [span, setSpan] = useState<readonly [number, number]>(() => [zones.now() - dayMs, zones.now()])
  const { rehearsal, failure, isRunning, start, cancel } = useRehearsal<LinkageRehearsal>({
    start: () => {
      const [from, to] = span
      return client.call('linkage.rehearse', { body: { linkage: row.id, from, to } }, { quiet: true })
    },
    read: useCallback((id) => client.call('linkage.rehearsal', { params: { id } }, { quiet: true }), [client]),
    cancel: useCallback((id) => client.call('linkage.cancelRehearsal', { params: { id } }, { quiet: true }), [client]),
  })

  const handleClose = (): void => {
    void cancel()
    onClose()
  }
  return (
    <Modal
      open
      width={980}
      title={t('rehearsal.linkageTitle', { name: getTitle(linkage, row) })}
      onCancel={handleClose}
      footer={[
        <Button key="close" onClick={handleClose}>
          {t('rehearsal.close')}
        </Button>,
        isRunning ? (
          <Button key="cancel" danger onClick={() => void cancel()}>
            {t('rehearsal.cancel')}
          </Button>
        ) : (
          <Button key="run" type="primary" onClick={() => void start()}>
            {t('rehearsal.run')}
          </Button>
        ),
      ]}
    >
      <p className="script-hint">{t('rehearsal.linkageHint')}</p>
      <div className="script-message">
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
            {t('rehearsal.linkageSummary', {
              events: rehearsal.events,
              fired: rehearsal.fired,
              suppressed: rehearsal.suppressed,
            })}{' '}
            {Object.entries(rehearsal.counts)
              .map(([kind, count]) => `${t(`effect.${kind}`)} ${count}`)
              .join(t('rehearsal.separator'))}
          </p>
          {rehearsal.error && <Alert type="error" showIcon title={localize(rehearsal.error)} />}
          {rehearsal.notes.map((note) => (
            <p key={note.en} className="script-hint">
              {localize(note)}
            </p>
          ))}
          <Table<Finding>
            size="small"
            rowKey={(finding) => `${finding.at} ${finding.device ?? ''} ${finding.kind}`}
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
              { key: 'cause', title: t('rehearsal.cause'), width: 260, render: (_, { cause }) => localize(cause) },
              { key: 'effects', title: t('rehearsal.effects'), render: (_, finding) => <Effects finding={finding} /> },
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

/** What one run would have sent, and the actions that would have failed. */
function Effects({ finding: { effects, omitted, refused } }: { readonly finding: Finding }) {
  const { t } = useTranslation('script')
  const localize = useLocalized()
  return (
    <>
      <ul className="script-effects">
        {effects.map(({ kind, target, content }) => (
          <li key={`${kind} ${target}`}>
            <Tag>{t(`effect.${kind}`)}</Tag>
            <code>{target}</code> <span className="script-effect-content">{localize(decodeLocalized(content))}</span>
          </li>
        ))}
        {refused.map(({ what, reason }) => (
          <li key={what.en}>
            {localize(what)}{' '}
            <span className="script-effect-refused">
              {t('verify.refused')} {reason && localize(reason)}
            </span>
          </li>
        ))}
      </ul>
      {omitted > 0 && <p className="script-none">{t('rehearsal.omitted', { count: omitted })}</p>}
    </>
  )
}
