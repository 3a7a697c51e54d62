export type { ActionState } from './actions.ts'
export { resolveAction } from './actions.ts'
export type { ActionListener, Runner, RunnerDocument, RunnerStage } from './runner.ts'
export { createRunner } from './runner.ts'
