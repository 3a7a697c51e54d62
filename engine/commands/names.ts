import { nameLength } from '../document/index.ts'
import type { Component, DrawingView } from '../document/index.ts'

/** `rect 3` beside two: the specification's "type plus count", counted past the highest there is. `stem` is what the type is called here. */
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

/** Gives `pump (2)`, then `pump (3)`: a name not yet taken, needing no word of any language. */
export function freeNames(view: DrawingView, newcomers: readonly Component[]): (name: string) => string {
  const wanted = new Set(newcomers.map((component) => component.name))
  const taken = new Set<string>()
  for (const { name } of view.all()) if (name.endsWith(')') || wanted.has(name)) taken.add(name)
  const counts = new Map<string, number>()
  return (name) => {
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
    const stem = (name.endsWith(')') ? name.replace(/ \(\d{1,9}\)$/, '') : name).slice(0, nameLength - 12)
    let count = (counts.get(stem) ?? 1) + 1
    let free = `${stem} (${count})`
    while (taken.has(free)) free = `${stem} (${++count})`
    counts.set(stem, count)
    taken.add(free)
    return free
  }
}
