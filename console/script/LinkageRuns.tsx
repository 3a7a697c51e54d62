import { ReloadOutlined } from '@ant-design/icons'
import { Button, Drawer, Segmented, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields, EntityValues } from '../../contract/entity/field.ts'
import { linkage, linkageRun } from '../../contract/scada/linkage.ts'
import { type RowDialogProps, titleOf, valueOf } from '../crud/shape.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useSay } from '../kit/useSay.ts'
import { useEntityPage } from '../stores/useEntityPage.ts'

const fields: EntityFields = linkageRun.fields
const stepFields: EntityFields = linkageRun.fields.steps.fields
const columns = ['at', 'cause', 'result', 'tookMs'] as const
const stepColumns = ['what', 'outcome', 'reason'] as const
const results = ['', 'done', 'failed', 'cut'] as const

/** A linkage's runs, the newest first, each with what became of its actions. */
export function LinkageRuns({ row, onClose }: RowDialogProps) {
  const { t } = useTranslation('script')
  const say = useSay()
  const [asked, setAsked] = useState({ page: 1, result: '', turn: 0 })
  const filter = { linkage: row.id, ...(asked.result === '' ? {} : { result: asked.result }) }
  const found = useEntityPage(linkageRun, { page: asked.page, pageSize: 20, filter, sort: '-at' }, asked.turn)
  return (
    <Drawer
      open size={860} title={t('runsOf', { name: titleOf(linkage, row) })} onClose={onClose}
      extra={(
        <span className="script-log-tools">
          <Segmented size="small" value={asked.result} onChange={(result) => setAsked({ ...asked, page: 1, result })} options={results.map((value) => ({ value, label: t(`runResult.${value || 'all'}`) }))} />
          <Button size="small" icon={<ReloadOutlined aria-hidden />} aria-label={t('refresh')} onClick={() => setAsked({ ...asked, turn: asked.turn + 1 })} />
        </span>
      )}
    >
      <Table<Row>
        rowKey="id" size="small" loading={found === null} dataSource={[...found?.rows ?? []]} locale={{ emptyText: t('neverRan') }}
        columns={columns.map((name) => ({ key: name, title: fields[name] && say(fields[name].words), render: (_, one) => fields[name] && <FieldCell field={fields[name]} value={valueOf(one, name)} row={one} /> }))}
        expandable={{ expandedRowRender: showSteps }}
        pagination={{ current: asked.page, pageSize: 20, total: found?.total ?? 0, size: 'small', hideOnSinglePage: true, onChange: (page) => setAsked({ ...asked, page }) }}
      />
    </Drawer>
  )
}

const showSteps = (row: Row) => <Steps row={row} />

function Steps({ row }: { readonly row: Row }) {
  const say = useSay()
  return (
    <Table<EntityValues>
      rowKey={(step) => stepsOf(row).indexOf(step)} size="small" pagination={false} dataSource={stepsOf(row)}
      columns={stepColumns.map((name) => ({ key: name, title: stepFields[name] && say(stepFields[name].words), render: (_, step) => stepFields[name] && <FieldCell field={stepFields[name]} value={step[name]} row={row} /> }))}
    />
  )
}

function stepsOf(row: Row): EntityValues[] {
  const steps = valueOf(row, 'steps')
  return Array.isArray(steps) ? steps.filter((step): step is EntityValues => typeof step === 'object' && step !== null) : []
}
