export { alignBoxes, distributeBoxes } from './align.ts'
export type { Alignment, Placed, Shift } from './align.ts'
export {
  boundsOf, boxBetween, centreOf, containsBox, containsPoint, cornersOf, expandBox, intersects, normalAngle, rotatePoint, turnOf, unionBoxes,
} from './box.ts'
export type { Box, Frame, Point } from './box.ts'
export { angleTo, handleDirection, handles, resizeFrame, resizeFrames, rotateFrames, snapAngle } from './resize.ts'
export type { Handle, ResizeOptions } from './resize.ts'
export { snapBox, snapCoordinate, snapLinesOf, snapToGrid } from './snap.ts'
export type { Guide, Snap, SnapLines } from './snap.ts'
export { SpatialIndex } from './spatialIndex.ts'
