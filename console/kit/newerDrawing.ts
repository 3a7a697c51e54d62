import type { Problem, Words } from '@mimic/engine/schema'

/** What to say of a drawing that a newer program has saved, by the problems that the server or our own reader has with it; null for every other. */
export const wordsOfNewer = (problems: readonly Problem[]): Words | null => problems.find(({ code }) => code === 'drawing.newer')?.words ?? null
