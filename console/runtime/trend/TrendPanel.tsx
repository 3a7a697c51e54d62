import { AimOutlined, CloseOutlined, LineChartOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DrawingDocument } from '@mimic/engine/document'
import { useStores } from '../../stores/root.ts'
import { ExportMenu } from '../../trend/ExportMenu.tsx'
import { TagPicker } from '../../trend/TagPicker.tsx'
import { trendPath } from '../../trend/trendPaths.ts'
import { TrendToolbar } from '../../trend/TrendToolbar.tsx'
import { TrendView } from '../../trend/TrendView.tsx'
import { useTrendStore } from '../../trend/useTrendStore.ts'
import type { Running } from '../running.ts'
import { findClickedTags } from './penTags.ts'
import './trendPanel.css'

interface TrendPanelProps {
  readonly document: DrawingDocument
  readonly project: string
  readonly running: Running
  /** Area of the drawing, which is covered while the user selects components. */
  readonly area: HTMLElement | null
  readonly onClose: () => void
}

/**
 * Curves below a running drawing. Tags are found by search, or by clicking components; meanwhile clicks do not operate the
 * drawing.
 */
export const TrendPanel = observer(function TrendPanel({ document, project, running, area, onClose }: TrendPanelProps) {
  const { zones } = useStores()
  const { t } = useTranslation('trend')
  const { message } = App.useApp()
  const store = useTrendStore()
  const [isPicking, setPicking] = useState(true)
  const canvas = useRef<HTMLCanvasElement | null>(null)
  const tags = store.pens.map(({ tag }) => tag)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setPicking(false)
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])

  const warn = (left: number): void => {
    if (left > 0) void message.warning(t('full', { count: store.pens.length }))
  }
  const handlePick = (event: PointerEvent): void => {
    const { left, top } = running.stage.canvas.getBoundingClientRect()
    const { camera } = running.stage
    const hit = running.stage.hitTest(camera.toWorld({ x: event.clientX - left, y: event.clientY - top }))
    const found = hit ? findClickedTags(document, hit) : []
    if (found.length === 0) return void message.info(t('panel.noTags'))
    void store.addPaths(found).then(warn)
  }

  return (
    <aside className="run-trend" aria-label={t('title')} onContextMenu={(event) => event.stopPropagation()}>
      {isPicking &&
        area &&
        createPortal(<div className="run-trend-pick" data-resting="" aria-hidden onPointerUp={handlePick} />, area)}
      <TrendView
        store={store}
        onCanvas={(next) => {
          canvas.current = next
        }}
        toolbar={
          <TrendToolbar
            store={store}
            now={() => zones.now()}
            lead={
              <>
                <Button
                  size="small"
                  type={isPicking ? 'primary' : 'default'}
                  aria-pressed={isPicking}
                  icon={<AimOutlined aria-hidden />}
                  onClick={() => setPicking(!isPicking)}
                >
                  {t('panel.pick')}
                </Button>
                <TagPicker shown={tags} project={project} onPick={(tag) => warn(store.addTags([tag]))} />
              </>
            }
          >
            <ExportMenu store={store} title={document.name} getCanvas={() => canvas.current} />
            <Link to={trendPath({ tags })} target="_blank" aria-label={t('panel.open')} title={t('panel.open')}>
              <Button size="small" icon={<LineChartOutlined aria-hidden />} tabIndex={-1} />
            </Link>
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('panel.close')}
              onClick={onClose}
            />
          </TrendToolbar>
        }
        empty={
          <p className="run-trend-empty" role="status">
            {t('panel.empty')}
          </p>
        }
      />
    </aside>
  )
})
