import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../contract/entity/define.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import type { ImportFault } from './importRun.ts'
import { saveTable } from './workbook.ts'

interface ImportReportProps {
  readonly entity: Entity
  readonly faults: readonly ImportFault[]
  /** Total number of errors; `faults` may contain only the first ones. */
  readonly count: number
  /** Hides the heading, because the dialog already explains the rows. */
  readonly hideHeading?: boolean
}

const heightPx = 300

/** Errors of a file, one per row, to copy as text or download as a spreadsheet. */
export function ImportReport({ entity, faults, count, hideHeading = false }: ImportReportProps) {
  const { notices } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const rows = faults.map(({ row, column, value, words }, key) => ({
    key,
    row,
    column: localize(column),
    value,
    wrong: withoutColumn(localize(column), localize(words)),
  }))
  const table = [
    [t('import.row'), t('import.column'), t('import.value'), t('import.wrong')],
    ...rows.map(({ row, column, value, wrong }) => [row, column, value, wrong]),
  ]

  async function handleCopy(): Promise<void> {
    await navigator.clipboard.writeText(table.map((line) => line.join('\t')).join('\n'))
    notices.post({ manner: 'success', words: { en: 'Copied', zh: '已复制' } })
  }

  return (
    <>
      {!hideHeading && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('import.faults', { count })}
          description={`${t('import.faultsText')}${faults.length < count ? ` ${t('import.faultsFirst', { count: faults.length })}` : ''}`}
        />
      )}
      <Table
        className="import-report"
        size="small"
        virtual
        pagination={false}
        scroll={{ x: 600, y: heightPx }}
        dataSource={rows}
        columns={[
          { dataIndex: 'row', title: t('import.row'), width: 60, align: 'right' },
          { dataIndex: 'column', title: t('import.column'), width: 150 },
          { dataIndex: 'value', title: t('import.value'), width: 120, ellipsis: true },
          // Not truncated: it explains how to fix the error.
          { dataIndex: 'wrong', title: t('import.wrong') },
        ]}
      />
      <p className="import-tools">
        <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void handleCopy()}>
          {t('import.copy')}
        </Button>
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void saveTable(table, `${localize(entity.words.one)} ${t('import.report')}`)}
        >
          {t('import.download')}
        </Button>
      </p>
    </>
  )
}

/** Removes the column name from the message, because the table shows it in its own column. */
function withoutColumn(column: string, words: string): string {
  const rest = words.startsWith(column) ? /^[:：]\s*(.+)$/su.exec(words.slice(column.length))?.[1] : undefined
  return rest === undefined ? words : rest.charAt(0).toUpperCase() + rest.slice(1)
}
