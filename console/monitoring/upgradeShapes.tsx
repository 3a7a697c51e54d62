import { Progress, Table } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { upgradeLog } from '../../contract/platform/firmware.ts'
import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { ListPager } from '../kit/page/ListPager.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { EntityPage } from '../net/entityClient.ts'
import { maxPageSize } from '../stores/entities/allPages.ts'
import { useStores } from '../stores/root.ts'
import { usePolling } from '../stores/entities/polling.ts'
import './monitoring.css'

const renewMs = 2_000
const shownColumns = ['device', 'firmware', 'result', 'percent', 'attempts', 'message', 'at'] as const

/** Firmware upgrade tasks with live progress. */
export const upgradeShape: CustomScreenConfig = {
  cells: { progress: (row) => <Share row={row} field="progress" isBad={Number(getValue(row, 'failed')) > 0} /> },
  detail: (row) => <Records task={row} />,
  renewMs: (rows) => (rows.some((row) => getValue(row, 'status') === 'running') ? renewMs : null),
}

/** Upgrade results by device. */
export const upgradeLogShape: CustomScreenConfig = { cells: { percent: (row) => <UpgradeCount record={row} /> } }

function Share({ row, field, isBad }: { readonly row: Row; readonly field: string; readonly isBad: boolean }) {
  const percent = Number(getValue(row, field) ?? 0)
  return (
    <Progress
      size="small"
      percent={percent}
      strokeColor={isBad ? 'var(--alarm)' : 'var(--accent)'}
      format={(value) => `${value ?? 0} %`}
    />
  )
}

/** Upgrade progress of one device. */
function UpgradeCount({ record }: { readonly record: Row }) {
  return <Share row={record} field="percent" isBad={getValue(record, 'result') === 'failed'} />
}

/** Devices of an upgrade task, paged, because there can be a thousand. */
const Records = observer(function Records({ task }: { readonly task: Row }) {
  const { entities } = useStores()
  const { t } = useTranslation('monitoring')
  const localize = useLocalized()
  const { client } = entities.of(upgradeLog)
  const [page, setPage] = useState(1)
  const polled = usePolling<EntityPage>(`${task.id} ${page}`, renewMs, (signal) =>
    client.list(
      { page, pageSize: maxPageSize, filter: { upgrade: task.id }, sort: 'createdAt' },
      { signal, quiet: true },
    ),
  )
  const { rows = [], total = 0 } = polled.value ?? {}
  return (
    <section className="monitor-records">
      <h3>{t('upgrade.records')}</h3>
      <Table<Row>
        size="small"
        rowKey="id"
        pagination={false}
        loading={polled.value === null && polled.failure === null}
        dataSource={[...rows]}
        locale={{ emptyText: t('upgrade.none') }}
        columns={shownColumns.map((name) => ({
          key: name,
          title: localize(upgradeLog.fields[name].words),
          render: (_value: unknown, row: Row) =>
            name === 'percent' ? (
              <UpgradeCount record={row} />
            ) : (
              <FieldCell field={upgradeLog.fields[name]} value={getValue(row, name)} row={row} />
            ),
        }))}
      />
      {(total > maxPageSize || page > 1) && (
        <ListPager
          label={t('pages')}
          words={(count) => t('upgrade.count', { count })}
          page={page}
          pageSize={maxPageSize}
          sizes={[maxPageSize]}
          total={total}
          onPage={setPage}
          onPageSize={() => undefined}
        />
      )}
    </section>
  )
})
