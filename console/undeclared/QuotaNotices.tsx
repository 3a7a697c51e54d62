import { Alert } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { UndeclaredQuota } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useStores } from '../stores/root.ts'

/** Share of the quota from which usage is shown. */
const nearShare = 0.8

const isNear = ({ devices, tags, maxDevices, maxTags }: UndeclaredQuota): boolean =>
  devices >= maxDevices * nearShare || tags >= maxTags * nearShare

/** Warns about projects whose quota is exceeded or nearly used up. */
export const QuotaNotices = observer(function QuotaNotices({ quota }: { readonly quota: readonly UndeclaredQuota[] }) {
  const { projects } = useStores()
  const { t } = useTranslation('undeclared')
  return quota
    .filter((each) => each.dropped !== null || isNear(each))
    .map(({ dropped, ...each }) => {
      const project = projects.name(each.project)
      return (
        <Alert
          key={each.project}
          className="undeclared-notice"
          type={dropped ? 'error' : 'warning'}
          showIcon
          role="alert"
          title={t(dropped ? `quota.exceeded.${dropped.limit}` : 'quota.near', {
            project,
            publisher: dropped?.publisher,
          })}
          description={[
            t('quota.used', each),
            ...(dropped?.limit === 'connection' ? [t('quota.client', each)] : []),
            ...(dropped
              ? [
                  t('quota.dropped', {
                    count: dropped.count,
                    time: formatTime(dropped.at),
                    device: dropped.device,
                    publisher: dropped.publisher,
                  }),
                ]
              : []),
            t('quota.help'),
          ].join(' ')}
        />
      )
    })
})
