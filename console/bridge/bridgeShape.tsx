import { Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityField, EntityFields } from '../../contract/entity/field.ts'
import { decodeLocalized } from '../../contract/localizedText.ts'
import { routes } from '../../contract/routes.ts'
import { bridge, bridgeKinds } from '../../contract/scada/bridge.ts'
import { type CustomScreenConfig, getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { BridgeFigures } from './BridgeFigures.tsx'
import { TableDialog } from './TableDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import { tones } from './tones.ts'
import { useBridgeStates } from './useBridgeStates.ts'
import './bridge.css'

/** Bridges with live state, counters, test and table helper. */
export const bridgeShape: CustomScreenConfig = {
  cells: {
    status: (row) => <BridgeStateCell row={row} />,
    direction: (row) => <Direction row={row} />,
    lastProblem: (row) => <Problem row={row} />,
  },
  cellsPx: { direction: 150, status: 300, lastProblem: 240 },
  rowActions: [
    { label: 'bridge:test', needs: routes['bridge.test'].policy, Dialog: TestDialog },
    { label: 'bridge:table', needs: routes['bridge.createTable'].policy, Dialog: TableDialog },
  ],
  lead: (row) => <BridgeFigures key={row.id} row={row} />,
}

/** With the state, which the lifecycle adds. */
const stateFields: EntityFields = bridge.fields

/** State with the numbers of delivered and waiting messages. */
const BridgeStateCell = observer(function BridgeStateCell({ row }: { readonly row: Row }) {
  const { t } = useTranslation('bridge')
  const localize = useLocalized()
  const status = useBridgeStates()?.find(({ id }) => id === row.id)
  const stateField: EntityField | undefined = stateFields['status']
  if (!status) return stateField ? <FieldCell field={stateField} value={getValue(row, 'status')} row={row} /> : null
  const figures = [
    ...(status.in > 0 ? [t('short.in', { count: status.in })] : []),
    ...(status.out > 0 ? [t('short.out', { count: status.out })] : []),
    ...(status.waiting > 0 ? [t('short.waiting', { count: status.waiting })] : []),
    ...(status.failed > 0 ? [t('short.failed', { count: status.failed })] : []),
    ...(status.dropped > 0 ? [t('short.dropped', { count: status.dropped })] : []),
  ]
  const problem = status.problem ? localize(status.problem) : ''
  return (
    <span className="bridge-state" title={problem}>
      <Tag className="cell-tag" data-tone={tones[status.state]}>
        {t(`state.${status.state}`)}
      </Tag>
      {figures.length > 0 && <span className="bridge-figures-short">{figures.join(' · ')}</span>}
      {status.state === 'error' && problem !== '' && <span className="bridge-reason">{problem}</span>}
    </span>
  )
})

const Problem = observer(function Problem({ row }: { readonly row: Row }) {
  const localize = useLocalized()
  const status = useBridgeStates()?.find(({ id }) => id === row.id)
  const stored = getValue(row, 'lastProblem')
  const problem = status ? status.problem : typeof stored === 'string' ? decodeLocalized(stored) : null
  if (problem === null) return <span className="cell-none">–</span>
  return <span title={localize(problem)}>{localize(problem)}</span>
})

/** Direction of an HTTP bridge; of an MQTT bridge, the directions of its topics. */
function Direction({ row }: { readonly row: Row }) {
  const { t } = useTranslation('bridge')
  if (getValue(row, 'kind') !== bridgeKinds.mqtt)
    return <FieldCell field={bridge.fields.direction} value={getValue(row, 'direction')} row={row} />
  const mappings = getValue(row, 'mappings')
  const directions = new Set(
    Array.isArray(mappings)
      ? mappings.map((mapping: unknown) =>
          typeof mapping === 'object' && mapping !== null && 'direction' in mapping ? mapping.direction : '',
        )
      : [],
  )
  const name = directions.has('in') ? (directions.has('out') ? 'both' : 'in') : 'out'
  return <>{t(`direction.${name}`)}</>
}
