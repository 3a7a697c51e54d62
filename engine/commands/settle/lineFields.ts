import type { Catalog } from '../base/catalog.ts'

type LineType = Pick<NonNullable<ReturnType<Catalog['get']>>, 'ends' | 'curve'> | undefined

/** Fields that determine the route of an attached line: attachments, points, routing mode and waypoints. */
export function routeFields(type: LineType): readonly string[] {
  const ends = type?.ends
  return ends ? [ends.from, ends.to, ends.points, ends.routing, ...(ends.bends === undefined ? [] : [ends.bends])] : []
}

/** All fields that determine the course of a line, including its corners. Locking a line protects these fields. */
export function courseFields(type: LineType): readonly string[] {
  return [...routeFields(type), ...(type?.curve ? [type.curve.points, type.curve.corners, type.curve.radius] : [])]
}
