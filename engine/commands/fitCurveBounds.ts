import { ancestorsOf, patched, recordProblem } from '../document/index.ts'
import { curvedPath, fitPath, leastSide, pathOf, sharesOfPath } from '../geometry/index.ts'
import { rejectRecord } from './result.ts'
import type { Component } from '../document/index.ts'
import type { Catalog } from './catalog.ts'
import type { Overlay } from './overlay.ts'

/**
 * Expands the box of every smooth line that a transaction reshaped so that it contains the curve, which can extend
 * beyond its points. The points do not move. Runs once per transaction so that every bounds query covers the visible
 * curve. Straight and rounded lines stay within their points; the code that writes them fits their box.
 */
export function fitCurveBounds(overlay: Overlay, catalog: Catalog): void {
  for (const [before, after] of overlay.changes()) {
    if (!after || (before && before.props === after.props && before.width === after.width && before.height === after.height)) continue
    if (!isSmooth(after, catalog) && !(before && isSmooth(before, catalog))) continue
    // The symbol determines the shape of a line inside an instance.
    if (ancestorsOf(overlay, after).some(({ link }) => link)) continue
    const fitted = before?.props === after.props ? withSize(after, catalog) : withCurveInside(after, catalog)
    if (fitted !== after) overlay.put(after, fitted)
  }
}

/**
 * Resizes a smooth line so that its curve, not its points, fills the requested box. The curve does not scale linearly
 * with the points, so the size is approached iteratively. A straight line keeps the minimum height.
 */
function withSize(line: Component, catalog: Catalog): Component {
  const wished = { width: Math.max(line.width, leastSide), height: Math.max(line.height, leastSide) }
  let given = line
  let fitted = withCurveInside(given, catalog)
  for (let round = 0; round < roundsAtMost && !(isNear(fitted.width, wished.width) && isNear(fitted.height, wished.height)); round++) {
    const width = given.width * (fitted.width > leastSide ? wished.width / fitted.width : 1)
    const height = given.height * (fitted.height > leastSide ? wished.height / fitted.height : 1)
    given = patched(line, { x: line.x + (line.width - width) / 2, y: line.y + (line.height - height) / 2, width, height })
    fitted = withCurveInside(given, catalog)
  }
  return fitted === line ? line : patched(fitted, {
    ...(isNear(fitted.width, line.width) && { x: line.x, width: line.width }), ...(isNear(fitted.height, line.height) && { y: line.y, height: line.height }),
  })
}

/** Each round reduces the size error about tenfold. */
const roundsAtMost = 5

/** Returns a smooth line with a box that contains its curve; other lines with a box that contains their points. */
export function withCurveInside(line: Component, catalog: Catalog): Component {
  const type = catalog.get(line.type)
  if (!type?.curve) return line
  const valueOf = (field: string): unknown => line.props[field] ?? type.fields[field]?.default
  const shares = valueOf(type.curve.points)
  if (!Array.isArray(shares)) return line
  const points = pathOf(line, shares)
  const curve = curvedPath(points, valueOf(type.curve.corners), valueOf(type.curve.radius))
  const { box, shares: fitted } = fitPath(line, [...points, ...(curve?.path ?? [])])
  if (isNear(box.x, line.x) && isNear(box.y, line.y) && isNear(box.width, line.width) && isNear(box.height, line.height)) return line
  const props = { ...line.props, [type.curve.points]: fitted.slice(0, shares.length) }
  // Waypoints are stored as fractions of the box too.
  const bends = type.ends?.bends
  const stops = bends === undefined ? undefined : line.props[bends]
  if (bends !== undefined && Array.isArray(stops)) props[bends] = sharesOfPath({ ...line, ...box }, pathOf(line, stops))
  const laid = patched(line, { ...box, props })
  const problem = recordProblem(laid)
  if (problem) throw rejectRecord(problem)
  return laid
}

function isSmooth(component: Component, catalog: Catalog): boolean {
  const curve = catalog.get(component.type)?.curve
  return curve !== undefined && component.props[curve.corners] === 'smooth'
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.01
