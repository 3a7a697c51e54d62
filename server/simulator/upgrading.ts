import { createHash } from 'node:crypto'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { Progress, Upgrade } from '../../contract/telemetry/index.ts'
import type { Trust } from '../tls.ts'

export type Report = Pick<Progress, 'state' | 'percent'> & { readonly code?: string }

const stepMs = 400
const steps = 5

/**
 * Simulates a firmware upgrade: downloads the file, verifies size and checksum, and reports progress. The installation
 * is only a delay.
 */
export async function upgrade(
  { url, bytes, sha256, expiresAt }: Upgrade,
  report: (progress: Report) => void,
  signal: AbortSignal,
  trust: Trust = {},
): Promise<void> {
  if (expiresAt <= Date.now()) return report({ state: 'failed', percent: 0, code: 'expired' })
  report({ state: 'downloading', percent: 0 })
  try {
    const response = await download(new URL(url), signal, trust)
    if (response.statusCode !== 200) return report({ state: 'failed', percent: 0, code: `http-${response.statusCode}` })
    const hash = createHash('sha256')
    let count = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      // without an encoding, chunks are buffers
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
    if (!signal.aborted) report({ state: 'failed', percent: 0, code: isUnreachable(cause) ? 'unreachable' : 'failed' })
  }
}

/** Starts the download; redirects are not followed. */
function download(url: URL, signal: AbortSignal, trust: Trust): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request =
      url.protocol === 'https:' ? getSecure(url, { ...trust, signal }, done) : getPlain(url, { signal }, done)
    request.once('error', fail)
  })
}

const isUnreachable = (cause: unknown): boolean => cause instanceof Error && 'code' in cause
