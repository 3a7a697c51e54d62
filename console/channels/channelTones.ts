/** Colour of the tag of a channel state. */
export const channelTones = {
  off: 'default',
  stopped: 'error',
  connecting: 'processing',
  waiting: 'processing',
  connected: 'success',
  failed: 'error',
} as const
