import { expect, test } from 'vitest'
import { entityOf } from '../entities.ts'
import { readValues } from '../entity/read.ts'
import { receiversIn } from './receivers.ts'

test('receivers are addresses and nothing else', () => {
  expect(receiversIn('ann@example.com, bob@example.com;ann@example.com nobody, <x@y>')).toEqual({ addresses: ['ann@example.com', 'bob@example.com'], wrong: ['nobody', '<x@y>'] })
})

test('of receivers beyond fifty none is lost without a word', () => {
  const many = Array.from({ length: 52 }, (_, n) => `p${n}@example.com`)
  expect(receiversIn(many.join(', '))).toEqual({ addresses: many.slice(0, 50), wrong: ['p50@example.com', 'p51@example.com'] })
})
test('a template says which of its receivers is no address', () => {
  const problems = (receivers: string) => readValues(entityOf('template'), { name: 'Duty', channel: 'c', subject: 's', content: 'c', receivers }, 'create').problems ?? []
  expect(problems('ann@example.com; bob@example.com')).toEqual([])
  expect(problems('ann@example.com, bob@, carl')).toMatchObject([{ path: 'receivers', words: { en: 'No email address: bob@, carl', zh: '不是有效的邮箱地址：bob@、carl' } }])
})
