import { compileGroovy } from '../../../server/scripts/groovy/compile.ts'
import { defaultLimits } from '../../../server/scripts/runner/limits.ts'
import { Sandbox } from '../../../server/scripts/runner/sandbox.ts'

const kinds: Readonly<Record<string, string>> = {
  ArrayList: 'List',
  JSONArray: 'List',
  LinkedHashMap: 'Map',
  JSONObject: 'Map',
  LinkedHashSet: 'Set',
  IntRange: 'Range',
}
/** Prints the value of a script with its type, as the table of Groovy has it. */
const showing =
  "const show = (run) => { const value = run(); println('\\u0000' + groovy.typeName(value) + ' ' + (typeof value === 'function' ? '' : template(value))); };"
/** Scripts that are loaded together: loading the runtime costs far more than a run. */
const chunk = 100

interface Result {
  readonly lines?: readonly { readonly text: string }[]
  readonly error?: { readonly type: string; readonly message: string }
}

/** Runs Groovy scripts in an engine inside this process. For each: what it printed, its value with its type, or its exception. */
export async function runGroovy(sources: readonly string[]): Promise<string[]> {
  const sandbox = await Sandbox.create(defaultLimits, () => 'null')
  const found: string[] = []
  for (let start = 0; start < sources.length; start += chunk)
    found.push(...runChunk(sandbox, sources.slice(start, start + chunk)))
  return found
}

function runChunk(sandbox: Sandbox, sources: readonly string[]): string[] {
  const compiled = sources.map((source) => compileGroovy(source))
  const bodies = compiled.map((each) => (each.problems ? '() => null' : `(() => { ${each.code}\n})()`))
  const problem = sandbox.load(
    'test',
    'groovy',
    `${showing} const runs = [${bodies.join(',\n')}]; return () => show(runs[Number(call0(msgContext, 'getTopic'))]);`,
  )
  if (problem) {
    if (sources.length > 1) return sources.flatMap((each) => runChunk(sandbox, [each]))
    return [`not loaded: ${problem.message}`]
  }
  return compiled.map((each, index) => {
    if (each.problems) return `problem ${each.problems[0]?.words.en ?? ''}`
    const ending = sandbox.run('test', JSON.stringify({ topic: String(index) }))
    return ending.kind === 'ended' ? show(JSON.parse(ending.json) as Result) : ending.kind
  })
}

function show({ lines = [], error }: Result): string {
  const all = lines.map(({ text }) => text).join('\n')
  if (error) return `${all}${all === '' ? '' : '\n'}throws ${error.type}`
  const [printed = '', end = ''] = all.split('\0')
  const [kind = '', ...value] = end.split(' ')
  return `${printed}${kinds[kind] ?? kind} ${value.join(' ')}`
}
