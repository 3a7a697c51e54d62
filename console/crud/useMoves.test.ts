import { expect, it } from 'vitest'
import { entityOf } from '../../contract/entities.ts'
import { leadsForward } from './useMoves.ts'

const forward = (name: string, state: string | number): string[] => {
  const { lifecycle } = entityOf(name)
  return Object.entries(lifecycle?.moves ?? {}).flatMap(([move, declared]) => (lifecycle && !declared.hidden && declared.from.includes(state) && leadsForward(lifecycle, state, declared) ? [move] : []))
}

it('what puts something right or on its way leads forward, and nothing takes a healthy row out of service by the button that is looked for', () => {
  expect([forward('device', 3), forward('device', 4), forward('device', 1), forward('cabinet', 2), forward('pole', 'installed'), forward('product', 'published'), forward('linkage', 'enabled'), forward('account', 'enabled')]).toEqual([[], [], [], [], [], [], [], []])
  expect([forward('pole', 'uninstalled'), forward('pole', 'failed'), forward('cabinet', 1), forward('product', 'draft'), forward('linkage', 'disabled')]).toEqual([['install'], ['install'], ['enable'], ['publish'], ['enable']])
  expect([forward('alarm', 'unconfirmed')[0], forward('workOrder', 'waiting')[0], forward('workOrder', 'dispatched')[0]]).toEqual(['confirm', 'dispatch', 'receive'])
})
