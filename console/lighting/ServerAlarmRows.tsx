import { Button, Table, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { decodeLocalized } from '../../contract/localizedText.ts'
import { alarm as alarmEntity } from '../../contract/alarms/alarm.ts'
import { routes, type ServerAlarm } from '../../contract/routes.ts'
import { serverAlarmKinds } from '../../contract/serverAlarms.ts'
import type { EntityField } from '../../contract/entity/field.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { useServerAlarms } from '../stores/hooks/serverAlarms.ts'
import { useStores } from '../stores/root.ts'
import { AlarmStateLabel } from './AlarmState.tsx'
import { selectServerAlarms } from './selectServerAlarms.ts'

/**
 * Alarms of the server about itself, above the alarms of devices and with the same columns. The server keeps them in
 * memory, so they are listed and can be read while its database fails. Renders nothing without a matching alarm or
 * without permission.
 */
export const ServerAlarmRows = observer(function ServerAlarmRows({ query }: { readonly query: EntityQuery }) {
  const { session } = useStores()
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  const store = useServerAlarms()
  const { submit, isBusy } = useSubmit()
  const alarms = store?.alarms ?? []
  const rows = selectServerAlarms(alarms, query)
  const due = rows.filter(({ confirmedAt }) => confirmedAt === null)
  const mayAcknowledge = session.mayCall(routes['monitor.acknowledgeAlarms'].policy)
  if (!store || rows.length === 0) return null
  const acknowledge = (several: readonly ServerAlarm[]): void =>
    void submit(() => store.acknowledge(several.map(({ id }) => id)))
  const { at, level, message, fault, clearedAt } = alarmEntity.fields
  const cell = (field: EntityField, value: string | number | null) => (
    <FieldCell field={field} value={value} row={{ titles: {} }} />
  )
  return (
    <section className="server-alarms" aria-label={t('serverAlarms.title')}>
      <Table<ServerAlarm>
        className="crud-table"
        size="small"
        rowKey="id"
        pagination={false}
        tableLayout="fixed"
        style={{ minWidth: 980 }}
        dataSource={rows}
        columns={[
          { key: 'at', title: localize(at.words), width: 150, render: (_, row) => formatTime(row.raisedAt) },
          {
            key: 'level',
            title: localize(level.words),
            width: 96,
            render: (_, { kind }) => cell(level, serverAlarmKinds[kind].level),
          },
          {
            key: 'status',
            title: t('serverAlarms.status'),
            width: 150,
            onCell: ({ confirmedBy }) => (confirmedBy === null ? {} : { title: confirmedBy }),
            render: (_, row) => (
              <AlarmStateLabel
                status={row.confirmedAt === null ? 'unconfirmed' : 'confirmed'}
                isActive={row.clearedAt === null}
              />
            ),
          },
          {
            key: 'message',
            title: localize(message.words),
            ellipsis: true,
            render: (_, { detail, count }) => {
              const text = localize(decodeLocalized(detail))
              return count > 1 ? `${text} ${t('serverAlarms.times', { count })}` : text
            },
          },
          {
            key: 'fault',
            title: localize(fault.words),
            width: 170,
            ellipsis: true,
            render: (_, { kind }) => localize(serverAlarmKinds[kind].words),
          },
          {
            key: 'clearedAt',
            title: localize(clearedAt.words),
            width: 150,
            render: (_, row) => (row.clearedAt === null ? cell(clearedAt, null) : formatTime(row.clearedAt)),
          },
          {
            key: 'owner',
            title: t('serverAlarms.origin'),
            width: 80,
            render: () => <Tag color="blue">{t('serverAlarms.source')}</Tag>,
          },
          ...(mayAcknowledge
            ? [
                {
                  key: 'actions',
                  width: 150,
                  title:
                    due.length > 1 ? (
                      <Button size="small" type="link" disabled={isBusy} onClick={() => acknowledge(due)}>
                        {t('serverAlarms.acknowledgeAll')}
                      </Button>
                    ) : null,
                  render: (_: unknown, row: ServerAlarm) =>
                    row.confirmedAt === null && (
                      <Button size="small" type="link" disabled={isBusy} onClick={() => acknowledge([row])}>
                        {t('serverAlarms.acknowledge')}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
})
