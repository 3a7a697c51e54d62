import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Vitest reporter for errors outside tests (unhandled rejections, terminated workers), which the JSON reporter omits.
 * Writes them as text to the file named by TEST_UNHANDLED.
 */
export default class {
  onTestRunEnd(_modules, unhandled) {
    const file = process.env.TEST_UNHANDLED
    if (file) writeFileSync(file, JSON.stringify(unhandled.map((error) => textOf(error))))
  }
}

function textOf({
  type = 'Unhandled',
  name,
  message = '',
  stack = '',
  VITEST_TEST_NAME: test,
  VITEST_TEST_PATH: path,
  cause,
}) {
  const where = [path, test].filter(Boolean).join(': ')
  const lines = [
    `${type}${where ? ` (${where})` : ''}`,
    stack.includes(message) ? stack : `${name ?? 'Error'}: ${message}\n${stack}`,
    ...(cause ? [`caused by ${cause.stack ?? cause.message}`] : []),
  ]
  return stripVTControlCharacters(lines.join('\n'))
}
