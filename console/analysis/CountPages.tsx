import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { alarm } from '../../contract/alarms/alarm.ts'
import { workOrder } from '../../contract/lighting/workOrder.ts'
import type { EntityField, EntityFields } from '../../contract/entity/field.ts'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { AnalysisFrame, Figures, Part, useAnalysisQuery } from './AnalysisFrame.tsx'
import { toInspection, inspections, namesIn, perDay, perValue, shortDay, valueIn, filterByDays } from './figures.ts'
import { barsByDay, formatFigure, ranking, ring, toneColor } from './options.ts'
import { usePalette } from './usePalette.ts'
import { useRowsSince } from './useRowsSince.ts'

const orderFields: EntityFields = workOrder.fields
const alarmFields: EntityFields = alarm.fields

/** Inspection statistics: work orders by result, class and day. */
export const InspectionStatisticsPage = observer(function InspectionStatisticsPage() {
  const { t } = useTranslation('analysis')
  const chartTheme = useChartTheme()
  const color = usePalette()
  const name = useNames()
  const { days, project, getDate, getSpan } = useAnalysisQuery('today', 'createdAt')
  const loaded = useRowsSince({ entity: 'workOrder', since: 'createdAt', span: getSpan(days), project })
  return (
    <AnalysisFrame title={t('inspection.title')} loaded={loaded}>
      {(all) => {
        const rows = filterByDays(all, getDate, days)
        const by = inspections.map((kind) => ({
          name: t(`inspection.${kind}`),
          value: rows.filter((row) => toInspection(valueIn(row, 'status')) === kind).length,
        }))
        return (
          <>
            <Figures
              list={[
                { label: t('inspection.orders'), value: formatFigure(rows.length) },
                ...by.map(({ name: label, value }) => ({
                  label,
                  value: formatFigure(value),
                  note: share(value, rows),
                })),
              ]}
            />
            <Part title={t('inspection.byState')} isEmpty={rows.length === 0}>
              <Chart
                theme={chartTheme}
                label={t('inspection.byState')}
                option={ring(by.filter(({ value }) => value > 0))}
              />
            </Part>
            <Part title={t('inspection.byClass')} isEmpty={rows.length === 0}>
              <Chart
                theme={chartTheme}
                label={t('inspection.byClass')}
                option={ranking(color, name(rows, 'classification', orderFields['classification']))}
              />
            </Part>
            <Part title={t('inspection.byDay')} isEmpty={rows.length === 0} isWide>
              <Chart
                theme={chartTheme}
                label={t('inspection.byDay')}
                option={barsByDay(color, days.map(shortDay), [
                  { name: t('inspection.orders'), data: perDay(rows, getDate, days) },
                ])}
              />
            </Part>
          </>
        )
      }}
    </AnalysisFrame>
  )
})

/** Fault statistics: alarms by type, level, device and day, and the number of handled ones. */
export const FaultStatisticsPage = observer(function FaultStatisticsPage() {
  const { t } = useTranslation('analysis')
  const chartTheme = useChartTheme()
  const color = usePalette()
  const name = useNames()
  const { days, project, getDate, getSpan } = useAnalysisQuery('today', 'at')
  const loaded = useRowsSince({ entity: 'alarm', since: 'at', span: getSpan(days), project })
  return (
    <AnalysisFrame title={t('faults.title')} loaded={loaded}>
      {(all) => {
        const rows = filterByDays(all, getDate, days)
        const open = rows.filter((row) => valueIn(row, 'status') === 'unconfirmed')
        const devices = perValue(rows, 'device')
        const called = namesIn(rows)
        return (
          <>
            <Figures
              list={[
                { label: t('faults.alarms'), value: formatFigure(rows.length) },
                {
                  label: t('faults.processed'),
                  value: formatFigure(rows.length - open.length),
                  note: share(rows.length - open.length, rows),
                },
                { label: t('faults.unprocessed'), value: formatFigure(open.length), note: share(open.length, rows) },
                { label: t('faults.devices'), value: formatFigure(devices.length) },
              ]}
            />
            <Part title={t('faults.byType')} isEmpty={rows.length === 0}>
              <Chart
                theme={chartTheme}
                label={t('faults.byType')}
                option={ranking(color, name(rows, 'fault', alarmFields['fault']))}
              />
            </Part>
            <Part title={t('faults.byLevel')} isEmpty={rows.length === 0}>
              <Chart
                theme={chartTheme}
                label={t('faults.byLevel')}
                option={ring(name(rows, 'level', alarmFields['level']))}
              />
            </Part>
            <Part title={t('faults.byOwner')} isEmpty={rows.length === 0}>
              <Chart
                theme={chartTheme}
                label={t('faults.byOwner')}
                option={ring(name(rows, 'owner', alarmFields['owner']))}
              />
            </Part>
            <Part title={t('faults.byDay')} isEmpty={rows.length === 0}>
              <Chart
                theme={chartTheme}
                label={t('faults.byDay')}
                option={barsByDay(color, days.map(shortDay), [
                  { name: t('faults.alarms'), data: perDay(rows, getDate, days) },
                ])}
              />
            </Part>
            <Part title={t('faults.byDevice')} isEmpty={rows.length === 0} isWide>
              <Chart
                theme={chartTheme}
                label={t('faults.byDevice')}
                option={ranking(
                  color,
                  devices.map(({ value, sum }) => ({ name: called(value), value: sum })),
                )}
              />
            </Part>
          </>
        )
      }}
    </AnalysisFrame>
  )
})

/** Counts rows by an option field. Labels and colours are those of the field's declaration. */
function useNames() {
  const localize = useLocalized()
  const color = usePalette()
  return (rows: readonly Row[], field: string, declared: EntityField | undefined) =>
    perValue(rows, field).map(({ value, sum }) => {
      const option =
        declared?.kind === 'choice' ? declared.options.find((one) => String(one.value) === value) : undefined
      return {
        name: option ? localize(option.words) : value,
        value: sum,
        color: option?.tone && toneColor(color, option.tone),
      }
    })
}

const share = (part: number, whole: readonly Row[]): string | undefined =>
  whole.length > 0 ? `${Math.round((part / whole.length) * 100)} %` : undefined
