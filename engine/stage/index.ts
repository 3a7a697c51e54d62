export type { Camera } from './camera.ts'
export type { ContextState, OverPainting, Stage, StageOptions } from './stage.ts'
export { createStage } from './stage.ts'
