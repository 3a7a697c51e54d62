import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

/** Lock file fields that the rules use. */
export interface LockEntry {
  readonly license?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Packages of a lock file by path under node_modules. The project itself is ''. */
export type LockPackages = Readonly<Record<string, LockEntry>>

/** Reads the lock file of a folder; by default that of the project. */
export function readLock(folder = ''): LockPackages {
  const lock: { readonly packages: LockPackages } = JSON.parse(
    readFileSync(join(root, folder, 'package-lock.json'), 'utf8'),
  )
  return lock.packages
}

export const packageName = (place: string): string => place.split('node_modules/').pop() || 'this project'
