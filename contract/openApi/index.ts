export { createOpenApi } from './document.ts'
export type { OpenApi } from './shape.ts'
