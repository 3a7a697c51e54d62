import { Input, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScriptRehearsal } from '../../../contract/routes/scripts.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import type { ScriptDraft } from './draft.ts'
import { EffectList } from './EffectList.tsx'
import { RehearsalModal, useLastDay } from '../RehearsalModal.tsx'
import { useRehearsal } from '../useRehearsal.ts'

interface RehearsalDialogProps {
  readonly draft: ScriptDraft
  readonly onClose: () => void
}

type Finding = ScriptRehearsal['findings'][number]

/** Runs a draft over stored values and lists what it would have sent and raised. Nothing is sent. */
export const RehearsalDialog = observer(function RehearsalDialog({ draft, onClose }: RehearsalDialogProps) {
  const { client, session, projects, zones } = useStores()
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const owned = session.account?.projects ?? []
  const [project, setProject] = useState<string | null>(owned[0]?.id ?? null)
  const [device, setDevice] = useState('')
  const zone = zones.of(project ?? undefined)
  const [span, setSpan] = useState(useLastDay())
  const run = useRehearsal<ScriptRehearsal>({
    start: () => {
      const [from, to] = span
      const body = {
        script: draft,
        project: project ?? '',
        device: device.trim() === '' ? null : device.trim(),
        from,
        to,
      }
      return client.call('script.rehearse', { body }, { quiet: true })
    },
    read: useCallback((id) => client.call('script.rehearsal', { params: { id } }, { quiet: true }), [client]),
    cancel: useCallback((id) => client.call('script.cancelRehearsal', { params: { id } }, { quiet: true }), [client]),
  })

  return (
    <RehearsalModal<Finding, ScriptRehearsal>
      title={t('rehearsal.title')}
      hint={t('rehearsal.hint')}
      closeText={t('editor.back')}
      run={run}
      canRun={project !== null}
      span={span}
      onSpan={setSpan}
      zone={zone}
      inputs={
        <>
          <label>
            {t('rehearsal.project')}
            <Select
              value={project}
              options={owned.map((each) => ({ value: each.id, label: projects.name(each.id) }))}
              onChange={setProject}
            />
          </label>
          <label>
            {t('rehearsal.device')}
            <Input
              value={device}
              placeholder={t('rehearsal.allDevices')}
              onChange={(event) => setDevice(event.target.value)}
            />
          </label>
        </>
      }
      summarize={({ messages, failures }, effects) =>
        t('rehearsal.summary', { messages, failures, effects: effects || t('rehearsal.nothing') })
      }
      getKey={(finding) => `${finding.device} ${finding.at}`}
      columns={[
        { key: 'device', title: t('verify.device'), width: 200, dataIndex: 'device' },
        {
          key: 'effects',
          title: t('verify.effects'),
          render: (_, finding) => (finding.error ? localize(finding.error) : <EffectList effects={finding.effects} />),
        },
      ]}
      onClose={onClose}
    />
  )
})
