import { Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkageRehearsal } from '../../contract/routes/linkages.ts'
import { decodeLocalized } from '../../contract/localizedText.ts'
import { linkage } from '../../contract/scada/linkage.ts'
import { getTitle, type RowDialogProps } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { RehearsalModal, useLastDay } from './RehearsalModal.tsx'
import { useRehearsal } from './useRehearsal.ts'

type Finding = LinkageRehearsal['findings'][number]

/** Applies a stored linkage to stored history and lists what it would have sent and raised. Nothing is sent. */
export const LinkageRehearsalDialog = observer(function LinkageRehearsalDialog({ row, onClose }: RowDialogProps) {
  const { client, zones } = useStores()
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const zone = zones.of(row.project)
  const [span, setSpan] = useState(useLastDay())
  const run = useRehearsal<LinkageRehearsal>({
    start: () => {
      const [from, to] = span
      return client.call('linkage.rehearse', { body: { linkage: row.id, from, to } }, { quiet: true })
    },
    read: useCallback((id) => client.call('linkage.rehearsal', { params: { id } }, { quiet: true }), [client]),
    cancel: useCallback((id) => client.call('linkage.cancelRehearsal', { params: { id } }, { quiet: true }), [client]),
  })

  return (
    <RehearsalModal<Finding, LinkageRehearsal>
      title={t('rehearsal.linkageTitle', { name: getTitle(linkage, row) })}
      hint={t('rehearsal.linkageHint')}
      closeText={t('rehearsal.close')}
      run={run}
      span={span}
      onSpan={setSpan}
      zone={zone}
      summarize={({ events, fired, suppressed }, effects) =>
        `${t('rehearsal.linkageSummary', { events, fired, suppressed })} ${effects}`
      }
      notes={run.rehearsal?.notes}
      getKey={(finding) => `${finding.at} ${finding.device ?? ''} ${finding.kind}`}
      columns={[
        { key: 'cause', title: t('rehearsal.cause'), width: 260, render: (_, { cause }) => localize(cause) },
        { key: 'effects', title: t('rehearsal.effects'), render: (_, finding) => <Effects finding={finding} /> },
      ]}
      onClose={onClose}
    />
  )
})

/** What one run would have sent, and the actions that would have failed. */
function Effects({ finding: { effects, omitted, refused } }: { readonly finding: Finding }) {
  const { t } = useTranslation('script')
  const localize = useLocalized()
  return (
    <>
      <ul className="script-effects">
        {effects.map(({ kind, target, content }) => (
          <li key={`${kind} ${target} ${content}`}>
            <Tag>{t(`effect.${kind}`)}</Tag>
            <code>{target}</code> <span className="script-effect-content">{localize(decodeLocalized(content))}</span>
          </li>
        ))}
        {refused.map(({ what, reason }) => (
          <li key={what.en}>
            {localize(what)}{' '}
            <span className="script-effect-refused">
              {t('verify.refused')} {reason && localize(reason)}
            </span>
          </li>
        ))}
      </ul>
      {omitted > 0 && <p className="script-none">{t('rehearsal.omitted', { count: omitted })}</p>}
    </>
  )
}
