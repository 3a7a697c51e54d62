import { expect, test } from 'vitest'
import { externalPublisher } from '../../../broker/index.ts'
import { Quota } from './quota.ts'

const limits = { project: { devices: 3, tags: 10 }, connection: { devices: 2, tags: 6 } }
const device = (name: string, project = 'street') => ({ project, device: name })

test('takes devices up to the limit of a connection, and others of another connection up to the limit of the project', () => {
  const quota = new Quota(limits)
  const tryAdd = (name: string, publisher: string) => quota.take(device(name), publisher, ['a'])
  expect([
    tryAdd('one', 'x'),
    tryAdd('two', 'x'),
    tryAdd('three', 'x'),
    tryAdd('three', 'y'),
    tryAdd('four', 'y'),
    tryAdd('four', 'z'),
  ]).toEqual([null, null, 'connection', null, 'project', 'project'])
  expect(quota.take(device('four', 'tunnel'), 'z', ['a'])).toBeNull()
})

test('an external broker is held by the limit of the project alone', () => {
  const quota = new Quota(limits)
  expect(['one', 'two', 'three', 'four'].map((name) => quota.take(device(name), externalPublisher, ['a']))).toEqual([
    null,
    null,
    null,
    'project',
  ])
})

test('counts a point once, also while it is not stored yet', () => {
  const quota = new Quota(limits)
  for (let n = 0; n < 20; n++) expect(quota.take(device('one'), 'x', ['a', 'b'])).toBeNull()
  expect(quota.take(device('one'), 'x', ['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('connection')
  expect(quota.take(device('one'), 'x', ['c', 'd', 'e', 'f'])).toBeNull()
  expect(quota.take(device('one'), 'x', ['h'])).toBe('connection')
})

test('the quota starts with stored devices and frees deleted ones', () => {
  const quota = new Quota(limits)
  const stored = ['one', 'two'].map((name) => ({ ...device(name), publisher: 'x', points: ['a'] }))
  quota.load(stored)
  expect(quota.take(device('three'), 'x', ['a'])).toBe('connection')
  expect(quota.take(device('two'), 'x', ['a'])).toBeNull()
  quota.load(stored.slice(1))
  expect(quota.take(device('three'), 'x', ['a'])).toBeNull()
})
