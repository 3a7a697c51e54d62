import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { silenceWords } from './silenceWords.ts'

const rowOf = (values: object): Row => JSON.parse(JSON.stringify({ id: 'l1', revision: 1, titles: {}, createdAt: 0, createdBy: '', updatedAt: 0, updatedBy: '', ...values }))

test('a silence says whether it is counted in minutes or in seconds', () => {
  expect(silenceWords(rowOf({ silence: 5, silenceUnit: 'minute' }))).toEqual({ en: '5 min', zh: '5 分钟' })
  expect(silenceWords(rowOf({ silence: 30, silenceUnit: 'second' }))).toEqual({ en: '30 s', zh: '30 秒' })
  expect(silenceWords(rowOf({ silence: 0, silenceUnit: 'minute' })).zh).toBe('不静默')
})
