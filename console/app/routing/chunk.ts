import { limits } from '../../../contract/limits.ts'

/** Thrown when a chunk of the console could not be loaded: it timed out or is missing (specification, section 8). */
export class ChunkFailure extends Error {
  readonly reason: 'timeout' | 'missing'

  constructor(reason: 'timeout' | 'missing', cause?: unknown) {
    super(`Loading chunk failed (${reason})`, { cause })
    this.name = 'ChunkFailure'
    this.reason = reason
  }
}

/**
 * Loads a chunk of the console. Throws `ChunkFailure` after `timeoutMs` (120 s), or immediately if the chunk cannot be
 * loaded.
 */
export async function loadChunk<Part>(
  load: () => Promise<Part>,
  timeoutMs: number = limits.chunkTimeoutMs,
): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkFailure('timeout')), timeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw cause instanceof ChunkFailure ? cause : new ChunkFailure('missing', cause)
  } finally {
    clearTimeout(timer)
  }
}
