import { createOverlays, createRunner, type Component, type Stage } from '@mimic/engine'
import { Router } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import type { DrawingDocument } from '@mimic/engine/document'
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import i18next from 'i18next'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmBell } from '../../app/shell/AlarmBell.tsx'
import { fitOnResize, type View } from '../../kit/drawing/fitOnResize.ts'
import { WindowTitle } from '../../kit/page/WindowTitle.tsx'
import { NewerNotice } from '../../stage/NewerNotice.tsx'
import { StageHost } from '../../stage/StageHost.tsx'
import { useTree } from '../../stage/useTree.ts'
import { useStores } from '../../stores/root.ts'
import { AlarmBox } from '../hover/AlarmBox.tsx'
import { NewRevisionNotice } from './NewRevisionNotice.tsx'
import { CommandBox } from '../operate/CommandBox.tsx'
import { DrawingPopup } from './DrawingPopup.tsx'
import { DrawingZoneNote } from './DrawingZoneNote.tsx'
import { HoverTooltip } from '../hover/HoverTooltip.tsx'
import { OfflineOverlay } from './OfflineOverlay.tsx'
import { KeysBox } from '../navigation/KeysBox.tsx'
import { ViewButtons } from '../navigation/ViewButtons.tsx'
import { useShortcutsKey, useViewKeys } from '../navigation/useViewKeys.ts'
import { OpeningBox } from '../hover/OpeningBox.tsx'
import { RunBadge } from './RunBadge.tsx'
import type { Running } from '../running.ts'
import type { Opened, RunStore } from '../runStore.ts'
import { PreviewNotice } from './PreviewNotice.tsx'
import { useActions } from '../operate/useActions.tsx'
import { useAlarmLists } from '../useAlarmLists.ts'
import { useFeeds } from '../useFeeds.ts'
import { useFullscreen } from '../useFullscreen.ts'
import { useKiosk } from '../useKiosk.ts'
import { useRunMenu } from '../operate/useRunMenu.tsx'
import { ValueTable } from '../hover/ValueTable.tsx'

/** A separate chunk with the curve library. */
const TrendPanel = lazy(async () => ({ default: (await import('../trend/TrendPanel.tsx')).TrendPanel }))

interface RunningDrawingProps {
  readonly store: RunStore
  readonly opened: Opened
  /** Switches to a newer revision that is ready; null if there is none. */
  readonly onChangeOver?: (() => void) | null
}

