export type { PinWords } from './pinned.ts'
export { createPins, pinMark } from './pinLayer.ts'
