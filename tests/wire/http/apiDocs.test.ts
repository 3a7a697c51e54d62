import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const workspace = resolve(import.meta.dirname, '../../../scripts/apiDocs')

it(
  'the API documentation builds without warnings: every export of the engine is documented',
  { tags: 'full' },
  async () => {
    const typedoc = resolve(createRequire(resolve(workspace, 'package.json')).resolve('typedoc'), '../../bin/typedoc')
    const output = await promisify(execFile)(process.execPath, [typedoc, '--emit', 'none', '--logLevel', 'Warn'], {
      cwd: workspace,
    }).then(
      ({ stdout, stderr }) => stdout + stderr,
      (error: unknown) =>
        typeof error === 'object' && error !== null && 'stdout' in error && 'stderr' in error
          ? `${String(error.stdout)}${String(error.stderr)}`
          : String(error),
    )
    expect(output).toBe('')
  },
)
