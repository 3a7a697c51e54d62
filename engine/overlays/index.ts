export type { OverlayTexts } from './overlay.ts'
export { createOverlays, overlayAttribute } from './overlayLayer.ts'
