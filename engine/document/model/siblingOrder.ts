import { byRank } from './tree.ts'
import type { Component } from './component.ts'

/** Returns the index of a component in a sibling list, or its insertion index. */
export function getSiblingIndex(family: readonly Component[], component: Component): number {
  let low = 0
  let high = family.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = family[middle]
    if (other && byRank(other, component) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns a sibling list with components removed and added. A few changes are made in place; many are merged into a new
 * list, because 10,000 splices in a list of 100,000 take seconds.
 */
export function updateSiblings(
  family: Component[],
  leaving: readonly Component[],
  joining: readonly Component[],
): Component[] {
  if (leaving.length + joining.length > 8)
    return mergeSiblings(family, leaving.toSorted(byRank), joining.toSorted(byRank))
  for (const component of leaving) family.splice(getSiblingIndex(family, component), 1)
  for (const component of joining) family.splice(getSiblingIndex(family, component), 0, component)
  return family
}

function mergeSiblings(
  family: readonly Component[],
  leaving: readonly Component[],
  joining: readonly Component[],
): Component[] {
  const result: Component[] = []
  let left = 0
  let next = 0
  for (const component of family) {
    if (component === leaving[left]) {
      left++
      continue
    }
    for (let other = joining[next]; other && byRank(other, component) < 0; other = joining[++next]) result.push(other)
    result.push(component)
  }
  for (let other = joining[next]; other; other = joining[++next]) result.push(other)
  return result
}
