import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Progress, Upgrade } from '../../contract/telemetry/index.ts'

export type Report = Pick<Progress, 'state' | 'percent'> & { readonly code?: string }

const stepMs = 400
const steps = 5

/**
 * Does what a device does when it is told to upgrade: fetches the file, checks that it is what was meant, installs it and says how
 * far it is. A virtual device has nowhere to install to, so that part is only its time.
 */
export async function upgrade({ url, bytes, sha256, expiresAt }: Upgrade, report: (progress: Report) => void, signal: AbortSignal): Promise<void> {
  if (expiresAt <= Date.now()) return report({ state: 'failed', percent: 0, code: 'expired' })
  report({ state: 'downloading', percent: 0 })
  try {
    const response = await fetch(url, { signal, redirect: 'error' })
    if (!response.ok || !response.body) return report({ state: 'failed', percent: 0, code: `http-${response.status}` })
    const hash = createHash('sha256')
    let count = 0
    for await (const chunk of response.body) {
      count += chunk.length
      if (count > bytes) return report({ state: 'failed', percent: 0, code: 'size' })
      hash.update(chunk)
    }
    if (hash.digest('hex') !== sha256) return report({ state: 'failed', percent: 50, code: 'checksum' })
    for (let step = 0; step <= steps; step++) {
      report({ state: 'installing', percent: 50 + (step * 45) / steps })
      await pause(stepMs, undefined, { signal, ref: false })
    }
    report({ state: 'done', percent: 100 })
  } catch (cause) {
    if (!signal.aborted) report({ state: 'failed', percent: 0, code: cause instanceof TypeError ? 'unreachable' : 'failed' })
  }
}
