import 'pixi.js/unsafe-eval'
import { type ContextState, createStage, readMapsOfOthersBy, type Stage, type StageOptions } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import type { DrawingDocument } from '@mimic/engine/document'
import { Application } from '@pixi/react'
import i18next from 'i18next'
import type { Application as PixiApplication } from 'pixi.js'
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { prefersReducedMotion } from '../kit/useReducedMotion.ts'
import { useStores } from '../stores/root.ts'
import { type FailureKind, StageFailure } from './StageFailure.tsx'
import { canDraw } from './support.ts'
import { copyPicture, uncoverWhenPainted } from './still.ts'
import { usePageReloads } from './usePageReloads.ts'
import './StageHost.css'

/** Animation frames a second where the person asked the system for less motion. */
const calmFps = 10

export interface StageHostProps {
  readonly document: DrawingDocument
  readonly pan: StageOptions['pan']
  /** What the canvas shows, for who cannot see it. */
  readonly label: string
  /** Behind the drawing's page. */
  readonly desk: string
  /** The stage is there; what is put on it is taken off by the answer, before the stage goes. Must keep its identity. */
  readonly onStage: (stage: Stage) => () => void
  /** Shown with the message while the browser cannot draw. */
  readonly instead?: ReactNode
  /** Reloads the page, with growing waits, when graphics that worked do not come back. */
  readonly isReloading?: boolean
}

/**
 * Gives the engine's stage a canvas and a size. @pixi/react owns the canvas and the application; what is drawn is the
 * engine's alone, so nothing of a drawing passes through React. Where there is no WebGL2 it says so until a picture is there again.
 */
export const StageHost = memo(function StageHost({ instead, isReloading = false, ...props }: StageHostProps) {
  const [failure, setFailure] = useState<FailureKind | null>(() => (canDraw() ? null : 'missing'))
  const [isTried, setIsTried] = useState(failure === null)
  const [attempt, setAttempt] = useState(0)
  const still = useRef<HTMLCanvasElement | null>(null)
  const hasPins = useMemo(() => props.pan === 'drag' && [...props.document.components.values()].some(({ type }) => catalog.get(type)?.pin !== undefined), [props.document, props.pan])
  const handleReady = useCallback(() => setFailure(null), [])
  const handleLate = useCallback(() => setFailure('stopped'), [])
  const handleFail = useCallback(() => {
    setFailure('missing')
    setIsTried(false)
  }, [])
  const handleRenew = useCallback(() => {
    if (!canDraw()) return
    setIsTried(true)
    setAttempt((count) => count + 1)
  }, [])

  usePageReloads(isReloading, failure !== null)

  useEffect(() => {
    if (isTried) return
    const timer = setInterval(handleRenew, againMs)
    return () => clearInterval(timer)
  }, [isTried, handleRenew])

  return (
    <>
      {isTried && <LiveStage key={`${attempt} ${hasPins}`} {...props} still={still} hasPins={hasPins} onReady={handleReady} onLate={handleLate} onFail={handleFail} onRenew={handleRenew} />}
      {failure && <StageFailure kind={failure} instead={instead} onRetry={handleRenew} />}
    </>
  )
})

/** A browser that gave up graphics after crashes may give them again: nobody has to come to a wall display for that. */
const againMs = 60_000

/** A context that is not back by then may never come; a new canvas is tried as soon as the browser gives one. */
const patienceMs = 4000
/** pixi has no word for an application that cannot start. */
const startMs = 20_000
const densest = 2

interface LiveStageProps extends Omit<StageHostProps, 'instead' | 'isReloading'> {
  /** Whether elements of the page lie over the canvas: what is painted over them is then copied from it, and must be seen through. */
  readonly hasPins: boolean
  /** The last picture of the drawing before, shown until this one is painted whole. */
  readonly still: RefObject<HTMLCanvasElement | null>
  /** The picture is there, or there again. */
  readonly onReady: () => void
  /** The context was lost and has not come back in time. */
  readonly onLate: () => void
  readonly onFail: () => void
  /** Tries another canvas; without one to be had nothing changes. */
  readonly onRenew: () => void
}

