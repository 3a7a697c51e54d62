import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields, EntityValues } from '../../contract/entity/field.ts'
import { linkage, linkageRun } from '../../contract/scada/linkage.ts'
import { type RowDialogProps, getTitle, getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { RunsDrawer } from './RunsDrawer.tsx'

const stepFields: EntityFields = linkageRun.fields.steps.fields
const columns = ['at', 'device', 'cause', 'result', 'tookMs'] as const
const stepColumns = ['device', 'what', 'outcome', 'reason'] as const
const results = ['', 'done', 'failed', 'cut'] as const

/** Runs of a linkage, newest first, with the results of their actions. */
export function LinkageRuns({ row, onClose }: RowDialogProps) {
  const { t } = useTranslation('script')
  return (
    <RunsDrawer
      entity={linkageRun}
      of={{ linkage: row.id }}
      columns={columns}
      ended={{ field: 'result', choices: results.map((value) => ({ value, label: t(`runResult.${value || 'all'}`) })) }}
      title={t('runsOf', { name: getTitle(linkage, row) })}
      empty={t('neverRan')}
      width={860}
      expandable={{ expandedRowRender: showSteps }}
      onClose={onClose}
    />
  )
}

const showSteps = (row: Row) => <Steps row={row} />

function Steps({ row }: { readonly row: Row }) {
  const localize = useLocalized()
  return (
    <Table<EntityValues>
      rowKey={(step) => getSteps(row).indexOf(step)}
      size="small"
      pagination={false}
      dataSource={getSteps(row)}
      columns={stepColumns.map((name) => ({
        key: name,
        title: stepFields[name] && localize(stepFields[name].words),
        render: (_, step) => stepFields[name] && <FieldCell field={stepFields[name]} value={step[name]} row={row} />,
      }))}
    />
  )
}

function getSteps(row: Row): EntityValues[] {
  const steps = getValue(row, 'steps')
  return Array.isArray(steps)
    ? steps.filter((step): step is EntityValues => typeof step === 'object' && step !== null)
    : []
}
