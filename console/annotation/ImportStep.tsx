import { ImportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getEntity } from '../../contract/entities.ts'
import { ImportDialog } from '../crud/sheets/ImportDialog.tsx'
import { useRights } from '../crud/config/useRights.ts'
import { EntityLinksContext } from '../kit/text/entityLinks.ts'
import '../crud/crud.css'
import { isMarked, type Kind, kinds, type MarkingStore } from './markingStore.ts'

/** First step: lists the devices of the project and imports more from Excel. */
export const ImportStep = observer(function ImportStep({
  store,
  project,
  onImported,
  onNext,
}: {
  readonly store: MarkingStore
  readonly project: string
  readonly onImported: () => void
  readonly onNext: () => void
}) {
  const { t } = useTranslation('marking')
  const [importing, setImporting] = useState<Kind | null>(null)
  return (
    <div className="list-body marking-cards">
      {kinds.map((kind) => (
        <KindCard key={kind} kind={kind} store={store} project={project} onImport={() => setImporting(kind)} />
      ))}
      <footer>
        <Button type="primary" disabled={store.devices.length === 0} onClick={onNext}>
          {t('toMap')}
        </Button>
        {store.devices.length === 0 && !store.isLoading && <span role="status">{t('emptyList')}</span>}
      </footer>
      {importing && (
        <ImportDialog
          entity={getEntity(importing)}
          project={project}
          onClose={() => setImporting(null)}
          onDone={() => {
            setImporting(null)
            onImported()
          }}
        />
      )}
    </div>
  )
})

const KindCard = observer(function KindCard({
  kind,
  store,
  project,
  onImport,
}: {
  readonly kind: Kind
  readonly store: MarkingStore
  readonly project: string
  readonly onImport: () => void
}) {
  const { t } = useTranslation('marking')
  const may = useRights(getEntity(kind))
  const path = use(EntityLinksContext)(kind)
  const all = store.devices.filter((device) => device.kind === kind)
  const placed = all.filter(isMarked).length
  return (
    <section className="marking-card" aria-label={t(`kind.${kind}`)}>
      <h2>{t(`kind.${kind}`)}</h2>
      <dl>
        <div>
          <dt>{t('all')}</dt>
          <dd>{all.length}</dd>
        </div>
        <div>
          <dt>{t('placed')}</dt>
          <dd>{placed}</dd>
        </div>
        <div>
          <dt>{t('unplaced')}</dt>
          <dd>{all.length - placed}</dd>
        </div>
      </dl>
      <div className="marking-tools">
        {may('importCheck') && (
          <Button icon={<ImportOutlined aria-hidden />} onClick={onImport}>
            {t('import')}
          </Button>
        )}
        {path !== undefined && (
          <Link to={`${path}?project=${encodeURIComponent(project)}`}>
            <Button type="link">{t('list')}</Button>
          </Link>
        )}
      </div>
    </section>
  )
})
