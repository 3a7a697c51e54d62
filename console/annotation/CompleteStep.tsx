import { Button, Result } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields } from '../../contract/entity/field.ts'
import { tunnel } from '../../contract/lighting/tunnel.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { useRights } from '../crud/config/useRights.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { messages } from '../kit/text/errorCatalogue.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useEveryRow } from '../stores/hooks/useEntityPage.ts'
import { isMarked, kinds, type MarkingStore } from './markingStore.ts'

const fields: EntityFields = tunnel.fields
const state = fields['labelling']
const silently = { quiet: true, headers: { repeatSubmit: false } } as const

/** Third step: counts placed and unplaced devices. The annotation of a tunnel is marked as complete here. */
export const CompleteStep = observer(function CompleteStep({
  store,
  project,
  onBack,
}: {
  readonly store: MarkingStore
  readonly project: string
  readonly onBack: () => void
}) {
  const { t } = useTranslation('marking')
  const left = store.devices.filter((device) => !isMarked(device)).length
  const isEmpty = store.devices.length === 0
  return (
    <div className="list-body">
      <Result
        className="marking-result"
        status={isEmpty || left > 0 ? 'info' : 'success'}
        title={isEmpty ? t('emptyList') : left > 0 ? t('left', { count: left }) : t('complete')}
        subTitle={kinds
          .filter((kind) => store.devices.some((device) => device.kind === kind))
          .map((kind) =>
            t('progress', {
              kind: t(`kind.${kind}`),
              placed: store.devices.filter((device) => device.kind === kind && isMarked(device)).length,
              all: store.devices.filter((device) => device.kind === kind).length,
            }),
          )
          .join(' · ')}
        extra={[
          <Button key="back" onClick={onBack}>
            {t('backToMap')}
          </Button>,
          <Link key="home" to="/Dmanage">
            <Button type="primary">{t('toHome')}</Button>
          </Link>,
        ]}
      />
      <Tunnels key={project} project={project} />
    </div>
  )
})

const Tunnels = observer(function Tunnels({ project }: { readonly project: string }) {
  const { entities, notices } = useStores()
  const { t } = useTranslation('marking')
  const may = useRights(tunnel)
  const [reloadKey, setReloadKey] = useState(0)
  const [busy, setBusy] = useState<string | null>(null)
  const { client } = entities.of(tunnel)
  const rows = useEveryRow(tunnel, { project }, reloadKey) ?? []

  async function handleComplete(row: Row) {
    setBusy(row.id)
    try {
      if (getValue(row, 'labelling') === 'import') await client.move(row.id, 'beginMarking', {}, silently)
      await client.move(row.id, 'completeMarking', {}, silently)
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (thrown.status !== 401) notices.post({ manner: 'notification', words: messages.labelFailed(thrown.words) })
    } finally {
      setBusy(null)
      setReloadKey((before) => before + 1)
    }
  }

  if (rows.length === 0) return null
  return (
    <section className="marking-card marking-tunnels" aria-label={t('tunnels')}>
      <h2>{t('tunnels')}</h2>
      <ul>
        {rows.map((row) => {
          const name = getValue(row, 'name')
          return (
            <li key={row.id}>
              <span>{typeof name === 'string' ? name : row.id}</span>
              {state && <FieldCell field={state} value={getValue(row, 'labelling')} row={row} />}
              {getValue(row, 'labelling') !== 'done' && may('completeMarking', project) && (
                <Button size="small" loading={busy === row.id} onClick={() => void handleComplete(row)}>
                  {t('completeTunnel')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
})
