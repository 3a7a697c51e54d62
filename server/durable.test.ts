import fs from 'node:fs'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeDirectory } from '../tests/support/directories.ts'
import { makeDirectoryDurably, renameDurably, writeDurably } from './durable.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mimic-durable-'))
})
afterEach(() => removeDirectory(directory))

it('writes a file for its owner alone, replaces one as a whole, and leaves no draft behind', async () => {
  const file = join(directory, 'secret')
  await writeDurably(file, 'one')
  await writeDurably(file, 'two')
  expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777, await readdir(directory)]).toEqual([
    'two',
    0o600,
    ['secret'],
  ])
})

it('refuses to replace a file that must be new, and keeps it', async () => {
  const file = join(directory, 'secret')
  await writeDurably(file, 'first', { isNew: true })
  await expect(writeDurably(file, 'second', { isNew: true })).rejects.toThrow('EEXIST')
  expect([await readFile(file, 'utf8'), await readdir(directory)]).toEqual(['first', ['secret']])
})

it('renames files and directories, and creates directories with those above them', async () => {
  await makeDirectoryDurably(join(directory, 'a/b/c'))
  await makeDirectoryDurably(join(directory, 'a/b/c'))
  await writeFile(join(directory, 'a/b/c/file'), 'x')
  await renameDurably(join(directory, 'a/b'), join(directory, 'moved'))
  expect(fs.readFileSync(join(directory, 'moved/c/file'), 'utf8')).toBe('x')
})
