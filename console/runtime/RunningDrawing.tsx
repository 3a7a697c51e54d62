import { createRunner, type Stage } from '@mimic/engine'
import { Router } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StageHost } from '../stage/StageHost.tsx'
import { useStores } from '../stores/root.ts'
import { Actors } from './Actors.tsx'
import { CommandBox } from './CommandBox.tsx'
import { HoverPrompt } from './HoverPrompt.tsx'
import { keepFitted } from './keepFitted.ts'
import { LinkVeil } from './LinkVeil.tsx'
import { RunBadge } from './RunBadge.tsx'
import type { Running } from './running.ts'
import type { Opened, RunStore } from './runStore.ts'
import { useActions } from './useActions.tsx'
import { useFullscreen } from './useFullscreen.ts'
import { useRunMenu } from './useRunMenu.tsx'
import { ValueTable } from './ValueTable.tsx'

interface RunningDrawingProps {
  readonly store: RunStore
  readonly opened: Opened
}

export const RunningDrawing = observer(function RunningDrawing({ store, opened }: RunningDrawingProps) {
  const { telemetry } = useStores()
  const { t } = useTranslation('runtime')
  const [running, setRunning] = useState<Running | null>(null)
  const { document } = opened
  const { tags } = telemetry
  const { pending, handleAction, forget } = useActions()
  const fullscreen = useFullscreen()
  const menu = useRunMenu({ store, opened, running, fullscreen })

  const handleStage = useCallback((stage: Stage) => {
    const runner = createRunner(stage, document, tags, catalog)
    const fitted = keepFitted(stage)
    const endings = [runner.onAction(handleAction), fitted.stop, () => runner.destroy(), () => setRunning(null)]
    setRunning({ stage, runner, fit: fitted.fit })
    return () => { for (const end of endings) end() }
  }, [document, tags, handleAction])

  // Subscribed by the drawing, not by its picture: a stage that has to be made again finds the newest values.
  const needed = useMemo(() => new Router(document.components.values(), tags, catalog).tags, [document, tags])
  useEffect(() => telemetry.need(needed), [telemetry, needed])
  const values = useMemo(() => <ValueTable store={store} document={document} />, [store, document])

  return (
    <Dropdown trigger={['contextMenu']} menu={menu}>
      <div className="runtime">
        <title>{document.name}</title>
        <StageHost
          document={document} pan="drag" onStage={handleStage}
          label={t('canvas', { name: document.name })} desk={document.layer.backColor.slice(0, 7)} instead={values}
        />
        {running && <Actors running={running} />}
        <LinkVeil />
        <RunBadge needed={needed} />
        <Dropdown trigger={['click']} menu={menu}>
          <Button className="run-menu-button" type="text" size="small" icon={<EllipsisOutlined />} aria-label={t('menu.open')} />
        </Dropdown>
        {running && <HoverPrompt key={String(pending !== null)} store={store} running={running} isOff={pending !== null} />}
        {running && pending && <CommandBox key={pending.component.id} store={store} project={opened.project} running={running} pending={pending} onClose={forget} />}
      </div>
    </Dropdown>
  )
})
