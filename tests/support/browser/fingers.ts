import type { CDPSession, Page } from 'puppeteer'
import type { Place } from './tab.ts'

/** Touch, pen and palm input in screen pixels, as a browser receives it from a real screen. */
export interface Fingers {
  /** Puts down all fingers at once; those already down remain. */
  down(...fingers: readonly Place[]): Promise<void>
  /** Moves all fingers in a few steps. A finger that hardly moves for half a second counts as a long press. */
  move(...to: readonly Place[]): Promise<void>
  /** Lifts all fingers. */
  up(): Promise<void>
  /** Cancels the touch, as the system does for its own gestures. */
  cancel(): Promise<void>
  tap(at: Place): Promise<void>
  pen(action: 'down' | 'move' | 'up', at: Place): Promise<void>
}

const steps = 4

export async function fingersOn(page: Page): Promise<Fingers> {
  const devtools: CDPSession = await page.createCDPSession()
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  let touches: readonly Place[] = []
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at: readonly Place[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(({ x, y }, id) => ({ x, y, id })) })
  const fingers: Fingers = {
    async down(...at) {
      touches = at
      await send('touchStart', at)
    },
    async move(...to) {
      const from = touches
      for (let step = 1; step <= steps; step++) {
        touches = to.map(({ x, y }, index) => {
          const start = from[index] ?? { x, y }
          return { x: start.x + (x - start.x) * (step / steps), y: start.y + (y - start.y) * (step / steps) }
        })
        await send('touchMove', touches)
      }
    },
    async up() {
      touches = []
      await send('touchEnd', [])
    },
    async cancel() {
      touches = []
      await send('touchCancel', [])
    },
    async tap(at) {
      await fingers.down(at)
      await fingers.up()
    },
    async pen(action, { x, y }) {
      const isUp = action === 'up'
      await devtools.send('Input.dispatchMouseEvent', {
        type: action === 'down' ? 'mousePressed' : isUp ? 'mouseReleased' : 'mouseMoved',
        x,
        y,
        pointerType: 'pen',
        button: 'left',
        buttons: isUp ? 0 : 1,
        clickCount: action === 'move' ? 0 : 1,
        force: isUp ? 0 : 0.5,
      })
    },
  }
  return fingers
}
