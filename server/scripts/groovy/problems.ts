import { type Position, ScriptProblem, type Words } from '../problem.ts'

/** Constructs that scripts must not contain, by keyword, with the alternative. */
const refusals: Readonly<Record<string, Words>> = {
  class: {
    en: 'Classes are not part of the built-in subset. Use methods (def name(a) { … }) and maps.',
    zh: '内置子集不支持类，请改用方法（def name(a) { … }）和 Map。',
  },
  interface: {
    en: 'Interfaces are not part of the built-in subset. Use closures.',
    zh: '内置子集不支持接口，请改用闭包。',
  },
  enum: {
    en: 'Enums are not part of the built-in subset. Use text constants.',
    zh: '内置子集不支持枚举，请改用字符串常量。',
  },
  trait: { en: 'Traits are not part of the built-in subset. Use methods.', zh: '内置子集不支持 trait，请改用方法。' },
  record: { en: 'Records are not part of the built-in subset. Use maps.', zh: '内置子集不支持 record，请改用 Map。' },
  package: { en: 'A script has no package. Delete this line.', zh: '脚本没有包，请删除此行。' },
  synchronized: {
    en: 'synchronized is not needed: one run has one thread. Delete it.',
    zh: '每次运行只有一个线程，不需要 synchronized，请删除。',
  },
  yield: {
    en: 'yield is not part of the built-in subset. Use switch with case … : and return.',
    zh: '内置子集不支持 yield，请改用 case … : 和 return。',
  },
  goto: {
    en: 'goto is not part of Groovy. Use while, break and continue.',
    zh: 'Groovy 没有 goto，请改用 while、break 和 continue。',
  },
  super: {
    en: 'super is not part of the built-in subset: there are no classes.',
    zh: '内置子集没有类，不支持 super。',
  },
  this: {
    en: 'this is not part of the built-in subset. Call methods by name.',
    zh: '内置子集不支持 this，请直接用名称调用方法。',
  },
  '@': {
    en: 'Annotations are not part of the built-in subset. For a variable that methods can read, write it without def.',
    zh: '内置子集不支持注解。要让方法读到变量，请去掉 def。',
  },
  '::': {
    en: 'Method references with :: are not part of the built-in subset. Use a closure: { it.name() }',
    zh: '内置子集不支持 :: 方法引用，请改用闭包：{ it.name() }',
  },
  '.&': {
    en: 'Method references with .& are not part of the built-in subset. Use a closure: { name(it) }',
    zh: '内置子集不支持 .& 方法引用，请改用闭包：{ name(it) }',
  },
  '.@': {
    en: 'Direct field access with .@ is not part of the built-in subset. Use .name',
    zh: '内置子集不支持 .@ 字段访问，请改用 .name',
  },
  '$/': {
    en: 'Dollar-slashy strings are not part of the built-in subset. Use \'\'\'…\'\'\' or """…""".',
    zh: '内置子集不支持 $/…/$ 字符串，请改用 \'\'\'…\'\'\' 或 """…"""。',
  },
  '<..': {
    en: 'Ranges that leave out the start are not part of the built-in subset. Use (a + 1)..b',
    zh: '内置子集不支持左开区间，请改用 (a + 1)..b',
  },
  label: {
    en: 'Labels are not part of the built-in subset. Put the loops into a method and use return.',
    zh: '内置子集不支持标签，请把循环放进方法并用 return。',
  },
  'case->': {
    en: 'switch with -> is not part of the built-in subset. Use case value: … break',
    zh: '内置子集不支持 case ->，请改用 case value: … break',
  },
  switchValue: {
    en: 'switch as a value is not part of the built-in subset. Use it as a statement and assign in each case.',
    zh: '内置子集不支持把 switch 当作值，请作为语句使用并在每个 case 中赋值。',
  },
  resources: {
    en: 'try with resources is not part of the built-in subset: there are no files or connections.',
    zh: '脚本没有文件和连接，不支持带资源的 try。',
  },
  block: {
    en: 'A block by itself is not part of the built-in subset. Remove the braces, or use if (true) { … }',
    zh: '内置子集不支持单独的代码块，请去掉大括号或写成 if (true) { … }',
  },
  array: {
    en: 'Arrays are not part of the built-in subset. Use a list: [1, 2, 3]',
    zh: '内置子集不支持数组，请改用列表：[1, 2, 3]',
  },
  namedArguments: {
    en: 'Named arguments are not part of the built-in subset. Pass a map: f([name: value])',
    zh: '内置子集不支持命名参数，请传入 Map：f([name: value])',
  },
  anonymous: {
    en: 'Anonymous classes are not part of the built-in subset. Use a closure.',
    zh: '内置子集不支持匿名类，请改用闭包。',
  },
  lazyString: {
    en: 'Closures inside text are not part of the built-in subset. Use ${expression}',
    zh: '内置子集不支持字符串中的闭包，请改用 ${表达式}',
  },
  'switch default': { en: 'default must be the last case.', zh: 'default 必须放在最后。' },
  chain: {
    en: 'Chains of commands without brackets are not part of the built-in subset. Use brackets and dots: a(b).c(d)',
    zh: '内置子集不支持不带括号的命令链，请写成 a(b).c(d)',
  },
}

