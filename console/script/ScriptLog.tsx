import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { script, scriptLog } from '../../contract/scada/ruleScript.ts'
import { type RowDialogProps, getTitle, getValue } from '../crud/config/screenConfig.ts'
import { RunsDrawer } from './RunsDrawer.tsx'

const columns = ['at', 'device', 'outcome', 'tookMs'] as const
const outcomes = ['', 'done', 'failed'] as const

/** Script log: runs, newest first, with their output. */
export function ScriptLog({ row, onClose }: RowDialogProps) {
  const { t } = useTranslation('script')
  return (
    <RunsDrawer
      entity={scriptLog}
      of={{ script: row.id }}
      columns={columns}
      ended={{ field: 'outcome', choices: outcomes.map((value) => ({ value, label: t(`outcome.${value || 'all'}`) })) }}
      title={t('logOf', { name: getTitle(script, row) })}
      empty={t('noRuns')}
      width={760}
      expandable={{ expandedRowRender: showOutput, rowExpandable: (one) => getOutput(one) !== '' }}
      onClose={onClose}
    />
  )
}

const showOutput = (row: Row) => <pre className="script-output">{getOutput(row)}</pre>

function getOutput(row: Row): string {
  const output = getValue(row, 'output')
  return typeof output === 'string' ? output : ''
}
