import { describe, expect, it } from 'vitest'
import { packageName, readLock } from './lock.ts'
import type { LockPackages } from './lock.ts'
import { listed } from './sources.ts'

describe('the lock file is whole for every platform', () => {
  it('holds', () => {
    expect(listed(findings(readLock()))).toBe('')
  })

  it('sees one platform missing', () => {
    const packages = {
      'node_modules/lint': { optionalDependencies: { '@lint/linux': '1.0.0', '@lint/mac': '1.0.0' } },
      'node_modules/lint/node_modules/@lint/linux': {},
    }
    expect(findings(packages)).toEqual([expect.stringContaining('@lint/mac')])
  })
})

/** npm silently omits a platform package missing from its registry; `npm ci` then fails on that platform. */
function findings(packages: LockPackages): string[] {
  const locked = new Set(Object.keys(packages).map(packageName))
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map(
        (name) =>
          `${name}, optional for ${packageName(place)}, is not in package-lock.json: pin ${packageName(place)} to a version that is ` +
          'whole on every platform, then npm install.',
      ),
  )
}
