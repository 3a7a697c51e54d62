export type { PinWords } from './pinLayer.ts'
export { createPins } from './pinLayer.ts'
