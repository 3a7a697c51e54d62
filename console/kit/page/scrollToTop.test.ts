import { afterEach, expect, test, vi } from 'vitest'
import { scrollToTop } from './scrollToTop.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Simulates animation frames that the test advances. */
function runFrames(prefersNoMotion = false) {
  const waiting: ((atMs: number) => void)[] = []
  vi.stubGlobal('matchMedia', () => ({ matches: prefersNoMotion }))
  vi.stubGlobal('requestAnimationFrame', (step: (atMs: number) => void) => waiting.push(step))
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  return {
    waiting,
    drawAt: (atMs: number) => {
      for (const step of waiting.splice(0)) step(atMs)
    },
  }
}

/** Element with only a scroll position. */
const scrolled = (scrollTop: number): HTMLElement => ({ scrollTop }) as HTMLElement

test('section 9: a page change scrolls to the top over 800 ms', () => {
  const { waiting, drawAt } = runFrames()
  const element = scrolled(600)
  scrollToTop(element)
  drawAt(1400)
  expect(element.scrollTop).toBeGreaterThan(0)
  expect(element.scrollTop).toBeLessThan(600)
  drawAt(1799)
  expect([element.scrollTop > 0, waiting.length]).toEqual([true, 1])
  drawAt(1800)
  expect([element.scrollTop, waiting.length]).toEqual([0, 0])
})

test('with reduced motion, the page scrolls to the top immediately', () => {
  const { waiting } = runFrames(true)
  const element = scrolled(600)
  scrollToTop(element)
  expect([element.scrollTop, waiting.length]).toEqual([0, 0])
})
