import type { Id } from '../../document/index.ts'
import { boundsOf, snapLinesOf, type SnapLines } from '../../geometry/index.ts'
import type { ToolContext } from './tool.ts'

/** Beyond this many components on the screen there is an edge every few pixels, and snapping only gets in the way. */
const most = 2000

/** What a dragged box may come level with: the layer and the components seen around, those dragged left out. */
export function surroundings(context: ToolContext, without: ReadonlySet<Id>): SnapLines {
  const { layer } = context.document
  const page = { x: 0, y: 0, width: layer.width, height: layer.height }
  const seen = context.view.within(context.view.camera.visible)
  if (seen.length > most) return snapLinesOf([page])
  return snapLinesOf([page, ...seen.filter((component) => !without.has(component.id)).map(boundsOf)])
}
