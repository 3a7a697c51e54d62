import type { Application } from 'pixi.js'
import { catalog, createStage, DrawingDocument, newDrawing } from '@mimic/engine'
import { CommandBus } from '@mimic/engine/commands'
import { type Id, makeComponent } from '@mimic/engine/document'

/** Live values of a group and a component, and an edited shadow, with the stage's results after each. */
export function openLive(app: Application) {
  const group = makeComponent({ type: 'group', name: 'group', rank: 'a1', x: 100, y: 100, width: 200, height: 100 })
  const [left, right] = [0, 120].map((dx) =>
    makeComponent({
      type: 'rect',
      parent: group.id,
      rank: dx === 0 ? 'a1' : 'a2',
      x: 100 + dx,
      y: 100,
      width: 80,
      height: 100,
    }),
  )
  const area = makeComponent({ type: 'polygon', rank: 'a2', x: 600, y: 100, width: 200, height: 200 })
  const document = new DrawingDocument({ ...newDrawing(), components: [group, left, right, area] })
  const stage = createStage(app, document, { catalog, pan: 'drag' })
  const bus = new CommandBus(document, catalog)
  const nameAt = (x: number, y: number): string => {
    const hit = stage.hitTest({ x, y })
    return hit === null ? 'nothing' : hit.id === left.id ? 'left' : hit.id === right.id ? 'right' : hit.type
  }
  stage.frame(0)
  const answers: Record<string, unknown> = { 'inside an area': nameAt(700, 220), 'beside an area': nameAt(605, 105) }

  const over = (id: Id, values: Readonly<Record<string, number | boolean>> | null) => {
    stage.override(id, values)
    stage.frame(0)
  }
  over(left.id, { x: 400 })
  Object.assign(answers, { 'where it was drawn': nameAt(140, 150), 'where it is now': nameAt(440, 150) })
  over(left.id, null)
  over(group.id, { visible: false })
  answers['of a hidden group'] = [stage.isVisible(left), stage.isVisible(right)]
  over(group.id, { visible: true, y: 300 })
  Object.assign(answers, { 'of a moved group': [stage.getFrame(left).y, nameAt(140, 350), nameAt(140, 150)] })
  over(group.id, null)
  answers['given back'] = [nameAt(140, 150), stage.getFrame(left).y]
  bus.run('set-props', { ids: [right.id], animation: { kind: 'slide', periodMs: 1000, dx: 0, dy: 400 } })
  stage.frame(500)
  const slid = [nameAt(260, 150), nameAt(260, 550)]
  stage.override(right.id, { animated: false })
  stage.frame(500)
  answers['slid away, then stopped'] = [...slid, nameAt(260, 150), nameAt(260, 550)]
  bus.run('set-props', { ids: [area.id], extras: { shadowLength: 40, shadowColor: '#ff0000ff' } })
  stage.frame(0)
  return { stage, answers }
}