const types: Readonly<Record<string, Words>> = {
  float: { en: 'Use double or BigDecimal.', zh: '请改用 double 或 BigDecimal。' },
  Float: { en: 'Use Double or BigDecimal.', zh: '请改用 Double 或 BigDecimal。' },
  short: { en: 'Use int.', zh: '请改用 int。' },
  Short: { en: 'Use Integer.', zh: '请改用 Integer。' },
  byte: { en: 'Use int.', zh: '请改用 int。' },
  Byte: { en: 'Use Integer.', zh: '请改用 Integer。' },
  char: { en: 'Use String: text[0] is the first character.', zh: '请改用 String：text[0] 即第一个字符。' },
  Character: { en: 'Use String.', zh: '请改用 String。' },
  Date: {
    en: 'Use System.currentTimeMillis(), the time of the event in milliseconds.',
    zh: '请改用 System.currentTimeMillis()，即事件时间（毫秒）。',
  },
  Thread: { en: 'A run has one thread and must not wait.', zh: '每次运行只有一个线程，不能等待。' },
  File: { en: 'A script reads no files.', zh: '脚本不能读写文件。' },
  URL: { en: 'A script opens no connections. Use a bridge.', zh: '脚本不能打开网络连接，请使用桥接。' },
  JsonSlurper: {
    en: 'Use JSONUtil.parseObj(text) or JSONUtil.parseArray(text).',
    zh: '请改用 JSONUtil.parseObj(text) 或 JSONUtil.parseArray(text)。',
  },
  JsonOutput: { en: 'Use JSONUtil.toJsonStr(value).', zh: '请改用 JSONUtil.toJsonStr(value)。' },
}

/** Imports that a script may have: their names exist without the import as well. */
export const imports: readonly string[] = [
  'cn.hutool.json.JSONObject',
  'cn.hutool.json.JSONArray',
  'cn.hutool.json.JSONUtil',
  'cn.hutool.core.util.NumberUtil',
]

/** Refuses a construct outside the subset. */
export function refuse(at: Position, name: string, length = name.length): never {
  const words = refusals[name]
  if (words === undefined) throw new Error(`no text for the refusal of ${name}`)
  throw new ScriptProblem(at, length, words)
}

export function refuseType(at: Position, name: string): never {
  const hint = types[name] ?? { en: `Known types: def, ${knownTypes}.`, zh: `可用类型：def、${knownTypes}。` }
  throw new ScriptProblem(at, name.length, {
    en: `The type ${name} is not part of the built-in subset. ${hint.en}`,
    zh: `内置子集没有类型 ${name}。${hint.zh}`,
  })
}

export function refuseImport(at: Position, name: string): never {
  const list = imports.join(', ')
  throw new ScriptProblem(at, name.length, {
    en: `The import of ${name} is refused. Allowed imports: ${list}.`,
    zh: `不允许导入 ${name}。允许的导入：${list}。`,
  })
}

/** Refuses a word where the grammar does not allow it. `expected` names what would fit. */
export function refuseWord(at: Position, word: string, expected?: Words): never {
  const [en, zh] = expected === undefined ? ['', ''] : [` Expected: ${expected.en}.`, `此处应为：${expected.zh}。`]
  if (word === '')
    throw new ScriptProblem(at, 1, {
      en: `The script ends here, but something is missing.${en}`,
      zh: `脚本在此结束，但内容不完整。${zh}`,
    })
  throw new ScriptProblem(at, word.length, {
    en: `"${word}" is not understood here.${en}`,
    zh: `此处无法理解“${word}”。${zh}`,
  })
}

export function refuseName(
  at: Position,
  name: string,
  kind: 'name' | 'method' | 'static',
  known: Iterable<string>,
): never {
  const near = nearest(name, known)
  const instead = replacements[name]
  const hint =
    instead ?? (near === undefined ? { en: '', zh: '' } : { en: ` Did you mean ${near}?`, zh: `是否想写 ${near}？` })
  const texts: Readonly<Record<typeof kind, Words>> = {
    name: { en: `The name ${name} is unknown.${hint.en}`, zh: `未知名称 ${name}。${hint.zh}` },
    method: { en: `The built-in subset has no method ${name}.${hint.en}`, zh: `内置子集没有方法 ${name}。${hint.zh}` },
    static: { en: `The built-in subset has no ${name}.${hint.en}`, zh: `内置子集没有 ${name}。${hint.zh}` },
  }
  throw new ScriptProblem(at, name.length, texts[kind])
}

/** Methods of Groovy and Java that are left out on purpose, with what to use. */
const replacements: Readonly<Record<string, Words>> = {
  charAt: { en: ' Use text[index].', zh: '请改用 text[index]。' },
  toCharArray: { en: ' Use toList() or each { }.', zh: '请改用 toList() 或 each { }。' },
  getBytes: { en: ' Use text; bytes are not available.', zh: '请直接使用文本，脚本不能处理字节。' },
  execute: { en: ' A script starts no programs.', zh: '脚本不能启动程序。' },
  floor: { en: ' Use Math.floor(number).', zh: '请改用 Math.floor(number)。' },
  ceil: { en: ' Use Math.ceil(number).', zh: '请改用 Math.ceil(number)。' },
  sleep: { en: ' A run must not wait.', zh: '运行中不能等待。' },
  evaluate: { en: ' Code cannot be created at run time.', zh: '不能在运行时生成代码。' },
  stream: { en: ' Use each, collect, findAll and inject.', zh: '请改用 each、collect、findAll 和 inject。' },
  format: { en: ' Use String.format(pattern, values).', zh: '请改用 String.format(pattern, values)。' },
}

const knownTypes =
  'int, long, double, boolean, String, BigDecimal, BigInteger, List, Map, Set, Closure, JSONObject, JSONArray'

/** The known name with the fewest edits, if they are few enough for a typing error. */
function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = Math.min(3, Math.ceil(name.length / 3) + 1)
  for (const each of known) {
    const edits = countEdits(name.toLowerCase(), each.toLowerCase(), fewest)
    if (edits < fewest) [best, fewest] = [each, edits]
  }
  return best
}

function countEdits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? limit
}
