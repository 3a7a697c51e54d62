import { limits } from '../../contract/limits.ts'

/** Says that a part of the console did not come, and why: it took too long, or it is not there (specification, section 8). */
export class ChunkFailure extends Error {
  readonly reason: 'timeout' | 'missing'

  constructor(reason: 'timeout' | 'missing', cause?: unknown) {
    super(`Loading chunk failed (${reason})`, { cause })
    this.name = 'ChunkFailure'
    this.reason = reason
  }
}

/** Loads a part of the console; one that has not come after 120 s will not, and one that cannot be had fails at once. */
export async function loadChunk<Part>(load: () => Promise<Part>, timeoutMs: number = limits.chunkTimeoutMs): Promise<Part> {
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
