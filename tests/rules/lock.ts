import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

/** What the rules read of one package in the lock file. */
export interface LockEntry {
  readonly license?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The packages of a lock file by their place under node_modules; the project itself is ''. */
export type LockPackages = Readonly<Record<string, LockEntry>>

/** Reads the lock file of a folder; by default that of the project. */
export function readLock(folder = ''): LockPackages {
  const lock: { readonly packages: LockPackages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8'))
  return lock.packages
}

export const packageName = (place: string): string => place.split('node_modules/').pop() || 'this project'
