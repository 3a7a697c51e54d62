/** Callbacks of a player. */
export interface PlayerCallbacks {
  /** The stream has ended or failed. */
  readonly onLost: () => void
}

/**
 * Attaches a live stream to a video element. Resolves to a function that closes the stream. Rejects if the browser
 * cannot play it or the server refuses it. `signal` aborts the opening.
 */
export type Player = (
  video: HTMLVideoElement,
  url: string,
  callbacks: PlayerCallbacks,
  signal: AbortSignal,
) => Promise<() => void>