export const RunningDrawing = observer(function RunningDrawing({
  store,
  opened,
  onChangeOver = null,
}: RunningDrawingProps) {
  const { telemetry } = useStores()
  const { t } = useTranslation('runtime')
  const { document } = opened
  // Between two revisions this belongs to the previous document and must be ignored.
  const [created, setCreated] = useState<{ readonly of: DrawingDocument; readonly running: Running } | null>(null)
  const running = created?.of === document ? created.running : null
  const savedView = useRef<View | null>(null)
  const { tags } = telemetry
  const {
    pending: lastPending,
    guarded,
    popup,
    handleAction,
    open,
    forget,
    forgetGuarded,
    closePopup,
  } = useActions(document, store.isShared, opened)
  // Ignore a component of the previous revision.
  const pending =
    lastPending && document.components.get(lastPending.component.id) === lastPending.component ? lastPending : null
  const isKiosk = useKiosk()
  /** Kiosk pages are view-only, except on a wall display that may operate. */
  const isStill = isKiosk && !(store.isShared && opened.mayOperate)
  const fullscreen = useFullscreen()
  const [isKeyDialogOpen, setKeyDialogOpen] = useState(false)
  const handleKeys = useCallback(() => setKeyDialogOpen(true), [])
  const [isTrend, setTrend] = useState(false)
  const [area, setArea] = useState<HTMLElement | null>(null)
  const menu = useRunMenu({
    store,
    opened,
    running,
    fullscreen,
    onTrend: () => setTrend(!isTrend),
    onKeys: handleKeys,
  })
  useViewKeys(isKiosk ? null : running)
  useShortcutsKey(handleKeys, isKiosk)

  // Subscribe by the drawing, not by its stage: a recreated stage then finds current values.
  const needed = useMemo(() => new Router(document.components.values(), tags, catalog).tags, [document, tags])
  useEffect(() => telemetry.need(needed), [telemetry, needed])
  const { plant, listKind: openList, answers: listHandlers, close } = useAlarmLists(document, opened.project, isKiosk)
  const feeds = useFeeds(store, needed, plant)

  const handleStage = useCallback(
    (stage: Stage) => {
      const overlays = createOverlays(stage, document.paintOrder(), catalog, {
        get loading() {
          return i18next.t('pin.loading', { ns: 'runtime' })
        },
        get failed() {
          return i18next.t('pin.failed', { ns: 'runtime' })
        },
        get retry() {
          return i18next.t('pin.retry', { ns: 'runtime' })
        },
        get model() {
          return i18next.t('pin.model', { ns: 'runtime' })
        },
        get turning() {
          return i18next.t('pin.turning', { ns: 'runtime' })
        },
      })
      const runner = createRunner(stage, document, tags, catalog, { feeds, overlays, clickHandlers: listHandlers })
      const view = fitOnResize(stage, savedView.current)
      const endings = [
        isStill ? () => undefined : runner.onAction(handleAction),
        () => {
          savedView.current = view.current()
        },
        view.stop,
        () => runner.destroy(),
        () => setCreated(null),
      ]
      setCreated({ of: document, running: { stage, runner, view } })
      return () => {
        for (const end of endings) end()
      }
    },
    [document, tags, handleAction, feeds, listHandlers, isStill],
  )

  const [lastFocused, setFocused] = useState<Component | null>(null)
  // Ignore a component of the previous revision.
  const focused = lastFocused && document.components.get(lastFocused.id) === lastFocused ? lastFocused : null
  useTree(running?.stage, document, running?.runner, undefined, setFocused)

  const isConfirming = pending !== null || guarded !== null
  const [openMenus, setOpenMenus] = useState(0)
  const handleMenu = useCallback(
    (isOpen: boolean) => setOpenMenus((count) => Math.max(0, count + (isOpen ? 1 : -1))),
    [],
  )
  // Do not switch revisions while the user reads or answers something.
  const isBusy =
    !isKiosk &&
    (isConfirming || openList !== null || popup !== null || isKeyDialogOpen || openMenus > 0 || focused !== null)
  useEffect(() => {
    if (onChangeOver && !isBusy) onChangeOver()
  }, [onChangeOver, isBusy])
  const handleShow = (): void => {
    for (const leave of [forget, forgetGuarded, close, closePopup]) leave()
    setKeyDialogOpen(false)
    onChangeOver?.()
  }
  const values = useMemo(
    () => <ValueTable store={store} document={document} isRotating={isKiosk} />,
    [store, document, isKiosk],
  )

  const picture = (
    <StageHost
      document={document}
      pan="drag"
      onStage={handleStage}
      isReloading
      label={t('canvas', { name: document.name })}
      background={document.layer.backColor.slice(0, 7)}
      instead={values}
    />
  )
  const commandBox = running && pending && (
    <CommandBox
      key={pending.component.id}
      store={store}
      opened={opened}
      running={running}
      pending={pending}
      onClose={forget}
    />
  )
  if (isKiosk) {
    return (
      <div className={isStill ? 'runtime runtime-kiosk' : 'runtime'} onContextMenu={(event) => event.preventDefault()}>
        <WindowTitle of={document.name} />
        <div className="run-stage">
          {picture}
          {opened.newer !== null && <NewerNotice version={opened.newer} purpose="run" />}
          <DrawingZoneNote opened={opened} />
          <OfflineOverlay />
          {commandBox}
        </div>
        <div className="run-corner">
          <RunBadge needed={needed} isPlain />
        </div>
      </div>
    )
  }
  return (
    <Dropdown trigger={['contextMenu']} menu={menu} onOpenChange={handleMenu}>
      <div className="runtime">
        <WindowTitle of={document.name} />
        <div className="run-stage" ref={setArea}>
          {picture}
          {opened.newer !== null && <NewerNotice version={opened.newer} purpose="run" />}
          {opened.newer === null && <PreviewNotice shown={opened.shown} />}
          <DrawingZoneNote opened={opened} />
          <OfflineOverlay />
          {running && (
            <HoverTooltip
              key={String(isConfirming)}
              store={store}
              document={document}
              running={running}
              focused={focused}
              isOff={isConfirming}
            />
          )}
          {commandBox}
          {running && guarded && (
            <OpeningBox
              key={guarded.component.id}
              drawing={store.id}
              running={running}
              guarded={guarded}
              onOpen={open}
              onClose={forgetGuarded}
            />
          )}
          {running && plant && openList && (
            <AlarmBox
              key={openList.id}
              plant={plant}
              running={running}
              component={openList}
              project={opened.project}
              onClose={close}
            />
          )}
        </div>
        <div className="run-corner">
          <AlarmBell isQuiet />
          <RunBadge needed={needed} />
        </div>
        <Dropdown trigger={['click']} menu={menu} onOpenChange={handleMenu}>
          <Button
            className="run-menu-button"
            type="text"
            size="small"
            icon={<EllipsisOutlined />}
            aria-label={t('menu.open')}
          />
        </Dropdown>
        {running && <ViewButtons running={running} />}
        {isKeyDialogOpen && (
          <KeysBox isMoved={running?.stage.camera.isLocked === false} onClose={() => setKeyDialogOpen(false)} />
        )}
        {running && isTrend && (
          <Suspense>
            <TrendPanel
              document={document}
              project={opened.project}
              running={running}
              area={area}
              onClose={() => setTrend(false)}
            />
          </Suspense>
        )}
        {onChangeOver && isBusy && <NewRevisionNotice onShow={handleShow} />}
        {popup && <DrawingPopup popup={popup} onClose={closePopup} />}
      </div>
    </Dropdown>
  )
})
