import type { Problem, Words } from '../schema/index.ts'

/** A fault in an expression with its character range: `from` (from 0, inclusive) to `to` (exclusive). */
export interface Fault {
  readonly from: number
  readonly to: number
  /**
   * Stable codes. `syntax`: not an expression; `type`: can never give a result; `limit`: too long or nested too deeply;
   * `idle`: valid, but a part never has an effect.
   */
  readonly kind: 'syntax' | 'type' | 'limit' | 'idle'
  readonly words: Words
  /** Further typing can still fix the fault. */
  readonly isIncomplete: boolean
}

/** A fault as reported to the expression editor. `message` is the English text of `words`. */
export interface ExpressionProblem extends Problem {
  readonly from: number
  readonly to: number
  readonly words: Words
  readonly isIncomplete: boolean
}

export const toProblem = ({ from, to, kind, words, isIncomplete }: Fault): ExpressionProblem => ({
  path: '',
  code: `expression.${kind}`,
  message: words.en,
  from,
  to,
  words,
  isIncomplete,
})

const formatCountRange = (min: number, max: number, between: string): string =>
  min === max ? String(min) : `${min}${between}${max}`

/** Fault messages in both languages. */
export const faultWords = {
  missing: { en: 'an expression is missing', zh: '缺少表达式' },
  endsEarly: { en: 'the expression ends too early', zh: '表达式不完整' },
  operatorMissing: { en: 'an operator is missing here', zh: '此处缺少运算符' },
  tagForm: {
    en: 'write a tag as {project/device/point}; project and device contain only lowercase letters, digits and -',
    zh: '点位的写法是 {项目/设备/点}，项目和设备只用小写字母、数字和 -',
  },
  compare: { en: 'use == to compare', zh: '比较请用 ==' },
  and: { en: 'use && for "and"', zh: '“与”请写作 &&' },
  or: { en: 'use || for "or"', zh: '“或”请写作 ||' },
  braceOpen: { en: 'this brace is not closed', zh: '大括号没有闭合' },
  textOpen: { en: 'this text is not closed', zh: '文本的引号没有闭合' },
  members: { en: 'member access is not supported', zh: '不能读取成员' },
  condition: { en: 'a condition must be a number or a flag, not a text', zh: '条件应为数值或开关量，不能是文本' },
  equality: { en: 'a text never equals a number', zh: '文本与数值不可能相等' },
  equalsNull: {
    en: 'nothing equals null: use isGood(value) to test a value, or coalesce(value, 0) for a default',
    zh: '任何值都不等于 null：用 isGood(value) 判断是否已知，用 coalesce(value, 0) 补缺',
  },
  asked: { en: 'quality functions need value or a tag in braces', zh: '质量函数只能用于 value 或大括号中的点位' },
  length: (max: number): Words => ({
    en: `an expression must not exceed ${max} characters`,
    zh: `表达式最多 ${max} 个字符`,
  }),
  depth: (max: number): Words => ({ en: `nesting must not exceed ${max} levels`, zh: `嵌套超过 ${max} 层` }),
  valueMissing: (before: string): Words => ({
    en: `a value is missing before "${before}"`,
    zh: `“${before}”之前缺少值`,
  }),
  signMissing: (sign: string): Words => ({ en: `"${sign}" is missing`, zh: `缺少“${sign}”` }),
  strange: (character: string): Words => ({ en: `unexpected "${character}"`, zh: `此处不能使用“${character}”` }),
  fullWidth: (character: string, half: string): Words => ({
    en: `use ${half} instead of ${character}`,
    zh: `请用半角“${half}”代替“${character}”`,
  }),
  brackets: (name: string): Words => ({ en: `${name} is a function: add parentheses`, zh: `${name} 需要带括号调用` }),
  unknownName: (name: string): Words => ({
    en: `unknown name "${name}"; write tags in braces`,
    zh: `“${name}”未定义；点位要写在大括号里`,
  }),
  unknownFunction: (name: string): Words => ({ en: `unknown function "${name}"`, zh: `没有函数“${name}”` }),
  count: (name: string, min: number, max: number, actual: number): Words => ({
    en: `${name} expects ${formatCountRange(min, max, ' to ')} arguments, got ${actual}`,
    zh: `${name} 需要 ${formatCountRange(min, max, '–')} 个参数，现有 ${actual} 个`,
  }),
  numberForSign: (sign: string): Words => ({
    en: `"${sign}" needs a number, but this is a text`,
    zh: `“${sign}”只能用于数值，此处是文本`,
  }),
  numberForFunction: (name: string): Words => ({
    en: `${name} needs a number here, but this is a text`,
    zh: `${name} 此处需要数值，而不是文本`,
  }),
  wantsNumber: { en: 'the property needs a number, but this is a text', zh: '该属性需要数值，而此处是文本' },
  wantsText: { en: 'the property needs a text, but this is a number', zh: '该属性需要文本，而此处是数值' },
} as const
