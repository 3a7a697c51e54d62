import { expect, it } from 'vitest'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { formatBytes } from './formatBytes.ts'
import { installJobs } from './index.ts'

it('formats large disk sizes in gigabytes and terabytes', () => {
  expect([0, 3.25 * 1024 ** 2, 76523.1 * 1024 ** 2, 2 * 1024 ** 4].map(formatBytes)).toEqual([
    '0 MB',
    '3.3 MB',
    '74.7 GB',
    '2 TB',
  ])
})

it('names the jobs of a new installation in its language', async () => {
  const namesIn = async (language: 'en-us' | 'zh-cn'): Promise<unknown[]> => {
    const made: { values: EntityValues }[] = []
    await installJobs(
      {
        add: (_caller, rows) =>
          Promise.resolve(
            rows.map((row, index) => {
              made.push(row)
              return String(index)
            }),
          ),
      },
      Date.UTC(2026, 0, 1),
      language,
    )
    return made.map(({ values }) => values['name'])
  }
  expect(await namesIn('en-us')).toContain('Backup, every night')
  expect(await namesIn('zh-cn')).toEqual([
    '每小时抄表',
    '每晚清理日志',
    '每小时检查存储空间',
    '每周日整理数据库',
    '每晚备份',
    '每周日试恢复备份',
  ])
})
