import { catalog } from '@mimic/engine/catalog'
import { CommandBus } from '@mimic/engine/commands'
import { DrawingDocument, makeComponent, newDrawing } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { withBends } from './selectionFilters.ts'

it('offers to reroute manually bent connectors, except locked ones, members of a locked group and parts of an instance', () => {
  const props = { bends: [0, 0, 0.5, 0.5, 1, 1] }
  const group = makeComponent({ type: 'group', name: 'group', rank: 'a', locked: true })
  const [free, held, within, straight] = [
    makeComponent({ type: 'connector', name: 'free', rank: 'b', props }),
    makeComponent({ type: 'connector', name: 'held', rank: 'c', props, locked: true }),
    makeComponent({ type: 'connector', name: 'within', rank: 'a', props, parent: group.id }),
    makeComponent({ type: 'connector', name: 'straight', rank: 'd' }),
  ]
  const document = new DrawingDocument({ ...newDrawing(), components: [group, within, free, held, straight] })
  expect(withBends(document, [group, free, held, within, straight])).toEqual([free.id])
  const made = new CommandBus(document, catalog).run('make-symbol', { ids: [free.id, straight.id], name: 'Both' })
  const inside = [...document.all()].filter(
    ({ type, parent }) => type === 'connector' && made.ok && parent === made.created?.[0],
  )
  expect([inside.length, withBends(document, inside)]).toEqual([2, []])
})
