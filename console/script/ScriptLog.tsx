import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { script, scriptLog } from '../../contract/scada/ruleScript.ts'
import { type RowDialogProps, getTitle } from '../crud/config/screenConfig.ts'
import { RunsDrawer } from './RunsDrawer.tsx'
import { ScriptFigures } from './ScriptFigures.tsx'
import { ScriptOutput } from './ScriptOutput.tsx'

const columns = ['at', 'device', 'outcome', 'level', 'tookMs', 'omitted'] as const
const outcomes = ['', 'done', 'failed'] as const
const renewMs = 2_000

/** Log of a script: runs, newest first, with their output; reloaded every two seconds. */
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
      width={900}
      head={<ScriptFigures script={row.id} />}
      renewMs={renewMs}
      expandable={{ expandedRowRender: showOutput }}
      onClose={onClose}
    />
  )
}

const showOutput = (row: Row) => <ScriptOutput row={row} />
