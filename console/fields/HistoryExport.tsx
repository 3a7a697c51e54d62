import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routes } from '../../contract/routes.ts'
import { type Period, toQuery } from '../kit/period/period.ts'
import { saveFile } from '../kit/saveFile.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

interface HistoryExportProps {
  readonly tags: readonly string[]
  readonly period: Period
}

const levels = ['raw', 'minute', 'hour'] as const

/** Exports the history of the displayed tags as CSV: stored values, or aggregates per minute or hour. */
export const HistoryExport = observer(function HistoryExport({ tags, period }: HistoryExportProps) {
  const { files } = useStores()
  const { t } = useTranslation('period')
  const [isBusy, setBusy] = useState(false)

  const handleExport = async (level: string): Promise<void> => {
    setBusy(true)
    try {
      const { name, blob } = await files.blob(routes['history.export'].path, {
        tags: tags.join(','),
        level,
        ...toQuery(period),
      })
      saveFile(name.replace(/\.csv$/, ''), 'csv', blob)
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // The client has already reported the failure.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dropdown
      trigger={['click']}
      disabled={isBusy || tags.length === 0}
      menu={{
        items: levels.map((key) => ({ key, label: t(`export.${key}`) })),
        onClick: ({ key }) => void handleExport(key),
      }}
    >
      <Button size="small" disabled={tags.length === 0} icon={<DownloadOutlined aria-hidden />} loading={isBusy}>
        {t('export.csv')}
      </Button>
    </Dropdown>
  )
})
