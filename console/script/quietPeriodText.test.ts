import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { formatQuietPeriod } from './quietPeriodText.ts'

const createRow = (values: object): Row =>
  JSON.parse(
    JSON.stringify({
      id: 'l1',
      revision: 1,
      titles: {},
      createdAt: 0,
      createdBy: '',
      updatedAt: 0,
      updatedBy: '',
      ...values,
    }),
  )

test('a quiet period shows its unit, minutes or seconds', () => {
  expect(formatQuietPeriod(createRow({ silence: 5, silenceUnit: 'minute' }))).toEqual({ en: '5 min', zh: '5 分钟' })
  expect(formatQuietPeriod(createRow({ silence: 30, silenceUnit: 'second' }))).toEqual({ en: '30 s', zh: '30 秒' })
  expect(formatQuietPeriod(createRow({ silence: 0, silenceUnit: 'minute' })).zh).toBe('不静默')
})
