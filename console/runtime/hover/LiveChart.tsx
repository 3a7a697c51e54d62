import { openChart, getPictures, type Component, type OpenChart, type Stage } from '@mimic/engine'
import { catalog, resolveProps } from '@mimic/engine/catalog'
import { useEffect, useRef } from 'react'
import { hoverMark } from './hover.ts'
import type { Running } from '../running.ts'

interface LiveChartProps {
  readonly running: Running
  readonly component: Component
  /** Called when the component's chart is open. */
  readonly onOpen: () => void
}

/**
 * Interactive chart over the painted chart of a component while the pointer is on it. Renders nothing and loads no
 * library for components without a chart.
 */
export function LiveChart({ running: { stage, runner }, component, onOpen }: LiveChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const onOpenRef = useRef(onOpen)
  useEffect(() => {
    onOpenRef.current = onOpen
  }, [onOpen])

  useEffect(() => {
    const element = place.current
    const first = findChart(stage, component)
    if (!element || !first) return
    let chart: OpenChart | null = null
    let isOver = false
    let shown = first
    let isDirty = true
    const layout = (): void => {
      Object.assign(element.style, computeLayout(stage, component, shown))
    }
    layout()
    void openChart(element, first.picture, first.width, first.height).then((opened) => {
      if (isOver) return opened.destroy()
      chart = opened
      onOpenRef.current()
    })
    const endings = [
      stage.camera.onMoved(layout),
      stage.onLive((id) => {
        isDirty ||= id === component.id
      }),
      stage.beforeDraw(() => {
        if (!isDirty || !chart) return
        isDirty = false
        const next = findChart(stage, component)
        if (!next || next.picture.key === shown.picture.key) return
        if (next.width !== shown.width || next.height !== shown.height) chart.resize(next.width, next.height)
        shown = next
        chart.update(next.picture)
        layout()
      }),
    ]
    return () => {
      isOver = true
      for (const end of endings) end()
      chart?.destroy()
    }
  }, [stage, component])

  return (
    <div
      ref={place}
      {...hoverMark}
      className="live-chart"
      onClick={() => {
        runner.activate(component.id)
      }}
      aria-hidden
    />
  )
}

type Shown = ReturnType<typeof getPictures>[number]

function findChart(stage: Stage, component: Component): Shown | undefined {
  const type = catalog.get(component.type)
  if (!type) return undefined
  const live = stage.getLive(component.id)?.values ?? {}
  const props = resolveProps(type, component.props, live)
  const { width, height } = getBox(component, live)
  return getPictures(type, props, { width, height }).find(({ picture }) => picture.painter === 'chart')
}

function computeLayout(stage: Stage, component: Component, { x, y, width, height }: Shown) {
  const box = getBox(component, stage.getLive(component.id)?.values ?? {})
  const { scale } = stage.camera
  const at = stage.camera.toScreen(box)
  // Rotate around the centre of the component's box; the picture is at x, y inside it.
  const transform =
    box.angleDeg === 0
      ? ''
      : `translate(${box.width / 2}px,${box.height / 2}px) rotate(${box.angleDeg}deg) translate(${-box.width / 2}px,${-box.height / 2}px)`
  return {
    width: `${width}px`,
    height: `${height}px`,
    transform: `translate(${at.x}px,${at.y}px) scale(${scale}) ${transform} translate(${x}px,${y}px)`,
  }
}

function getBox(component: Component, live: Readonly<Record<string, unknown>>) {
  const of = (name: 'x' | 'y' | 'width' | 'height' | 'angleDeg'): number => {
    const value = live[name]
    return typeof value === 'number' && Number.isFinite(value) ? value : component[name]
  }
  return {
    x: of('x'),
    y: of('y'),
    width: Math.max(0, of('width')),
    height: Math.max(0, of('height')),
    angleDeg: of('angleDeg'),
  }
}
