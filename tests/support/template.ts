import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Puts a database that is made but empty into a data directory. Making one takes four seconds and copying it a
 * tenth of one; tests start many servers. What is in it (tables, accounts) is still made by the server under test.
 */
export async function copyTemplate(root: string, dataDir: string): Promise<void> {
  const version = /"version": "([^"]+)"/.exec(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'))?.[1]
  const template = join(root, 'tests/.output/template', version ?? 'unknown')
  if (!existsSync(template)) await makeTemplate(root, template)
  await cp(template, join(dataDir, 'database'), { recursive: true })
}

/** Made beside and renamed into place: several test processes may come here at once. */
async function makeTemplate(root: string, template: string): Promise<void> {
  const draft = `${template}-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { recursive: true })
  const make = `import { PGlite } from '@electric-sql/pglite'; const db = await PGlite.create(${JSON.stringify(draft)}); await db.close()`
  await new Promise<void>((done, fail) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', make], { cwd: root, stdio: 'inherit' })
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`making the database template ended with ${code}`))))
  })
  try {
    await rename(draft, template)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(template)) throw cause
  }
}
