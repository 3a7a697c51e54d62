import { compileExpression, quality } from '../../engine/bindings/index.ts'
import type { Operand, Quality } from '../../engine/bindings/index.ts'

/** Typical expressions, from the simplest to a selection among texts. The result covers all of them in turn. */
const sources = [
  'value * 0.1 + 4',
  'round(({p/d/a} + {p/d/b}) / 2, 1)',
  'value > 80 || {p/d/a} > 80 ? "#d0021bff" : "#9aa2aaff"',
  'if(isGood(value), clamp(mapRange(value, 4, 20, 0, 100), 0, 100), {p/d/b})',
  'mapStates(value % 4, 0, "stopped", 1, "starting", 2, "running", "fault")',
]

/** Returns evaluations per second. Each evaluation uses another value. */
export function evaluationsPerSecond({
  durationMs,
  warmUpMs,
}: {
  readonly durationMs: number
  readonly warmUpMs: number
}): number {
  const evaluates = sources.map((source) => {
    const expression = compileExpression(source)
    if (expression.problems) throw new Error(`${source}: ${expression.problems[0]?.message ?? ''}`)
    return expression.evaluate
  })
  const read = (slot: number): Operand => slot * 10 + 5
  const sense = (): Quality => quality.good
  let done = 0
  let result: Operand
  const runFor = (ms: number): number => {
    const start = performance.now()
    done = 0
    while (performance.now() - start < ms) {
      for (let x = 0; x < 1000; x++) for (const evaluate of evaluates) result = evaluate(x / 10, read, sense)
      done += 1000 * evaluates.length
    }
    return (done / (performance.now() - start)) * 1000
  }
  runFor(warmUpMs)
  const perSecond = runFor(durationMs)
  if (result === undefined) throw new Error('the last expression gave nothing')
  return perSecond
}
