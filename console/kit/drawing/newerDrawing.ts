import type { Problem, Words } from '@mimic/engine/schema'

/**
 * Message for a drawing saved by a newer version, from the problems of the server or of the local reader; `null` if
 * there is none.
 */
export const getNewerMessage = (problems: readonly Problem[]): Words | null =>
  problems.find(({ code }) => code === 'drawing.newer')?.words ?? null
