import type { Catalog } from './catalog.ts'

type LineType = Pick<NonNullable<ReturnType<Catalog['get']>>, 'ends' | 'curve'> | undefined

/** The fields that lead a line whose ends stick to something: what they stick to, and by which points it runs. */
export function leadFields(type: LineType): readonly string[] {
  const ends = type?.ends
  return ends ? [ends.from, ends.to, ends.points, ends.routing, ...(ends.bends === undefined ? [] : [ends.bends])] : []
}

/** All fields that say where a line runs, its corners among them: who holds a line in its place holds these. */
export function wayFields(type: LineType): readonly string[] {
  return [...leadFields(type), ...(type?.curve ? [type.curve.points, type.curve.corners, type.curve.radius] : [])]
}
