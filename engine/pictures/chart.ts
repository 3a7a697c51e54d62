import type { ChartContent } from '../components/charts/box.ts'
import { fontFamilies } from '../paint/atlas/glyphs.ts'
import { cssFill } from '../schema/index.ts'
import type { PictureCanvas, PicturePainter } from '../paint/atlas/images.ts'
import { collectCharacters, requireContent, toOption, createPlaceholder } from './content.ts'
import { fitGradients } from './gradients.ts'
import { init, type ECharts } from './library.ts'
import type { LoadText } from './mapReader.ts'
import { hasMap, loadMap } from './maps.ts'
import { svgInside } from './svgNodes.ts'

/**
 * Paints charts with ECharts onto canvases that are not part of a page. Each component keeps one chart and updates its
 * options.
 */
export const chartPainter: PicturePainter = { open: () => new ChartCanvas() }

export const noMap = 'no map data / 无地图数据'

class ChartCanvas implements PictureCanvas {
  readonly canvas = document.createElement('canvas')
  private chart: ECharts | null = null
  private scale = 0
  /** Number of paint calls; results that arrive for an earlier call are ignored. */
  private paintCount = 0

  /** Returns a promise if a map or font is still loading; it resolves after the chart has been painted again. */
  paint(data: unknown, width: number, height: number, scale: number): void | Promise<void> {
    const content = requireContent(data)
    const paintNumber = ++this.paintCount
    const chart = this.chartFor(Math.round(width), Math.round(height), scale)
    const isWaiting = content.map !== undefined && !hasMap(content.map)
    show(chart, isWaiting ? createPlaceholder(content, '…') : toOption(content))
    const awaited = arrivals(content)
    if (awaited.length === 0) return
    return Promise.all(awaited).then(() => {
      if (paintNumber === this.paintCount && this.chart) show(this.chart, getShownOption(content))
    })
  }

  destroy(): void {
    this.paintCount += 1
    this.chart?.dispose()
    this.chart = null
  }

  private chartFor(width: number, height: number, scale: number): ECharts {
    if (this.chart && this.scale !== scale) this.destroy()
    this.scale = scale
    if (!this.chart) {
      this.chart = init(this.canvas, null, { renderer: 'canvas', devicePixelRatio: scale, width, height })
      fitGradients(this.chart)
    }
    if (this.chart.getWidth() !== width || this.chart.getHeight() !== height) this.chart.resize({ width, height })
    return this.chart
  }
}

/**
 * Renders a chart as SVG content without a page, for the command line. Load its map with `loadChartMap` first; otherwise a
 * placeholder is shown.
 */
export function chartSvg(data: unknown, width: number, height: number): string {
  const content = requireContent(data)
  const chart = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  })
  try {
    chart.setOption(getShownOption(content))
    return svgInside(chart, content.map !== undefined)
  } finally {
    chart.dispose()
  }
}

/** Loads the map of a chart, if it has one. Returns the URL of a map that could not be loaded. */
export async function loadChartMap(data: unknown, load?: LoadText): Promise<string | undefined> {
  const { map } = requireContent(data)
  return map && !(await loadMap(map, load)) ? map.url : undefined
}

/** A chart with tooltips and legend on a page. Sizes are in pixels; `destroy` removes its elements. */
export interface LiveChart {
  /** Shows other data. The user's selection in the legend is kept. */
  update(data: unknown): void
  resize(width: number, height: number): void
  destroy(): void
}

/** Shows a live chart on a page, over the painted one, with tooltips and a legend, while the pointer is over it. */
export function showChart(parent: HTMLElement, data: unknown, width: number, height: number): LiveChart {
  const holder = document.createElement('div')
  Object.assign(holder.style, {
    position: 'absolute',
    inset: '0',
    boxSizing: 'border-box',
    overflow: 'hidden',
    backgroundClip: 'padding-box',
  })
  const { ground } = requireContent(data)
  // The transparent border lets the painted border show through; the background hides the painted chart.
  Object.assign(holder.style, {
    background: cssFill(ground.color, width, height),
    borderRadius: `${ground.radius}px`,
    border: `${ground.border}px solid transparent`,
  })
  const canvas = document.createElement('div')
  Object.assign(canvas.style, {
    position: 'absolute',
    left: `${-ground.border}px`,
    top: `${-ground.border}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  holder.append(canvas)
  parent.append(holder)
  const chart = init(canvas, null, { renderer: 'canvas', width, height })
  fitGradients(chart)
  const update = (next: unknown) => {
    const content = requireContent(next)
    const selected = getSelection(chart)
    const option = getShownOption(content)
    chart.setOption(selected ? { ...option, legend: { ...asObject(option['legend']), selected } } : option, {
      notMerge: true,
    })
    const { map } = content
    if (map && !hasMap(map))
      void loadMap(map).then((isThere) => {
        if (isThere && !chart.isDisposed()) update(next)
      })
  }
  update(data)
  return {
    update,
    resize(nextWidth, nextHeight) {
      Object.assign(canvas.style, { width: `${nextWidth}px`, height: `${nextHeight}px` })
      chart.resize({ width: nextWidth, height: nextHeight })
    },
    destroy() {
      chart.dispose()
      holder.remove()
    },
  }
}

function getShownOption(content: ChartContent): ReturnType<typeof toOption> {
  return content.map && !hasMap(content.map) ? createPlaceholder(content, noMap) : toOption(content)
}

function show(chart: ECharts, option: ReturnType<typeof toOption>): void {
  chart.setOption(option, { notMerge: true, lazyUpdate: false })
  const renderer = chart.getZr()
  renderer.flush()
  // A painted chart has no animation, so it needs no frame loop.
  renderer.animation.stop()
}

/** Promises of the map and font that a chart still needs. */
function arrivals(content: ChartContent): Promise<unknown>[] {
  const awaited: Promise<unknown>[] = []
  if (content.map && !hasMap(content.map)) awaited.push(loadMap(content.map))
  const font = `12px ${fontFamilies[content.family]}`
  const characters = collectCharacters(content)
  if (!document.fonts.check(font, characters)) awaited.push(document.fonts.load(font, characters).catch(() => []))
  return awaited
}

/** The user's selection of series in the legend. */
function getSelection(chart: ECharts): object | undefined {
  const { legend } = { legend: undefined, ...asObject(chart.getOption()) } satisfies { legend?: unknown }
  const first: unknown = Array.isArray(legend) ? legend[0] : undefined
  return typeof first === 'object' &&
    first !== null &&
    'selected' in first &&
    typeof first.selected === 'object' &&
    first.selected !== null
    ? first.selected
    : undefined
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
