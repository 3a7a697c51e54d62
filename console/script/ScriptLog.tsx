import { ReloadOutlined } from '@ant-design/icons'
import { Button, Drawer, Segmented, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields } from '../../contract/entity/field.ts'
import { script, scriptLog } from '../../contract/scada/rules.ts'
import { type RowDialogProps, titleOf, valueOf } from '../crud/shape.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useSay } from '../kit/useSay.ts'
import { useEntityPage } from '../stores/useEntityPage.ts'

const fields: EntityFields = scriptLog.fields
const columns = ['at', 'device', 'outcome', 'tookMs'] as const
const outcomes = ['', 'done', 'failed'] as const

/** The log viewer: a script's runs, the newest first, each with what it wrote. */
export function ScriptLog({ row, onClose }: RowDialogProps) {
  const { t } = useTranslation('script')
  const say = useSay()
  const [asked, setAsked] = useState({ page: 1, outcome: '', turn: 0 })
  const filter = { script: row.id, ...(asked.outcome === '' ? {} : { outcome: asked.outcome }) }
  const found = useEntityPage(scriptLog, { page: asked.page, pageSize: 20, filter, sort: '-at' }, asked.turn)
  return (
    <Drawer
      open size={760} title={t('logOf', { name: titleOf(script, row) })} onClose={onClose}
      extra={(
        <span className="script-log-tools">
          <Segmented size="small" value={asked.outcome} onChange={(outcome) => setAsked({ ...asked, page: 1, outcome })} options={outcomes.map((value) => ({ value, label: t(`outcome.${value || 'all'}`) }))} />
          <Button size="small" icon={<ReloadOutlined aria-hidden />} aria-label={t('refresh')} onClick={() => setAsked({ ...asked, turn: asked.turn + 1 })} />
        </span>
      )}
    >
      <Table<Row>
        rowKey="id" size="small" loading={found === null} dataSource={[...found?.rows ?? []]} locale={{ emptyText: t('noRuns') }}
        columns={columns.map((name) => ({ key: name, title: fields[name] && say(fields[name].words), render: (_, one) => fields[name] && <FieldCell field={fields[name]} value={valueOf(one, name)} row={one} /> }))}
        expandable={{ expandedRowRender: showOutput, rowExpandable: (one) => outputOf(one) !== '' }}
        pagination={{ current: asked.page, pageSize: 20, total: found?.total ?? 0, size: 'small', hideOnSinglePage: true, onChange: (page) => setAsked({ ...asked, page }) }}
      />
    </Drawer>
  )
}

const showOutput = (row: Row) => <pre className="script-output">{outputOf(row)}</pre>

function outputOf(row: Row): string {
  const output = valueOf(row, 'output')
  return typeof output === 'string' ? output : ''
}
