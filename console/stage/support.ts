/**
 * Whether this browser can draw at present: asked before pixi is, because pixi answers a missing WebGL2 with a slower
 * renderer or a promise that nobody hears fail. Not remembered: a driver that crashed takes it away, and may bring it back.
 */
export function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
