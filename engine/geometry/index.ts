export { alignBoxes, alignments, distributeBoxes } from './align.ts'
export type { Alignment, Placed, Shift } from './align.ts'
export {
  getBounds,
  boxBetween,
  getCentre,
  containsBox,
  containsPoint,
  getCorners,
  expandBox,
  intersects,
  isOnScreen,
  normalAngle,
  rotatePoint,
  tidy,
  getRotation,
  unionBoxes,
} from './box.ts'
export type { Box, Frame, Point } from './box.ts'
export {
  boxesWithout,
  fitPath,
  minSide,
  meetsPath,
  nearestOnPath,
  sharesToPath,
  shareToPoint,
  pointToShare,
  pathToShares,
} from './path.ts'
export type { FittedPath, Placement } from './path.ts'
export { withPointCount } from './pointCount.ts'
export { crossesItself, getSegmentRelation, getSideRelation, getSide, getSideOfCorner } from './crossing.ts'
export { buildCurvedPath } from './curve.ts'
export type { CurvedPath } from './curve.ts'
export { mirrorFrames } from './mirror.ts'
export type { Mirrored } from './mirror.ts'
export {
  angleTo,
  handleDirection,
  handles,
  resizeTo,
  resizeFrame,
  resizeFrames,
  rotateFrames,
  snapAngle,
} from './resize.ts'
export type { Handle, ResizeOptions } from './resize.ts'
export { getDirection, routeGap, routeOrthogonal } from './route.ts'
export type { RouteEnd, Side } from './route.ts'
export { routeAround, routeThrough } from './routeAround.ts'
export type { ObstaclesIn } from './routeAround.ts'
export { snapBox, snapCoordinate, getSnapLines, snapToGrid } from './snap.ts'
export type { Guide, Snap, SnapLines } from './snap.ts'
export { getNeighbours, snapMove, snapValue } from './snapGuides.ts'
export type { GapMark, Neighbours, SnappedBox, SnapRules } from './snapGuides.ts'
export { SpatialIndex } from './spatialIndex.ts'
