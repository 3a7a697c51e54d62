import { expect, it } from 'vitest'
import { runAbortable } from './runAbortable.ts'

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })
const press = (page: EventTarget, key: string, isTaken = false): void => {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key })
  if (isTaken) event.preventDefault()
  page.dispatchEvent(event)
}

it('Esc cancels a long operation; other keys and an Esc handled by a dialog do not', async () => {
  const page = new EventTarget()
  const own = new AbortController()
  const run = runAbortable(untilAborted, own, page)
  press(page, 'Enter')
  press(page, 'Escape', true)
  expect(own.signal.aborted).toBe(false)
  press(page, 'Escape')
  expect(await run).toBe('ended')
})

it('the button cancels the operation as well, and a finished operation ignores Esc', async () => {
  const page = new EventTarget()
  const own = new AbortController()
  const run = runAbortable(untilAborted, own, page)
  own.abort()
  expect(await run).toBe('ended')
  const next = new AbortController()
  expect(await runAbortable(() => Promise.resolve(), next, page)).toBe('done')
  press(page, 'Escape')
  expect(next.signal.aborted).toBe(false)
})

it('does not treat a failure as a cancellation', async () => {
  await expect(
    runAbortable(() => Promise.reject(new Error('lost')), new AbortController(), new EventTarget()),
  ).rejects.toThrow('lost')
})
