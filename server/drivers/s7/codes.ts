import type { Words } from '@mimic/engine/schema'
import { describeCommon, describeUnknown } from '../codes.ts'
import type { CodeMeaning } from '../driver.ts'

/** Return codes of an item, and errors of a whole request as class and code. */
const words: Readonly<Record<string, Words>> = {
  'item 1': { en: 'hardware fault', zh: '硬件故障' },
  'item 3': {
    en: 'access denied: allow PUT/GET in the protection settings of the controller',
    zh: '访问被拒绝：请在控制器的保护设置中允许 PUT/GET 访问',
  },
  'item 5': {
    en: 'the controller has no such address; a data block must not have optimized access',
    zh: '控制器没有该地址；数据块不能启用“优化的块访问”',
  },
  'item 6': { en: 'the controller does not support this data type', zh: '控制器不支持该数据类型' },
  'item 7': { en: 'data type and size do not match', zh: '数据类型与长度不符' },
  'item 10': { en: 'the data block does not exist', zh: '数据块不存在' },
  'request 8104': {
    en: 'the controller does not allow this: allow PUT/GET in its protection settings',
    zh: '控制器不允许该操作：请在其保护设置中允许 PUT/GET 访问',
  },
  'request 8500': { en: 'the request is too large', zh: '请求过大' },
  rejected: {
    en: 'the controller rejects the connection: check rack and slot',
    zh: '控制器拒绝连接：请检查机架号和槽号',
  },
}

/** Returns quality and words of a code. */
export function describeS7(code: string): CodeMeaning {
  const common = describeCommon(code)
  if (common) return common
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  if (!known) return describeUnknown(code)
  return code.includes(' ')
    ? { quality: 2, words: { en: `${known.en} (${code})`, zh: `${known.zh}（${code}）` } }
    : { quality: 2, words: known }
}
