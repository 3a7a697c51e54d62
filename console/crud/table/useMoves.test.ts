import { expect, it } from 'vitest'
import { entities } from '../../../contract/entities.ts'
import { leadsForward } from './useMoves.ts'

/** Highlighted transition by entity and state; `null` if there is none. */
const accented = Object.fromEntries(
  entities.flatMap(({ name, lifecycle }) =>
    lifecycle
      ? [
          [
            name,
            Object.fromEntries(
              lifecycle.states.map(({ value }) => {
                const forward = Object.entries(lifecycle.moves).find(
                  ([, move]) => !move.hidden && move.from.includes(value) && leadsForward(lifecycle, value, move),
                )
                return [value, forward?.[0] ?? null]
              }),
            ),
          ],
        ]
      : [],
  ),
)

it('highlights the move that advances the lifecycle in every state, and never one that takes a healthy object out of service', () => {
  const [installed, enabled] = [
    { uninstalled: 'install', failed: 'install', installing: null, uninstalling: null, installed: null },
    { disabled: 'enable', enabled: null },
  ]
  expect(accented).toEqual({
    account: enabled,
    plugin: enabled,
    scene: enabled,
    linkage: enabled,
    script: enabled,
    pole: installed,
    loop: installed,
    sensor: installed,
    cabinet: { 1: 'enable', 2: null },
    device: { 1: null, 2: 'enable', 3: null, 4: null },
    product: { draft: 'publish', published: null },
    upgrade: { waiting: 'start', running: null, done: null, stopped: 'start' },
    tunnel: { import: 'beginMarking', mark: 'completeMarking', done: null },
    alarm: { unconfirmed: 'confirm', shelved: 'confirm', confirmed: null },
    workOrder: { waiting: 'dispatch', dispatched: 'receive', processed: 'end', abnormal: 'dispatch', ended: null },
    job: { paused: 'resume', running: null },
    bridge: { none: null, connecting: null, connected: null },
  })
})
