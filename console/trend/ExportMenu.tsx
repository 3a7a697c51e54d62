import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routes } from '../../contract/routes.ts'
import { writeSheets } from '../../workers/spreadsheet/client.ts'
import { saveFile } from '../kit/saveFile.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { fontFamily } from '../styles/antdTheme.ts'
import { getPalette } from '../styles/palette.ts'
import { getPenColor } from './penColors.ts'
import { addUnit, getPenName } from './penName.ts'
import { createTrendPicture } from './picture.ts'
import { createCsv, createTrendRows, type TrendCell } from './table.ts'
import type { TrendStore } from './trendStore.ts'
import { useChartZone } from './useChartZone.ts'

interface ExportMenuProps {
  readonly store: TrendStore
  readonly title: string
  readonly getCanvas: () => HTMLCanvasElement | null
}

const timePattern = 'YYYY-MM-DD HH:mm:ss.SSS'
const levels = ['raw', 'minute', 'hour'] as const
const figures = ['low', 'high', 'mean', 'timeMean', 'deviation', 'last', 'count'] as const
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Exports the displayed trend as a picture, CSV or Excel, or the stored values of its tags as CSV. */
export const ExportMenu = observer(function ExportMenu({ store, title, getCanvas }: ExportMenuProps) {
  const { files, preferences } = useStores()
  const { t } = useTranslation('trend')
  const localize = useLocalized()
  const { format, zone } = useChartZone()
  const [isBusy, setBusy] = useState(false)
  const { pens, period } = store
  const isCompared = store.definition.compareMs !== null
  const shown = pens.filter(({ isHidden }) => !isHidden)
  const getName = (path: string): string => {
    const pen = pens.find(({ tag }) => tag === path)
    const tag = store.tags.get(path)
    return pen ? addUnit(getPenName(pen, tag, localize), tag?.unit) : path
  }
  const note = `${t('span', { from: format(period.from, 'YYYY-MM-DD HH:mm:ss'), to: format(period.to, 'YYYY-MM-DD HH:mm:ss') })} · ${zone}`
  const fileName = `${title} ${format(period.to, 'YYYY-MM-DD HH-mm-ss')}`

  const createRows = () => {
    const missing = { at: [], values: [] }
    const columns = shown.flatMap(({ tag }) => [
      { name: getName(tag), curve: store.curves.get(tag) ?? missing },
      ...(isCompared ? [{ name: `${getName(tag)}, ${t('earlier')}`, curve: store.earlier.get(tag) ?? missing }] : []),
    ])
    return createTrendRows(columns, { timeName: `${t('time')} (${zone})`, formatAt: (at) => format(at, timePattern) })
  }
  const createStatistics = (): TrendCell[][] => [
    [t('pen'), ...figures.map((figure) => t(`statistics.${figure}`)), t('statistics.good')],
    ...shown.map(({ tag }) => {
      const one = store.statistics.get(tag)
      return [
        getName(tag),
        ...figures.map((figure) => one?.[figure] ?? null),
        one && one.count > 0 ? one.good / one.count : null,
      ]
    }),
    [note],
  ]

  const exporters: Readonly<Record<string, () => Promise<void>>> = {
    png: async () => {
      const plot = getCanvas()
      if (!plot) return
      const { theme, edition } = preferences
      const picture = await createTrendPicture({
        plot,
        title,
        note,
        palette: getPalette(theme, edition),
        fontFamily,
        pens: shown.map(({ tag, color, line }) => ({ name: getName(tag), color: getPenColor(theme, color), line })),
      })
      saveFile(fileName, 'png', picture)
    },
    csv: async () => saveFile(fileName, 'csv', new Blob([createCsv(createRows())], { type: 'text/csv' })),
    xlsx: async () => {
      const bytes = await writeSheets([
        { name: t('sheetValues'), rows: createRows() },
        { name: t('sheetStatistics'), rows: createStatistics() },
      ])
      saveFile(fileName, 'xlsx', new Blob([bytes], { type: sheetType }))
    },
    ...Object.fromEntries(
      levels.map((level) => [
        level,
        async () => {
          const { name, blob } = await files.blob(routes['history.export'].path, {
            tags: pens.map(({ tag }) => tag).join(','),
            level,
            from: Math.floor(period.from),
            to: Math.ceil(period.to),
          })
          saveFile(name.replace(/\.csv$/, ''), 'csv', blob)
        },
      ]),
    ),
  }

  const handleExport = async (key: string): Promise<void> => {
    setBusy(true)
    try {
      await exporters[key]?.()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // The client has already reported the failure.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dropdown
      trigger={['click']}
      disabled={isBusy || pens.length === 0}
      menu={{
        items: [
          { key: 'png', label: t('export.png') },
          { key: 'csv', label: t('export.csv') },
          { key: 'xlsx', label: t('export.xlsx') },
          { type: 'divider' },
          ...levels.map((level) => ({ key: level, label: t(`export.${level}`) })),
        ],
        onClick: ({ key }) => void handleExport(key),
      }}
    >
      <Button size="small" disabled={pens.length === 0} icon={<DownloadOutlined aria-hidden />} loading={isBusy}>
        {t('export.name')}
      </Button>
    </Dropdown>
  )
})
