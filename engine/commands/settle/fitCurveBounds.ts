import { getAncestors, patchRecord, recordProblem } from '../../document/index.ts'
import { buildCurvedPath, fitPath, minSide, sharesToPath, pathToShares } from '../../geometry/index.ts'
import { rejectRecord } from '../base/result.ts'
import type { Component } from '../../document/index.ts'
import type { Catalog } from '../base/catalog.ts'
import type { Overlay } from '../base/overlay.ts'

/**
 * Expands the box of every smooth line that a transaction reshaped so that it contains the curve, which can extend
 * beyond its points. The points do not move. Runs once per transaction so that every bounds query covers the visible
 * curve. Straight and rounded lines stay within their points; the code that writes them fits their box.
 */
export function fitCurveBounds(overlay: Overlay, catalog: Catalog): void {
  for (const [before, after] of overlay.changes()) {
    if (
      !after ||
      (before && before.props === after.props && before.width === after.width && before.height === after.height)
    )
      continue
    if (!isSmooth(after, catalog) && !(before && isSmooth(before, catalog))) continue
    // The symbol determines the shape of a line inside an instance.
    if (getAncestors(overlay, after).some(({ link }) => link)) continue
    const fitted = before?.props === after.props ? withSize(after, catalog) : withCurveInside(after, catalog)
    if (fitted !== after) overlay.put(after, fitted)
  }
}

/**
 * Resizes a smooth line so that its curve, not its points, fills the requested box. The curve does not scale linearly
 * with the points, so the size is approached iteratively. A straight line keeps the minimum height.
 */
function withSize(line: Component, catalog: Catalog): Component {
  const targetSize = { width: Math.max(line.width, minSide), height: Math.max(line.height, minSide) }
  let current = line
  let fitted = withCurveInside(current, catalog)
  for (
    let round = 0;
    round < maxRounds && !(isNear(fitted.width, targetSize.width) && isNear(fitted.height, targetSize.height));
    round++
  ) {
    const width = current.width * (fitted.width > minSide ? targetSize.width / fitted.width : 1)
    const height = current.height * (fitted.height > minSide ? targetSize.height / fitted.height : 1)
    current = patchRecord(line, {
      x: line.x + (line.width - width) / 2,
      y: line.y + (line.height - height) / 2,
      width,
      height,
    })
    fitted = withCurveInside(current, catalog)
  }
  return fitted === line
    ? line
    : patchRecord(fitted, {
        ...(isNear(fitted.width, line.width) && { x: line.x, width: line.width }),
        ...(isNear(fitted.height, line.height) && { y: line.y, height: line.height }),
      })
}

/** Each round reduces the size error about tenfold. */
const maxRounds = 5

/** Returns a smooth line with a box that contains its curve; other lines with a box that contains their points. */
export function withCurveInside(line: Component, catalog: Catalog): Component {
  const type = catalog.get(line.type)
  if (!type?.curve) return line
  const getValue = (field: string): unknown => line.props[field] ?? type.fields[field]?.default
  const shares = getValue(type.curve.points)
  if (!Array.isArray(shares)) return line
  const points = sharesToPath(line, shares)
  const curve = buildCurvedPath(points, getValue(type.curve.corners), getValue(type.curve.radius))
  const { box, shares: fitted } = fitPath(line, [...points, ...(curve?.path ?? [])])
  if (
    isNear(box.x, line.x) &&
    isNear(box.y, line.y) &&
    isNear(box.width, line.width) &&
    isNear(box.height, line.height)
  )
    return line
  const props = { ...line.props, [type.curve.points]: fitted.slice(0, shares.length) }
  // Waypoints are stored as fractions of the box too.
  const bends = type.ends?.bends
  const stops = bends === undefined ? undefined : line.props[bends]
  if (bends !== undefined && Array.isArray(stops))
    props[bends] = pathToShares({ ...line, ...box }, sharesToPath(line, stops))
  const updated = patchRecord(line, { ...box, props })
  const problem = recordProblem(updated)
  if (problem) throw rejectRecord(problem)
  return updated
}

function isSmooth(component: Component, catalog: Catalog): boolean {
  const curve = catalog.get(component.type)?.curve
  return curve !== undefined && component.props[curve.corners] === 'smooth'
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.01
