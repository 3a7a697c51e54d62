import { observer } from 'mobx-react-lite'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getEntity } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { routes } from '../../contract/routes.ts'
import { getTitle, getValue } from '../crud/config/screenConfig.ts'
import { EntityLinksContext } from '../kit/text/entityLinks.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'
import { DeviceCredentials } from './DeviceCredentials.tsx'
import './connections.css'

const product = getEntity('product')
const accessChannel = getEntity('accessChannel')
const maxRows = 100

/**
 * How a device is connected, on its page. Transport and node type of its product decide what is shown: credentials for
 * MQTT, with the list of devices for a gateway; the gateway of a child; otherwise the access channel.
 */
export const DeviceConnection = observer(function DeviceConnection({ row }: { readonly row: Row }) {
  const { entities } = useStores()
  const id = getValue(row, 'product')
  const device = getValue(row, 'plantDevice')
  const answer = useRequest(typeof id === 'string' ? id : null, (signal) =>
    entities.of(product).client.read(id as string, { signal, quiet: true }),
  )
  const { project } = row
  if (typeof device !== 'string' || device === '' || !project) return null
  if (answer === null && typeof id === 'string') return null
  // Without the permission to read products, the page shows what every device can have.
  const values = answer === null || answer instanceof CallFailure ? null : answer
  const transport = values ? getValue(values, 'transport') : 'mqtt'
  const nodeType = values ? getValue(values, 'nodeType') : 'direct'
  if (transport !== 'mqtt') return <ChannelsOfDevice project={project} device={device} />
  return (
    <>
      {nodeType === 'child' && <GatewaysOfDevice project={project} device={device} />}
      <DeviceCredentials row={row} isGateway={nodeType === 'gateway'} isChild={nodeType === 'child'} />
    </>
  )
})

interface PlaceProps {
  readonly project: string
  readonly device: string
}

/** Gateways that may publish for a device. */
const GatewaysOfDevice = observer(function GatewaysOfDevice({ project, device }: PlaceProps) {
  const { client, session } = useStores()
  const { t } = useTranslation('connections')
  const isAllowed = session.mayCall(routes['credential.list'].policy, project)
  const answer = useRequest(isAllowed ? `${project}/${device}` : null, (signal) =>
    client.call('credential.list', { query: { project, pageSize: maxRows } }, { signal, quiet: true }),
  )
  if (answer === null || answer instanceof CallFailure) return null
  const gateways = answer.rows.filter(({ isGateway, devices }) => isGateway && devices.includes(device))
  return (
    <section className="crud-inner">
      <h3>{t('child.title')}</h3>
      {gateways.length === 0 ? (
        <p className="connections-lead">{t('child.none')}</p>
      ) : (
        <ul className="connections-list">
          {gateways.map(({ id, device: gateway, connections }) => (
            <li key={id}>
              <code>{gateway}</code>{' '}
              {connections > 0 ? t('state.connected', { count: connections }) : t('state.notConnected')}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

/** Access channels whose points belong to a device. */
const ChannelsOfDevice = observer(function ChannelsOfDevice({ project, device }: PlaceProps) {
  const { client, entities, session } = useStores()
  const { t } = useTranslation('connections')
  const localize = useLocalized()
  const getPath = useContext(EntityLinksContext)
  const isAllowed = session.mayCall(routes['accessChannelState.overview'].policy, project)
  const answer = useRequest(isAllowed ? `${project}/${device}` : null, async (signal) => {
    const options = { signal, quiet: true } as const
    const [{ rows }, states] = await Promise.all([
      entities.of(accessChannel).client.list({ project, page: 1, pageSize: maxRows }, options),
      client.call('accessChannelState.overview', { query: { project } }, options),
    ])
    return rows
      .filter((row) => hasDevice(row, project, device))
      .map((row) => ({ row, state: states.find(({ id }) => id === row.id) }))
  })
  if (answer === null || answer instanceof CallFailure) return null
  const path = getPath(accessChannel.name)
  return (
    <section className="crud-inner">
      <h3>{t('channel.title')}</h3>
      {answer.length === 0 && <p className="connections-lead">{t('channel.none')}</p>}
      <ul className="connections-list">
        {answer.map(({ row, state }) => (
          <li key={row.id}>
            {getTitle(accessChannel, row)}
            {state && ` · ${t(`channel.state.${state.state}`)}`}
            {state?.fault && ` · ${localize(state.fault.words)}`}
          </li>
        ))}
      </ul>
      {path !== undefined && <Link to={path}>{t('channel.open')}</Link>}
    </section>
  )
})

/** Whether a point of the channel belongs to the device. */
function hasDevice(row: Row, project: string, device: string): boolean {
  const points = getValue(row, 'nodes')
  return (
    Array.isArray(points) &&
    points.some((point) => {
      const tag: unknown = typeof point === 'object' && point !== null ? Reflect.get(point, 'tag') : null
      return typeof tag === 'string' && (tag.startsWith(`${project}/${device}/`) || tag.startsWith(`${device}/`))
    })
  )
}

/** Detail of a device row. */
export const showDeviceConnection = (row: Row) => <DeviceConnection key={row.id} row={row} />
