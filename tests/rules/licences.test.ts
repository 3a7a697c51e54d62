import { describe, expect, it } from 'vitest'
import { packageName, readLock } from './lock.ts'
import type { LockPackages } from './lock.ts'
import { listed } from './sources.ts'

/** Licences that require only their notice; CC-BY and OFL cover data and fonts. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
  'WTFPL',
  'PostgreSQL',
])
/** Requires publication of changes to its own files only. Used by a build tool. */
const perFile = new Set(['MPL-2.0'])
/** Packages without a licence in their manifest, with the licence found in their LICENSE file or source. */
const readByUs: Readonly<Record<string, string>> = { suncalc: 'BSD-2-Clause', dequeue: 'BSD-2-Clause', precond: 'MIT' }

describe('every package has a permissive licence', () => {
  it('holds', () => {
    expect(listed([...findings(readLock()), ...findings(readLock('scripts/docsSite'))])).toBe('')
  })

  it.each([['GPL-3.0-only'], ['AGPL-3.0'], [undefined], ['SEE LICENSE IN x'], ['MIT AND GPL-2.0'], ['SSPL-1.0']])(
    'sees %s',
    (license) => {
      expect(findings({ 'node_modules/a': license === undefined ? {} : { license } })).toHaveLength(1)
    },
  )

  it.each([['MIT'], ['(MIT OR GPL-3.0-or-later)'], ['Apache-2.0 AND BSD-3-Clause'], ['0BSD']])(
    'takes %s',
    (license) => {
      expect(findings({ 'node_modules/a': { license } })).toEqual([])
    },
  )
})

function findings(packages: LockPackages): string[] {
  return Object.entries(packages)
    .filter(
      ([place, entry]) =>
        place.includes('node_modules/') && !entry.link && !isFree(entry.license ?? readByUs[packageName(place)]),
    )
    .map(
      ([place, { license = '(none said)' }]) =>
        `${packageName(place)} has the licence ${license}: take another package, or, having read the licence, ` +
        'note it in tests/rules/licences.test.ts.',
    )
}

function isFree(license: string | undefined): boolean {
  if (license === undefined) return false
  const isName = (name: string) => permissive.has(name.trim()) || perFile.has(name.trim())
  return license
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every(isName))
}
