import type { Row } from './passes.ts'
import { judge } from './targets.ts'
import type { Target, Verdict } from './targets.ts'

const engines = ['mimic', 'meta2d', 'konva', 'svg', 'pixi', 'floor'] as const

/** Returns the results as a table: a line per measure, a column per engine, then each target with its result. */
export function table(rows: readonly Row[]): string {
  const measures = [...new Set(rows.map((row) => row.measure))]
  const head = ['measure', 'n', 'u', ...engines, 'unit']
  const body = measures.map((measure) => {
    const ofMeasure = rows.filter((row) => row.measure === measure)
    const first = ofMeasure[0]
    const cells = engines.map((engine) => ofMeasure.find((row) => row.engine === engine)?.value.toString() ?? '–')
    return [measure, String(first?.n ?? ''), String(first?.u ?? ''), ...cells, first?.unit ?? '']
  })
  return `${aligned([head, ...body])}\n\n${aligned(judge(rows).map(line))}`
}

function line({ target, reached, met }: Verdict): string[] {
  const against = target.peer === undefined ? '' : `× ${target.peer}`
  return [met ? 'reached' : 'MISSED ', target.measure, reached.toPrecision(3), against, bound(target)]
}

function bound({ max, min, peer }: Target): string {
  const formatRatio = (value: number) =>
    peer !== undefined && value < 1 ? `1/${Math.round(1 / value)}` : String(value)
  return max === undefined ? `at least ${formatRatio(min ?? 0)}` : `at most ${formatRatio(max)}`
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
