import { expect, test } from 'vitest'
import { getEntity } from '../entities.ts'
import { readValues } from '../entity/read.ts'
import { parseReceivers } from './receivers.ts'

const problems = (receivers: string) =>
  readValues(getEntity('template'), { name: 'Duty', channel: 'c', subject: 's', content: 'c', receivers }, 'create')
    .problems ?? []

test('receivers are addresses and nothing else', () => {
  expect(parseReceivers('ann@example.com, bob@example.com;ann@example.com nobody, <x@y>')).toEqual({
    addresses: ['ann@example.com', 'bob@example.com'],
    wrong: ['nobody', '<x@y>'],
    surplus: [],
  })
})

test('of receivers beyond fifty none is lost without a word, and none is called no address', () => {
  const many = Array.from({ length: 52 }, (_, n) => `p${n}@b.de`)
  expect(parseReceivers(many.join(', '))).toEqual({
    addresses: many.slice(0, 50),
    wrong: [],
    surplus: ['p50@b.de', 'p51@b.de'],
  })
  const surplus = {
    path: 'receivers',
    words: {
      en: 'At most 50 receivers, 2 too many: p50@b.de, p51@b.de',
      zh: '接收人最多 50 个，多出 2 个：p50@b.de、p51@b.de',
    },
  }
  expect(problems(many.join())).toMatchObject([surplus])
  expect(problems([...many, 'bob'].join())).toMatchObject([
    { words: { en: 'Not a valid email address or phone number: bob' } },
    surplus,
  ])
  expect(problems(many.slice(2).join())).toEqual([])
})

test('a template lists receivers that are not valid addresses', () => {
  expect(problems('ann@example.com; bob@example.com')).toEqual([])
  expect(problems('ann@example.com, bob@, carl')).toMatchObject([
    {
      path: 'receivers',
      words: { en: 'Not a valid email address or phone number: bob@, carl', zh: '不是有效的邮箱或手机号：bob@、carl' },
    },
  ])
})
