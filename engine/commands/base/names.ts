import { nameLength } from '../../document/index.ts'
import type { DrawingView } from '../../document/index.ts'

/**
 * Returns the next default name, for example `rect 3` if two exist (specification: type plus count). The number is
 * above the highest existing one. `stem` is the localized type name.
 */
export function nextName(view: DrawingView, type: string, stem: string): string {
  let count = 0
  let highest = 0
  for (const component of view.all()) {
    if (component.type !== type) continue
    count++
    const end = component.name.startsWith(`${stem} `) ? Number(component.name.slice(stem.length + 1)) : 0
    if (Number.isInteger(end) && end > highest && end < 1e9) highest = end
  }
  return `${stem} ${Math.max(count, highest) + 1}`
}

/**
 * Returns a function that makes names unique: `pump (2)`, `pump (3)`. Language-neutral. Needs a few lookups per name,
 * independent of the size of the drawing and the number of copies.
 */
export function freeNames(view: Pick<DrawingView, 'countByName'>): (name: string) => string {
  const reserved = new Set<string>()
  const counts = new Map<string, number>()
  const isTaken = (name: string): boolean => reserved.has(name) || view.countByName(name) > 0
  return (name) => {
    let free = name
    if (isTaken(name)) {
      const stem = (name.endsWith(')') ? name.replace(/ \(\d{1,9}\)$/, '') : name).slice(0, nameLength - 12)
      const count = firstFree((counts.get(stem) ?? 1) + 1, (number) => isTaken(`${stem} (${number})`))
      counts.set(stem, count)
      free = `${stem} (${count})`
    }
    reserved.add(free)
    return free
  }
}

/** Finds a free number by exponential and binary search; the lowest one if the used numbers have no gaps. */
function firstFree(from: number, isTaken: (number: number) => boolean): number {
  if (!isTaken(from)) return from
  let lastUsed = from
  let step = 1
  while (isTaken(lastUsed + step)) {
    lastUsed += step
    step *= 2
  }
  let free = lastUsed + step
  while (free - lastUsed > 1) {
    const middle = Math.floor((lastUsed + free) / 2)
    if (isTaken(middle)) lastUsed = middle
    else free = middle
  }
  return free
}
