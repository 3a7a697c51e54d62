import { ArrowLeftOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { dashboard } from '../../contract/platform/dashboards.ts'
import { NamedPageTitle } from '../app/shell/PageTitle.tsx'
import { EntityForm } from '../crud/form/EntityForm.tsx'
import { getTitle, getValue } from '../crud/config/screenConfig.ts'
import { useRights } from '../crud/config/useRights.ts'
import { runPath } from '../kit/drawing/drawingPaths.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { readCards } from './card.ts'
import type { StoredChart } from './cards.tsx'
import { CardBody } from './cards.tsx'
import '../kit/page/List.css'
import './dashboard.css'

const listPath = '/platform/dashboards'
const refreshMs = 30_000

/** Creates the page `/platform/dashboard?id=…`. `Stored` draws the chart cards. */
export function dashboardPage(Stored: StoredChart) {
  return function OneDashboard() {
    const [params] = useSearchParams()
    const id = params.get('id')
    return id ? (
      <Opened key={id} id={id} Stored={Stored} />
    ) : (
      <div className="list-page">
        <NoDashboard text={null} />
      </div>
    )
  }
}

/** Shown if the dashboard does not exist or the URL contains no id. */
function NoDashboard({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('dashboard')
  return (
    <EmptyPanel tone="failed" title={t('missing')} text={text ?? t('unnamed')}>
      <Link to={listPath}>
        <Button type="primary">{t('back')}</Button>
      </Link>
    </EmptyPanel>
  )
}

const Opened = observer(function Opened({ id, Stored }: { readonly id: string; readonly Stored: StoredChart }) {
  const { entities } = useStores()
  const { t } = useTranslation('dashboard')
  const localize = useLocalized()
  const may = useRights(dashboard)
  const { client } = entities.of(dashboard)
  const [isEditing, setEditing] = useState(false)
  const polled = usePolling<Row>(id, refreshMs, (signal) => client.read(id, { signal, quiet: true }))
  const row = polled.value
  if (row === null) {
    return (
      <div className="list-page">
        {polled.failure ? (
          <NoDashboard text={localize(polled.failure.words)} />
        ) : (
          <div className="list-body" role="status" aria-label={t('loading')}>
            <Skeleton active />
          </div>
        )}
      </div>
    )
  }
  const cards = readCards(row)
  const mayEdit = may('update', row.project)
  return (
    <div className="list-page">
      <NamedPageTitle name={getTitle(dashboard, row)} />
      <header className="list-head">
        <Link to={listPath} aria-label={t('back')}>
          <ArrowLeftOutlined aria-hidden />
        </Link>
        <h1>{getTitle(dashboard, row)}</h1>
        <div className="list-toolbar">
          <span className="list-gap" />
          {mayEdit && (
            <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          )}
        </div>
      </header>
      <div className="list-body">
        {cards.length === 0 ? (
          <EmptyPanel tone="empty" title={t('empty')} text={t('emptyText')}>
            {mayEdit && (
              <Button type="primary" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            )}
          </EmptyPanel>
        ) : (
          <ul
            className="dashboard-grid"
            style={{ gridTemplateColumns: `repeat(${Number(getValue(row, 'columns') ?? 2)}, minmax(0, 1fr))` }}
          >
            {cards.map((card, index) => (
              // Cards have no id, so the index is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${index}-${card.kind}`} data-wide={card.isWide || undefined} data-kind={card.kind}>
                <h2>
                  {card.kind === 'drawing' && card.drawing !== '' ? (
                    <Link to={runPath(card.drawing)} aria-label={t('run', { name: card.label || t('drawing') })}>
                      {card.label || t('drawing')}
                    </Link>
                  ) : card.label === '' ? (
                    card.tag
                  ) : (
                    card.label
                  )}
                </h2>
                <CardBody card={card} everyMs={Number(getValue(row, 'refreshS') ?? 10) * 1000} Stored={Stored} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {isEditing && (
        <EntityForm
          shape={{ entity: dashboard }}
          row={row}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            void polled.load()
          }}
        />
      )}
    </div>
  )
})
