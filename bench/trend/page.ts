import { LineChart } from 'echarts/charts'
import { DataZoomComponent, GridComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import uPlot from 'uplot'

/** Script time in milliseconds of one library. */
export interface TrendTimes {
  readonly draw: number
  readonly zoom: number
  readonly append: number
}

const [width, height] = [1400, 600]
const startMs = Date.UTC(2026, 0, 1)
const stepMs = 1000
const zoomShare = 0.5
const appends = 20
const zooms = 10

/** Columns of pens with a value each second: a daily curve with noise. */
function createData(pens: number, points: number): [number[], ...number[][]] {
  const at = Array.from({ length: points }, (_none, index) => startMs + index * stepMs)
  let seed = 1
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  return [
    at,
    ...Array.from({ length: pens }, (_none, pen) =>
      at.map((_at, index) => pen * 10 + Math.sin(index / 5000) * 4 + random()),
    ),
  ]
}

function time(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

function createPlace(): HTMLElement {
  document.body.replaceChildren()
  const place = document.createElement('div')
  place.style.cssText = `width:${width}px;height:${height}px`
  document.body.append(place)
  return place
}

/** Lets uPlot commit its batched changes and draw. */
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 50))

async function measureUplot(data: [number[], ...number[][]]): Promise<TrendTimes> {
  const place = createPlace()
  const pens = data.length - 1
  let drawnMs = 0
  const watch = async (work: () => void): Promise<number> => {
    // uPlot draws in a microtask, which belongs to the script time.
    const started = performance.now()
    work()
    await new Promise<void>((done) => queueMicrotask(() => queueMicrotask(done)))
    drawnMs = performance.now() - started
    return drawnMs
  }
  let plot!: uPlot
  const draw = await watch(() => {
    plot = new uPlot(
      {
        width,
        height,
        ms: 1,
        legend: { show: false },
        series: [{}, ...Array.from({ length: pens }, () => ({ stroke: '#2b6382', points: { show: false } }))],
      },
      data,
      place,
    )
  })
  await settle()
  const last = data[0].length - 1
  let zoom = 0
  for (let step = 0; step < zooms; step++) {
    const share = zoomShare * (step / zooms)
    zoom += await watch(() =>
      plot.setScale('x', {
        min: data[0][Math.floor(last * share)] ?? 0,
        max: data[0][Math.floor(last * (1 - share / 2))] ?? 0,
      }),
    )
    await settle()
  }
  let append = 0
  for (let step = 0; step < appends; step++) {
    append += await watch(() => {
      data[0].push((data[0].at(-1) ?? 0) + stepMs)
      for (const column of data.slice(1)) column.push(column.at(-1) ?? 0)
      plot.setData(data)
    })
    await settle()
  }
  plot.destroy()
  return { draw, zoom: zoom / zooms, append: append / appends }
}

async function measureEcharts(data: [number[], ...number[][]]): Promise<TrendTimes> {
  echarts.use([LineChart, GridComponent, DataZoomComponent, CanvasRenderer])
  const place = createPlace()
  const [at, ...columns] = data
  const createSeries = () =>
    columns.map((values) => ({
      type: 'line',
      showSymbol: false,
      // Without downsampling, ECharts draws all points: seconds instead of tenths.
      sampling: 'lttb',
      data: values.map((value, index) => [at[index], value]),
    }))
  const chart = echarts.init(place)
  const draw = time(() => {
    chart.setOption({
      animation: false,
      xAxis: { type: 'time' },
      yAxis: { type: 'value' },
      dataZoom: [{ type: 'inside' }],
      series: createSeries(),
    })
    chart.getZr().flush()
  })
  await settle()
  let zoom = 0
  for (let step = 0; step < zooms; step++) {
    const share = zoomShare * (step / zooms) * 100
    zoom += time(() => {
      chart.dispatchAction({ type: 'dataZoom', start: share, end: 100 - share / 2 })
      chart.getZr().flush()
    })
    await settle()
  }
  let append = 0
  for (let step = 0; step < appends; step++) {
    append += time(() => {
      at.push((at.at(-1) ?? 0) + stepMs)
      for (const column of columns) column.push(column.at(-1) ?? 0)
      chart.setOption({ series: createSeries() })
      chart.getZr().flush()
    })
    await settle()
  }
  chart.dispose()
  return { draw, zoom: zoom / zooms, append: append / appends }
}

Object.assign(globalThis, {
  measureTrend: (library: 'uplot' | 'echarts', pens: number, points: number): Promise<TrendTimes> =>
    library === 'uplot' ? measureUplot(createData(pens, points)) : measureEcharts(createData(pens, points)),
})
