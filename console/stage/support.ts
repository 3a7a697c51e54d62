/**
 * Returns true if WebGL2 is available. Checked before Pixi starts, which would fall back to a slower renderer or leave
 * a rejection unhandled. Not cached, because availability changes after a driver crash.
 */
export function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
