import { afterEach, expect, test } from 'vitest'
import { readFields } from '../entity/read.ts'
import { delayLimit } from './delayLimit.ts'
import { linkage } from './linkage.ts'

afterEach(() => delayLimit.choose(90))

const codesOf = (delay: number): readonly string[] =>
  readFields({ delay: linkage.fields.delay }, { delay }).problems?.map(({ code }) => code) ?? []

test('section 5: delay 0-90 seconds', () => {
  expect([-1, 0, 90, 91, 600].map(codesOf)).toEqual([['range'], [], [], ['range'], ['range']])
  expect(linkage.fields.delay.help).toEqual({
    en: 'At most 90 s. Delayed actions are lost when the server restarts.',
    zh: '最长 90 秒；延时期间服务重启则不再执行',
  })
})

test('section 5: 0-600 where an installation keeps to the other reading', () => {
  delayLimit.choose(600)
  expect([-1, 0, 91, 600, 601].map(codesOf)).toEqual([['range'], [], [], [], ['range']])
  expect(linkage.fields.delay.help).toEqual({
    en: 'At most 600 s. Delayed actions are lost when the server restarts.',
    zh: '最长 600 秒；延时期间服务重启则不再执行',
  })
})
