import { Button, Select, Steps } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { getEntity } from '../../contract/entities.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { CompleteStep } from './CompleteStep.tsx'
import { ImportStep } from './ImportStep.tsx'
import { MapStep } from './MapStep.tsx'
import { MarkingStore } from './markingStore.ts'
import '../kit/page/List.css'
import './marking.css'

/** Map annotation in three steps: import devices, place them, complete. */
export const MarkingPage = observer(function MarkingPage() {
  const { entities, preferences, projects, session } = useStores()
  const { t } = useTranslation('marking')
  const localize = useLocalized()
  const [params, setParams] = useSearchParams()
  const [store] = useState(() => new MarkingStore((kind) => entities.of(getEntity(kind)).client))
  const project =
    params.get('project') ??
    projects.startIn(preferences.edition, preferences.getLastProject(session.account?.name ?? ''))
  const step = Math.max(0, Math.min(2, Number(params.get('step') ?? '1') - 1 || 0))
  useEffect(() => {
    if (project !== undefined) void store.show(project)
    return () => store.stop()
  }, [store, project])
  // Drafts belong to the project and are shared by its three steps, so the warning appears only when the project
  // changes.
  useConfirmLeave(
    () => store.drafts.size > 0,
    (from, to) => new URLSearchParams(from).get('project') !== new URLSearchParams(to).get('project'),
  )
  const showStep = (next: number): void =>
    setParams({ ...(project === undefined ? {} : { project }), step: String(next + 1) })
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        {projects.list.length > 1 && (
          <Select
            className="list-choice"
            aria-label={t('project')}
            value={project ?? null}
            options={projects.list.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(next: string) => setParams({ project: next })}
          />
        )}
        <Steps
          className="marking-steps"
          size="small"
          current={step}
          onChange={showStep}
          items={[{ title: t('step.import') }, { title: t('step.mark') }, { title: t('step.done') }]}
        />
      </header>
      <ProgressLine active={store.isLoading} />
      {store.failure && (
        <EmptyPanel tone="failed" title={t('failed')} text={localize(store.failure.words)}>
          <Button type="primary" onClick={() => void store.show(project)}>
            {t('again')}
          </Button>
        </EmptyPanel>
      )}
      {!store.failure && project !== undefined && step === 0 && (
        <ImportStep
          store={store}
          project={project}
          onImported={() => void store.show(project)}
          onNext={() => showStep(1)}
        />
      )}
      {!store.failure && project !== undefined && step === 1 && (
        <MapStep store={store} onBack={() => showStep(0)} onNext={() => showStep(2)} />
      )}
      {!store.failure && project !== undefined && step === 2 && (
        <CompleteStep store={store} project={project} onBack={() => showStep(1)} />
      )}
    </div>
  )
})
