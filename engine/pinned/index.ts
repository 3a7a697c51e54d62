export type { PinWords } from './pinned.ts'
export { createPins } from './pinLayer.ts'
