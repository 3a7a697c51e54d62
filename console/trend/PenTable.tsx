import { CloseOutlined, EyeInvisibleOutlined, EyeOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Popover, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { findValue } from './curve.ts'
import { formatShare, formatValue } from './formatValue.ts'
import { getPenColor } from './penColors.ts'
import { getPenName } from './penName.ts'
import { PenSettings } from './PenSettings.tsx'
import type { TrendStore } from './trendStore.ts'

const figures = ['low', 'high', 'mean', 'timeMean', 'deviation', 'last'] as const

interface PenTableProps {
  readonly store: TrendStore
  /** The surrounding view selects the tags, so the table does not remove them. */
  readonly isFixed: boolean
}

/** The pens with their value under the cursor and the statistics of the displayed period. */
export const PenTable = observer(function PenTable({ store, isFixed }: PenTableProps) {
  const { t } = useTranslation('trend')
  const isCompared = store.definition.compareMs !== null
  return (
    <div className="trend-pens">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('pen')}</th>
            <th scope="col">{t(store.cursor === null ? 'newest' : 'atCursor')}</th>
            {isCompared && <th scope="col">{t('earlier')}</th>}
            {figures.map((figure) => (
              <th key={figure} scope="col">
                <Tooltip title={t(`statistics.${figure}Help`)}>{t(`statistics.${figure}`)}</Tooltip>
              </th>
            ))}
            <th scope="col">{t('statistics.count')}</th>
            <th scope="col">
              <Tooltip title={t('statistics.goodHelp')}>{t('statistics.good')}</Tooltip>
            </th>
            <th scope="col" aria-label={t('actions')} />
          </tr>
        </thead>
        <tbody>
          {store.pens.map(({ tag }, index) => (
            <PenRow key={tag} store={store} index={index} isCompared={isCompared} isFixed={isFixed} />
          ))}
        </tbody>
      </table>
    </div>
  )
})

interface PenRowProps extends PenTableProps {
  readonly index: number
  readonly isCompared: boolean
}

const PenRow = observer(function PenRow({ store, index, isCompared, isFixed }: PenRowProps) {
  const { preferences } = useStores()
  const { t } = useTranslation('trend')
  const localize = useLocalized()
  const pen = store.pens[index]
  if (!pen) return null
  const tag = store.tags.get(pen.tag)
  const name = getPenName(pen, tag, localize)
  const statistics = store.statistics.get(pen.tag)
  const isFlag = tag?.kind === 'flag'
  const format = (value: number | null | undefined): string =>
    isFlag && (value === 0 || value === 1) ? t(value === 1 ? 'on' : 'off') : formatValue(value)
  const [curve, earlier] = [store.curves.get(pen.tag), store.earlier.get(pen.tag)]
  const time = store.cursor ?? curve?.at.at(-1)
  const find = (from: typeof curve): string =>
    from === undefined || time === undefined ? '–' : format(findValue(from, time))
  return (
    <tr data-hidden={pen.isHidden || undefined}>
      <th scope="row" title={pen.tag}>
        <i className="trend-swatch" data-line={pen.line} style={{ color: getPenColor(preferences.theme, pen.color) }} />
        <span>{name}</span>
        {tag?.unit ? <small>{tag.unit}</small> : null}
      </th>
      <td className="trend-now">{find(curve)}</td>
      {isCompared && <td>{find(earlier)}</td>}
      {figures.map((figure) => (
        <td key={figure}>
          {figure === 'deviation' ? formatValue(statistics?.[figure]) : format(statistics?.[figure])}
        </td>
      ))}
      <td>{statistics ? statistics.count : '–'}</td>
      <td title={statistics ? t(`basis.${statistics.basis}`) : undefined}>
        {statistics ? formatShare(statistics.good, statistics.count) : '–'}
      </td>
      <td className="trend-row-actions">
        <Button
          type="text"
          size="small"
          icon={pen.isHidden ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
          aria-label={t(pen.isHidden ? 'show' : 'hide', { name })}
          onClick={() => store.changePen(index, { isHidden: !pen.isHidden })}
        />
        <Popover
          trigger="click"
          placement="topRight"
          title={name}
          content={<PenSettings store={store} index={index} />}
          destroyOnHidden
        >
          <Button
            type="text"
            size="small"
            icon={<SettingOutlined aria-hidden />}
            aria-label={t('settings', { name })}
          />
        </Popover>
        {!isFixed && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('remove', { name })}
            onClick={() => store.removePen(index)}
          />
        )}
      </td>
    </tr>
  )
})
