import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import puppeteer from 'puppeteer'
import type { TrendTimes } from './page.ts'

/*
 * Script time of uPlot and ECharts for curves, in milliseconds: first drawing, a zoom step, and one appended value per pen.
 * `npx tsx bench/trend/run.ts [--pens 8] [--points 100000] [--rounds 3]`. Rounds of both take turns, so that a slow moment slows both.
 */
const { values: options } = parseArgs({
  options: {
    pens: { type: 'string', default: '8' },
    points: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
})
const libraries = ['uplot', 'echarts'] as const
const measures = ['draw', 'zoom', 'append'] as const

declare const measureTrend: (library: 'uplot' | 'echarts', pens: number, points: number) => Promise<TrendTimes>

void main()

async function main(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
  })
  const browser = await puppeteer.launch({
    args: ['--no-sandbox', '--use-angle=swiftshader'],
    protocolTimeout: 600_000,
  })
  const times: Record<(typeof libraries)[number], TrendTimes[]> = { uplot: [], echarts: [] }
  try {
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const library of libraries) {
        const page = await browser.newPage()
        await page.setContent('<!doctype html><body></body>')
        await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
        times[library].push(
          await page.evaluate(
            (name, pens, points) => measureTrend(name, pens, points),
            library,
            Number(options.pens),
            Number(options.points),
          ),
        )
        await page.close()
      }
    }
  } finally {
    await browser.close()
  }
  const figures = {
    pens: Number(options.pens),
    points: Number(options.points),
    ...Object.fromEntries(
      libraries.map((library) => [
        library,
        Object.fromEntries(measures.map((measure) => [measure, median(times[library].map((one) => one[measure]))])),
      ]),
    ),
    load: loadavg()[0],
  }
  const text = `${JSON.stringify(figures, null, 2)}\n`
  process.stdout.write(text)
  await writeFile(join(import.meta.dirname, '../results/trend.json'), text)
}

const median = (values: readonly number[]): number =>
  Math.round((values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0) * 10) / 10
