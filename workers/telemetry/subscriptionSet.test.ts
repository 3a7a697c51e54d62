import { describe, expect, it } from 'vitest'
import { diffFilters, subscriptionSet } from './subscriptionSet.ts'

const tags = (...list: string[]) =>
  subscriptionSet(
    list,
    Uint32Array.from(list, (_tag, index) => index + 100),
  )

describe('a watch set', () => {
  it('subscribes the devices of its tags, their gateways and the beacon, nothing else', () => {
    const { filters, devices } = tags('street/pole-001/lamp', 'street/pole-001/power', 'tunnel/fan-01/running')
    expect([...filters]).toEqual([
      ['mimic/beacon', 0],
      ['p/street/d/pole-001/up/values', 0],
      ['p/street/d/pole-001/up/state', 1],
      ['p/street/g/+/state', 1],
      ['p/tunnel/d/fan-01/up/values', 0],
      ['p/tunnel/d/fan-01/up/state', 1],
      ['p/tunnel/g/+/state', 1],
    ])
    expect([...(devices.get('street/pole-001')?.slots ?? [])]).toEqual([
      ['lamp', 0],
      ['power', 1],
    ])
  })

  it('omits invalid tags, duplicate tags and tags without an ID', () => {
    const { devices, ignored } = subscriptionSet(
      ['street/pole-001/lamp', 'nonsense', 'street/pole-001/lamp', 'street/+/lamp', 'street/pole-002/lamp'],
      new Uint32Array(4),
    )
    expect([...devices.keys()]).toEqual(['street/pole-001'])
    expect(ignored).toBe(4)
  })

  it('changes by the difference only', () => {
    const { subscribe, unsubscribe } = diffFilters(
      tags('street/pole-001/lamp', 'street/pole-002/lamp').filters,
      tags('street/pole-002/power', 'street/pole-003/lamp').filters,
    )
    expect([...subscribe.keys()]).toEqual(['p/street/d/pole-003/up/values', 'p/street/d/pole-003/up/state'])
    expect(unsubscribe).toEqual(['p/street/d/pole-001/up/values', 'p/street/d/pole-001/up/state'])
  })
})
