import { Table, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { decodeLocalized } from '../../contract/localizedText.ts'
import { levelWords } from '../../contract/alarms/alarm.ts'
import type { ServerAlarm } from '../../contract/routes.ts'
import { serverAlarmKinds, type ServerAlarmKind } from '../../contract/serverAlarms.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useServerAlarms } from '../stores/hooks/serverAlarms.ts'

/** Maximum number of ended alarms shown below the open ones. */
const maxEnded = 10
const colours = { 1: 'default', 2: 'warning', 3: 'error' } as const

/** Server alarms: open ones and the most recently ended ones. */
export const ServerAlarmList = observer(function ServerAlarmList() {
  const { t } = useTranslation('monitoring')
  const localize = useLocalized()
  const store = useServerAlarms()
  if (store === null) return null
  const { alarms: value, failure } = store
  if (value === null)
    return failure ? (
      <p className="monitor-note" role="status">
        {t('alarms.failed', { why: localize(failure.words) })}
      </p>
    ) : null
  const open = value.filter(({ clearedAt }) => clearedAt === null)
  const rows = [...open, ...value.filter(({ clearedAt }) => clearedAt !== null).slice(0, maxEnded)]
  return (
    <section className="monitor-alarms" aria-label={t('alarms.title')}>
      <h2>{t('alarms.title')}</h2>
      {open.length === 0 && <p className="monitor-note">{t('alarms.none')}</p>}
      {rows.length > 0 && (
        <Table<ServerAlarm>
          size="small"
          rowKey="id"
          pagination={false}
          dataSource={rows}
          scroll={{ x: 760 }}
          columns={[
            {
              title: t('alarms.kind'),
              dataIndex: 'kind',
              width: 200,
              render: (kind: ServerAlarmKind, { clearedAt }) =>
                clearedAt === null ? (
                  <strong>{localize(serverAlarmKinds[kind].words)}</strong>
                ) : (
                  localize(serverAlarmKinds[kind].words)
                ),
            },
            {
              title: t('alarms.level'),
              dataIndex: 'kind',
              key: 'level',
              width: 90,
              render: (kind: ServerAlarmKind, { clearedAt }) => {
                const { level } = serverAlarmKinds[kind]
                return (
                  <Tag color={clearedAt === null ? colours[level] : 'default'}>
                    {localize(levelWords(level) ?? { en: String(level), zh: String(level) })}
                  </Tag>
                )
              },
            },
            {
              title: t('alarms.detail'),
              dataIndex: 'detail',
              render: (detail: string, { count }) => (
                <>
                  {localize(decodeLocalized(detail))}
                  {count > 1 && ` ${t('alarms.times', { count })}`}
                </>
              ),
            },
            { title: t('alarms.raised'), dataIndex: 'raisedAt', width: 150, render: (at: number) => formatTime(at) },
            {
              title: t('alarms.ended'),
              dataIndex: 'clearedAt',
              width: 150,
              render: (at: number | null) => (at === null ? t('alarms.open') : formatTime(at)),
            },
          ]}
        />
      )}
    </section>
  )
})
