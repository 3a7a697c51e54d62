import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routes } from '../../contract/routes.ts'
import { type Period, queryOf } from '../kit/period/period.ts'
import { saveFile } from '../kit/saveFile.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

interface HistoryExportProps {
  readonly tags: readonly string[]
  readonly period: Period
}

const levels = ['raw', 'minute', 'hour'] as const

/** Saves the history of the shown tags as a CSV file: stored values, minutes or hours. */
export const HistoryExport = observer(function HistoryExport({ tags, period }: HistoryExportProps) {
  const { files } = useStores()
  const { t } = useTranslation('period')
  const [isBusy, setBusy] = useState(false)

  const handleExport = async (level: string): Promise<void> => {
    setBusy(true)
    try {
      const { name, blob } = await files.blob(routes['history.export'].path, { tags: tags.join(','), level, ...queryOf(period) })
      saveFile(name.replace(/\.csv$/, ''), 'csv', blob)
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // a refusal has been told
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dropdown trigger={['click']} disabled={isBusy || tags.length === 0} menu={{ items: levels.map((key) => ({ key, label: t(`export.${key}`) })), onClick: ({ key }) => void handleExport(key) }}>
      <Button size="small" disabled={tags.length === 0} icon={<DownloadOutlined aria-hidden />} loading={isBusy}>{t('export.csv')}</Button>
    </Dropdown>
  )
})
