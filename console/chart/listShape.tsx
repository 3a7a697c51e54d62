import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { chart } from '../../contract/platform/dashboards.ts'
import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { Card, Cards } from '../kit/page/Card.tsx'
import { chartTexts } from './chartOption.ts'
import { ChartView } from './ChartView.tsx'
import { detailPath } from './paths.ts'
import { useChartData } from './useChartData.ts'
import './chart.css'

/** Chart list as cards with previews; a click opens the editor. */
export const chartListShape: CustomScreenConfig = {
  rowActions: [{ label: 'chart:design', to: ({ id }) => detailPath(id) }],
  view: (rows, actions) => (
    <Cards>
      {rows.map((row) => (
        <ChartCard key={row.id} row={row} actions={actions(row)} />
      ))}
    </Cards>
  ),
}

function ChartCard({ row, actions }: { readonly row: Row; readonly actions: ReactNode }) {
  const { t } = useTranslation('chart')
  const { name, option, url } = chartTexts(row)
  const fetched = useChartData(url)
  const description = getValue(row, 'description')
  return (
    <Card
      name={name}
      to={{ path: detailPath(row.id), label: t('openNamed', { name }) }}
      picture={<ChartView name={name} option={option} fetched={fetched} />}
      pictureClass="chart-card"
      description={typeof description === 'string' ? description : t('noDescription')}
      facts={
        <span className="card-project">
          <FieldCell field={chart.fields.kind} value={getValue(row, 'kind')} row={row} />
        </span>
      }
      saved={{ at: row.updatedAt, by: row.updatedBy }}
      actions={
        <>
          <Link to={detailPath(row.id)}>
            <Button type="text" size="small">
              {t('design')}
            </Button>
          </Link>
          <span className="card-gap" />
          {actions}
        </>
      }
    />
  )
}
