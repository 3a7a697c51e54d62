import { PlusOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import {
  type BrokerListener,
  type DeviceCredential,
  type IssuedCredential,
  type RejectedConnection,
  routes,
} from '../../contract/routes.ts'
import { statePoint } from '../../contract/telemetry/tags.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { CreateCredentialsDialog } from './CreateCredentialsDialog.tsx'
import { CredentialTable } from './CredentialTable.tsx'
import { GatewayDevices } from './GatewayDevices.tsx'
import { IssuedDialog } from './IssuedDialog.tsx'
import { RefusalText } from './RefusalText.tsx'
import './connections.css'

const everyMs = 5_000

interface DeviceCredentialsProps {
  readonly row: Row
  /** The product is a gateway, so its credentials can have devices. */
  readonly isGateway: boolean
  /** The product is a child of a gateway, which needs no credential. */
  readonly isChild: boolean
}

/** Credentials of a device, on its page. Empty without a telemetry device or without the permission. */
export const DeviceCredentials = observer(function DeviceCredentials({
  row,
  isGateway,
  isChild,
}: DeviceCredentialsProps) {
  const { session } = useStores()
  const device = getValue(row, 'plantDevice')
  const { project } = row
  if (typeof device !== 'string' || device === '' || !project) return null
  if (!session.mayCall(routes['credential.list'].policy, project)) return null
  return (
    <Credentials
      key={`${project}/${device}`}
      project={project}
      device={device}
      isGateway={isGateway}
      isChild={isChild}
    />
  )
})

interface CredentialsProps extends Pick<DeviceCredentialsProps, 'isGateway' | 'isChild'> {
  readonly project: string
  readonly device: string
}

const Credentials = observer(function Credentials({ project, device, isGateway, isChild }: CredentialsProps) {
  const { client, session } = useStores()
  const { t } = useTranslation('connections')
  const localize = useLocalized()
  const [isCreating, setCreating] = useState(false)
  const [issued, setIssued] = useState<readonly IssuedCredential[] | null>(null)
  const polled = usePolling<{
    readonly rows: readonly DeviceCredential[]
    readonly listeners: readonly BrokerListener[]
    readonly refusal: React.ComponentProps<typeof RefusalText>['refusal'] | null
    readonly point: string | undefined
  }>(`${project}/${device}`, everyMs, async (signal) => {
    const quiet = { signal, quiet: true } as const
    const [{ rows }, overview, tags] = await Promise.all([
      client.call('credential.list', { query: { project, device, pageSize: 50 } }, quiet),
      client.call('connection.read', { query: { project, search: device, pageSize: 50 } }, quiet),
      client.call('tag.list', { query: { project, search: `${project}/${device}/` } }, quiet),
    ])
    const names = new Set(rows.map(({ username }) => username))
    const rejected: RejectedConnection | undefined = overview.rejected.find(({ username }) => names.has(username))
    const refused = overview.rows.find((each) => each.device === device && each.lastRefusal !== null)?.lastRefusal
    return {
      rows,
      listeners: overview.listeners,
      refusal: rejected ?? refused ?? null,
      point: tags.rows.find((tag) => tag.device === device && tag.kind === 'number' && tag.point !== statePoint)?.point,
    }
  })
  const { value, failure } = polled
  const reload = (): void => void polled.load()
  return (
    <section className="crud-inner">
      <div className="connections-head">
        <h3>{t('credentials')}</h3>
        {session.mayCall(routes['credential.create'].policy, project) && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
            {t('create.short')}
          </Button>
        )}
      </div>
      {value === null && failure && <p role="alert">{localize(failure.words)}</p>}
      {value === null && !failure && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {value && value.rows.length === 0 && (
        <p className="connections-lead">{t(isChild ? 'child.noCredential' : 'noCredentialsOfDevice')}</p>
      )}
      {value && value.rows.length > 0 && (
        <CredentialTable
          isOfDevice
          rows={value.rows}
          listeners={value.listeners}
          point={value.point}
          onChanged={reload}
        />
      )}
      {value?.rows
        .filter((credential) => credential.isGateway || isGateway)
        .map((credential) => (
          <GatewayDevices key={credential.id} credential={credential} onChanged={reload} />
        ))}
      {value?.refusal && (
        <div className="connections-lead" role="status">
          {t('column.lastRefusal')}: <RefusalText refusal={value.refusal} />
        </div>
      )}
      {isCreating && (
        <CreateCredentialsDialog
          device={{ project, device }}
          onClose={() => setCreating(false)}
          onCreated={(credentials) => {
            setCreating(false)
            setIssued(credentials)
            reload()
          }}
        />
      )}
      {issued && (
        <IssuedDialog
          credentials={issued}
          listeners={value?.listeners ?? []}
          point={value?.point}
          onClose={() => setIssued(null)}
        />
      )}
    </section>
  )
})
