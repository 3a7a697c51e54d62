import 'pixi.js/unsafe-eval'
import { type ContextState, createStage, setMapReader, type Stage, type StageOptions } from '@mimic/engine'
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
import { getWordsKey } from '../locales/languages.ts'

/** Animation frames per second if the system requests reduced motion. */
const calmFps = 10

export interface StageHostProps {
  readonly document: DrawingDocument
  readonly pan: StageOptions['pan']
  /** Accessible name of the canvas. */
  readonly label: string
  /** Background colour around the drawing. */
  readonly background: string
  /**
   * Called when the stage is ready. The returned function is called before the stage is destroyed. Must be a stable
   * reference.
   */
  readonly onStage: (stage: Stage) => () => void
  /** Fallback content while the browser cannot draw. */
  readonly instead?: ReactNode
  /** Reloads the page with increasing delays if working graphics fail and do not recover. */
  readonly isReloading?: boolean
}

/**
 * Provides the engine's stage with a canvas and a size. @pixi/react owns the canvas and the application; the engine
 * draws everything, so drawings do not pass through React. Shows a message while WebGL2 is unavailable.
 */
export const StageHost = memo(function StageHost({ instead, isReloading = false, ...props }: StageHostProps) {
  const [failure, setFailure] = useState<FailureKind | null>(() => (canDraw() ? null : 'missing'))
  const [isTried, setIsTried] = useState(failure === null)
  const [attempt, setAttempt] = useState(0)
  const still = useRef<HTMLCanvasElement | null>(null)
  const hasPins = useMemo(
    () =>
      props.pan === 'drag' &&
      [...props.document.components.values()].some(({ type }) => catalog.get(type)?.overlay !== undefined),
    [props.document, props.pan],
  )
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
    const timer = setInterval(handleRenew, retryMs)
    return () => clearInterval(timer)
  }, [isTried, handleRenew])

  return (
    <>
      {isTried && (
        <LiveStage
          key={`${attempt} ${hasPins}`}
          {...props}
          still={still}
          hasPins={hasPins}
          onReady={handleReady}
          onLate={handleLate}
          onFail={handleFail}
          onRenew={handleRenew}
        />
      )}
      {failure && <StageFailure kind={failure} instead={instead} onRetry={handleRenew} />}
    </>
  )
})

/**
 * Retry interval in milliseconds. Browsers that disabled graphics after crashes may enable them again, which matters
 * for unattended displays.
 */
const retryMs = 60_000

/** Time in milliseconds to wait for a lost context before another canvas is tried. */
const contextTimeoutMs = 4000
/** Start timeout in milliseconds, because Pixi does not report a failed start. */
const startMs = 20_000
const maxDensity = 2

interface LiveStageProps extends Omit<StageHostProps, 'instead' | 'isReloading'> {
  /**
   * True if DOM overlays are placed on the canvas. Content above them is copied from the canvas, which then needs
   * transparency.
   */
  readonly hasPins: boolean
  /** Last frame of the previous drawing, shown until this one is painted completely. */
  readonly still: RefObject<HTMLCanvasElement | null>
  /** The canvas is drawn, for the first time or after a failure. */
  readonly onReady: () => void
  /** The context was lost and not restored in time. */
  readonly onLate: () => void
  readonly onFail: () => void
  /** Tries another canvas. No effect if none is available. */
  readonly onRenew: () => void
}

function LiveStage({
  document,
  pan,
  still,
  hasPins,
  label,
  background,
  onStage,
  onReady,
  onLate,
  onFail,
  onRenew,
}: LiveStageProps) {
  const { externalFetch } = useStores()
  const host = useRef<HTMLDivElement>(null)
  const isMounted = useRef(false)
  const [app, setApp] = useState<PixiApplication | null>(null)
  const [context, setContext] = useState<ContextState>('restored')

  useEffect(() => setMapReader((url) => externalFetch(new URL(url, location.href).href)), [externalFetch])

  // Carries the last frame over when the stage is replaced because overlays are needed or no longer needed.
  useEffect(() => {
    if (still.current) host.current?.append(still.current)
  }, [still])

  // If the page closes before Pixi is ready, @pixi/react still calls onInit and destroys the application afterwards.
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  useEffect(() => {
    const box = host.current
    if (!app || !box) return
    // Animations are off while editing, so that components hold still.
    const stage = makeStage(app, document, { catalog, pan, isMotionPlayed: pan === 'drag' }, box)
    if (!stage) return onFail()
    // Not the hook's i18n, which changes with the language and would recreate the stage.
    const updateLanguage = () => stage.setLanguage(getWordsKey(i18next.language))
    updateLanguage()
    i18next.on('languageChanged', updateLanguage)
    // Observe the box before others do: fitting the drawing requires a resized stage.
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
      i18next.off('languageChanged', updateLanguage)
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
    if (app) setBackground(app, background)
  }, [app, background])

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
    }, contextTimeoutMs)
    return () => clearInterval(timer)
  }, [context, onLate, onRenew])

  return (
    <div ref={host} className="stage-host" data-context={context}>
      <Application
        preference="webgl"
        antialias={false}
        autoStart={false}
        autoDensity
        resolution={Math.min(globalThis.devicePixelRatio, maxDensity)}
        background={background}
        // Alpha can only be requested when the context is created; the background is painted opaque afterwards.
        backgroundAlpha={hasPins ? 0 : 1}
        onInit={(ready) => {
          if (isMounted.current) setApp(ready)
        }}
      />
    </div>
  )
}

function setBackground(app: PixiApplication, color: string): void {
  app.renderer.background.color = color
  app.renderer.background.alpha = 1
  app.render()
}

/** Creates the stage, or returns undefined if Pixi fell back to a renderer that the engine does not support. */
function makeStage(
  app: PixiApplication,
  document: DrawingDocument,
  options: StageOptions,
  box: HTMLElement,
): Stage | undefined {
  app.renderer.resize(Math.max(1, box.clientWidth), Math.max(1, box.clientHeight))
  try {
    return createStage(app, document, prefersReducedMotion() ? { maxAnimationFps: calmFps, ...options } : options)
  } catch (thrown) {
    console.error(thrown)
    return undefined
  }
}
