// Runs the snippets of snippets.txt on Groovy 4 and writes table.json: what each prints and returns there. A tool for developers: the tests read
// the table only. It needs Java 11 or later and the jars of Groovy, for example those inside the npm package npm-groovy-lint:
//   node tests/support/groovy/makeTable.mjs <folder of groovy-4.*.jar and groovy-json-4.*.jar>
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const here = import.meta.dirname
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('the folder of the Groovy jars is missing')
const jars = readdirSync(folder)
  .filter((name) => name.endsWith('.jar'))
  .map((name) => join(folder, name))
const sources = readFileSync(join(here, 'snippets.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line) => line.replaceAll('⏎', '\n'))
const output = execFileSync(
  'java',
  ['-cp', jars.join(delimiter), 'groovy.ui.GroovyMain', join(here, 'RunSnippets.groovy')],
  { input: JSON.stringify(sources), maxBuffer: 64_000_000 },
)
const outputs = JSON.parse(output.toString())
const rows = sources.map((source, index) => `  ${JSON.stringify([source, outputs[index]])}`)
writeFileSync(join(here, 'table.json'), `[\n${rows.join(',\n')}\n]\n`)
process.stdout.write(`${rows.length} snippets\n`)
