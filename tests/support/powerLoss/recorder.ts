import { execFileSync } from 'node:child_process'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Recording file operations requires Linux and a C compiler. */
export function canRecord(): boolean {
  if (process.platform !== 'linux') return false
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface Recorder {
  /** Environment that records a server and its child processes. */
  readonly env: Readonly<Record<string, string>>
  readonly log: string
  /** Current length of the log in bytes. */
  position(): number
}

/**
 * Builds the recorder for files below `root`. Library and log are written to `directory`, which every account must be
 * able to access.
 */
export function buildRecorder(directory: string, root: string): Recorder {
  const [library, log] = [join(directory, 'recorder.so'), join(directory, 'operations')]
  execFileSync('cc', [
    '-shared',
    '-fPIC',
    '-O2',
    `-DROOT="${root}"`,
    `-DLOG="${log}"`,
    '-o',
    library,
    join(import.meta.dirname, 'recorder.c'),
    '-ldl',
  ])
  writeFileSync(log, '')
  // When tests run as root, the database runs under another account.
  chmodSync(log, 0o666)
  chmodSync(library, 0o755)
  return { env: { LD_PRELOAD: library }, log, position: () => statSync(log).size }
}
