import { Alert } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { routes } from '../../contract/routes.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'

const everyMs = 5_000
const maxReasons = 20

/** Why values of a device are not good, on its page. Empty if all are. */
export const ValueReasons = observer(function ValueReasons({ row }: { readonly row: Row }) {
  const { session } = useStores()
  const device = getValue(row, 'plantDevice')
  const { project } = row
  if (typeof device !== 'string' || device === '' || !project) return null
  if (!session.mayCall(routes['mapping.reasons'].policy, project)) return null
  return <Reasons key={`${project}/${device}`} project={project} device={device} />
})

const Reasons = observer(function Reasons({ project, device }: { readonly project: string; readonly device: string }) {
  const { client } = useStores()
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const { value } = usePolling(`${project}/${device}`, everyMs, (signal) =>
    client.call('mapping.reasons', { params: { project, device } }, { signal, quiet: true }),
  )
  if (value === null || value.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('reasons.title')}
      description={
        <ul className="onboarding-reasons">
          {value.slice(0, maxReasons).map(({ point, words }) => (
            <li key={point}>
              <code>{point}</code>: {localize(words)}
            </li>
          ))}
        </ul>
      }
    />
  )
})

/** Adds the reasons of bad values to what a page shows above the values of a row. */
export const withReasons =
  (lead: ((row: Row) => ReactNode) | undefined) =>
  (row: Row): ReactNode => (
    <>
      {lead?.(row)}
      <ValueReasons row={row} />
    </>
  )