function LiveStage({ document, pan, still, hasPins, label, desk, onStage, onReady, onLate, onFail, onRenew }: LiveStageProps) {
  const { elsewhere } = useStores()
  const host = useRef<HTMLDivElement>(null)
  const isMounted = useRef(false)
  const [app, setApp] = useState<PixiApplication | null>(null)
  const [context, setContext] = useState<ContextState>('restored')

  useEffect(() => readMapsOfOthersBy((url) => elsewhere(new URL(url, location.href).href)), [elsewhere])

  // A stage of its own replaces one with or without elements over it.
  useEffect(() => { if (still.current) host.current?.append(still.current) }, [still])

  // A page closed before pixi is ready: @pixi/react still hands the application over, then destroys it.
  useEffect(() => {
    isMounted.current = true
    return () => { isMounted.current = false }
  }, [])

  useEffect(() => {
    const box = host.current
    if (!app || !box) return
    // Who edits (and so drags components, not the picture) wants them to hold still.
    const stage = makeStage(app, document, { catalog, pan, isMotionPlayed: pan === 'drag' }, box)
    if (!stage) return onFail()
    // Not i18n of a hook, which is another one after each change of the language: the picture stays.
    const speak = () => stage.setLanguage(i18next.language === 'zh-cn' ? 'zh' : 'en')
    speak()
    i18next.on('languageChanged', speak)
    // Before anybody else observes the box: who fits the drawing to it must find the stage of its new size.
    const sizes = new ResizeObserver(() => stage.resize(box.clientWidth, box.clientHeight))
    sizes.observe(box)
    const takeOff = onStage(stage)
    const forget = stage.onContext((state) => {
      setContext(state)
      if (state === 'restored') onReady()
    })
    onReady()
    const stopUncovering = still.current && uncoverWhenPainted(stage, still.current)
    return () => {
      stopUncovering?.()
      still.current = pan === 'drag' ? copyPicture(stage) : null
      sizes.disconnect()
      i18next.off('languageChanged', speak)
      forget()
      takeOff()
      stage.destroy()
      if (still.current) box.append(still.current)
    }
  }, [app, document, pan, still, onStage, onReady, onFail])

  useEffect(() => {
    app?.canvas.setAttribute('aria-label', label)
    app?.canvas.setAttribute('role', 'application')
  }, [app, label])

  useEffect(() => {
    if (app) paintDesk(app, desk)
  }, [app, desk])

  useEffect(() => {
    if (app) return
    const timer = setTimeout(onFail, startMs)
    return () => clearTimeout(timer)
  }, [app, onFail])

  useEffect(() => {
    if (context === 'restored') return
    const timer = setInterval(() => {
      onLate()
      onRenew()
    }, patienceMs)
    return () => clearInterval(timer)
  }, [context, onLate, onRenew])

  return (
    <div ref={host} className="stage-host" data-context={context}>
      <Application
        preference="webgl"
        antialias={false}
        autoStart={false}
        autoDensity
        resolution={Math.min(globalThis.devicePixelRatio, densest)}
        background={desk}
        // Only at its start a context is given alpha; the desk is then painted as opaque as ever.
        backgroundAlpha={hasPins ? 0 : 1}
        onInit={(ready) => { if (isMounted.current) setApp(ready) }}
      />
    </div>
  )
}

function paintDesk(app: PixiApplication, color: string): void {
  app.renderer.background.color = color
  app.renderer.background.alpha = 1
  app.render()
}

/** The stage at the host's size, or undefined where pixi fell back to something the engine cannot draw with. */
function makeStage(app: PixiApplication, document: DrawingDocument, options: StageOptions, box: HTMLElement): Stage | undefined {
  app.renderer.resize(Math.max(1, box.clientWidth), Math.max(1, box.clientHeight))
  try {
    return createStage(app, document, prefersReducedMotion() ? { maxAnimationFps: calmFps, ...options } : options)
  } catch (thrown) {
    console.error(thrown)
    return undefined
  }
}
